import { isEverydayPassword } from '../placeholder.js';
import type { SecretRule } from '../secret-rule.js';

/** Keys and addresses that no one vendor made. */
export const keySecrets: readonly SecretRule[] = [
  {
    // RFC 7468 (PEM), RFC 9580 (OpenPGP armour), OpenSSH's PROTOCOL.key
    id: 'private-key',
    title: 'what looks like a private key',
    hints: ['private key-----', 'private key block-----'],
    pattern: /-----BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----/g,
    isReal: (_, text, end) => holdsKey(text.slice(end, end + 1_000)),
  },
  {
    // PuTTY's documentation, appendix "PPK file format"
    id: 'putty-key',
    title: 'what looks like a PuTTY private key',
    hints: ['putty-user-key-file-'],
    pattern: /PuTTY-User-Key-File-[123]:/g,
    isReal: (_, text, end) => text.slice(end, end + 8_000).includes('Private-Lines:'),
  },
  {
    // github.com/FiloSottile/age and C2SP age: Bech32 with this prefix, also for post-quantum keys
    id: 'age-key',
    title: 'what looks like an age private key',
    hints: ['age-secret-key-'],
    pattern: /(?<![A-Za-z0-9_-])AGE-SECRET-KEY-(?:PQ-)?1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58,}/g,
  },
  {
    // RFC 7519: header and claims are JSON objects in base64url, and a signature follows
    id: 'jwt',
    title: 'what looks like a signed token (JWT)',
    hints: ['eyj'],
    pattern: /(?<![A-Za-z0-9_.-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{16,}/g,
  },
  {
    // RFC 3986, section 3.2.1: user information of an address
    id: 'url-password',
    title: 'an address with a password in it',
    hints: ['://'],
    pattern: /:\/\/[^\s:/?#@"'`<>]{0,128}:([^\s/?#@"'`<>]{3,256})@[A-Za-z0-9[]/g,
    onOneLine: true,
    isReal: (value) => !isEverydayPassword(value),
  },
  {
    // learn.microsoft.com, ADO.NET connection strings; and those of ODBC, JDBC and libpq
    id: 'connection-string',
    title: 'a connection string with a password in it',
    hints: ['password', 'pwd'],
    pattern:
      /(?:;[ \t]{0,4}|(?<![A-Za-z0-9_])(?:host|server|user|uid|dbname)=[^\s;]{1,128}[ \t;]{1,4}(?:[a-z_]{1,20}=[^\s;]{1,128}[ \t;]{1,4}){0,4})(?:password|pwd)=([^\s;"'`<>]{4,128})/gi,
    onOneLine: true,
    isReal: (value) => !isEverydayPassword(value),
  },
  {
    // RFC 6750 and RFC 7617: the Authorization header with its value
    id: 'authorization-header',
    title: 'what looks like the value of an Authorization header',
    hints: ['authorization'],
    pattern:
      /authorization["'`]?[ \t]{0,4}[:=][ \t]{0,4}["'`]?(?:bearer|basic|token)[ \t]{1,4}([A-Za-z0-9_.~+/=-]{20,})/gi,
    onOneLine: true,
    isReal: (value) => /\d/.test(value),
  },
];

/** Some lines of base64, behind the headers that older formats have; the prose of a manual has none. */
function holdsKey(text: string): boolean {
  const rest = text.replaceAll('\\n', '\n').replaceAll('\\r', '');
  return /^[ \t>|]*[A-Za-z0-9+/]{32,}={0,2}[ \t]*$|[A-Za-z0-9+/]{60,}/m.test(rest);
}
