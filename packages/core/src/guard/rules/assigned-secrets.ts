import { isEverydayPassword } from '../placeholder.js';
import type { SecretRule } from '../secret-rule.js';

/**
 * A value beside a word for it. Prose says such words too, so these warn only; the value must look
 * like one: a digit or a sign among its letters.
 */
export const assignedSecrets: readonly SecretRule[] = [
  {
    id: 'password-assignment',
    title: 'what looks like a password',
    action: 'warn',
    hints: [
      'password',
      'passwort',
      'passwd',
      'kennwort',
      'passphrase',
      'pwd',
      '密码',
      '密碼',
      '口令',
      'パスワード',
      '비밀번호',
      'contraseña',
      'mot de passe',
      'пароль',
      'senha',
    ],
    pattern:
      /(?:(?<![A-Za-z])(?:password|passwort|passwd|kennwort|passphrase|pwd|contraseña|mot de passe|senha)|пароль|密码|密碼|口令|パスワード|비밀번호)["'`*]{0,3}[ \t]{0,4}(?:[:=：＝]|\bis\b|\bist\b|是|为|為|は|은|는)["'`* \t]{0,6}([^\s"'`<>*，。、；,;]{4,})/giu,
    onOneLine: true,
    isReal: isPasswordLike,
  },
  {
    id: 'key-assignment',
    title: 'what looks like a key or a token',
    action: 'warn',
    hints: [
      'api_key',
      'apikey',
      'api-key',
      'api key',
      'secret',
      'access_token',
      'auth_token',
      'access token',
      'private_key',
    ],
    pattern:
      /(?:api[_ -]?key|client[_ -]?secret|secret[_ -]?key|app[_ -]?secret|(?:access|auth)[_ -]?token|private_key)["'`*]{0,3}[ \t]{0,4}[:=]["'`* \t]{0,6}([A-Za-z0-9_+/=.-]{20,})/giu,
    onOneLine: true,
    isReal: (value) =>
      /\d/.test(value) && /[A-Za-z]/.test(value) && !/[./_-][a-z]+[./_-]/.test(value),
  },
];

function isPasswordLike(value: string): boolean {
  const bare = value.replace(/(?<![.)\]}])[.)\]}]+$/, '');
  if (bare.length < 4 || isEverydayPassword(bare)) return false;
  // A path, an address, a reference to where it is kept, a call: no value of its own.
  if (/^(?:[~./$%{[(]|[a-z]+:\/\/|env[.:]|process\.|os\.|vault:|op:)/i.test(bare)) return false;
  if (/[()[\]{}]/.test(bare)) return false;
  const letters = /\p{L}/u.test(bare);
  const digits = /\d/.test(bare);
  const signs = /[!#$%&@^?+=~|\\]/.test(bare);
  return (
    (digits && letters && !/^\d+(?:[.-]\d+)*[a-z]{0,8}$/i.test(bare)) ||
    (signs && (letters || digits))
  );
}
