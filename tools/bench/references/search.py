"""The search of the first systems of this kind: scan, split the header off, look for substrings.

Usage: python3 search.py DIRECTORY WORD...
"""

import os
import sys


def split_header(text):
    if not text.startswith("---\n"):
        return {}, text
    header, _, body = text[4:].partition("\n---\n")
    fields = {}
    for line in header.split("\n"):
        key, _, value = line.partition(":")
        fields[key.strip()] = value.strip()
    return fields, body


def search(directory, words):
    hits = []
    for name in sorted(os.listdir(directory)):
        if not name.endswith(".md"):
            continue
        with open(os.path.join(directory, name), encoding="utf-8") as file:
            fields, body = split_header(file.read())
        text = f"{fields.get('name', name)}\n{fields.get('description', '')}\n{body}".lower()
        count = sum(1 for word in words if word in text)
        if count > 0:
            hits.append((-count, name, fields.get("description", "")))
    return sorted(hits)[:20]


for count, name, description in search(sys.argv[1], [word.lower() for word in sys.argv[2:]]):
    print(name, description)
