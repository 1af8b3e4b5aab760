import type { EntryFields } from '@mem/core';

type Given = { readonly [Key in keyof EntryFields]: EntryFields[Key] | undefined };

/** Only the fields that a call gives. */
export function givenFields({ description, type, body }: Given): EntryFields {
  return {
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type }),
    ...(body !== undefined && { body }),
  };
}
