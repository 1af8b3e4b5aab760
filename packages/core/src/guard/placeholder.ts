/** Values that vendors print in their documents, for everybody to see. */
const documented = [
  'AKIAIOSFODNN7EXAMPLE',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  // Azure's storage emulator.
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  // Stripe's.
  'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'sk_test_BQokikJOvBiI2HlWgH4olfQ2',
  // The claims of the token on jwt.io and in RFC 7519.
  'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lI',
  'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQog',
  // Telegram's.
  '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw',
  '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11',
];

const words =
  /example|placeholder|redacted|dummy|sample|changeme|change-me|change_me|your[_-]|yourkey|yourtoken|xxxx|insert|replace|\*\*\*|\.\.\.|…|<|>|\$\{|\{\{|%s/i;

/** True for what stands in place of a secret: words for it, runs and sequences of letters. */
export function isPlaceholder(value: string): boolean {
  if (words.test(value) || documented.some((known) => value.includes(known))) return true;
  return longestRun(value, 0) >= 6 || longestRun(value, 1) >= 9 || isMonotonous(value);
}

/** The longest row of characters of which each is `step` above the one before. */
function longestRun(value: string, step: 0 | 1): number {
  let longest = 1;
  let run = 1;
  for (let at = 1; at < value.length; at++) {
    run = value.charCodeAt(at) - value.charCodeAt(at - 1) === step ? run + 1 : 1;
    if (run > longest) longest = run;
  }
  return longest;
}

/** Nobody draws a long value from so few characters. */
function isMonotonous(value: string): boolean {
  return value.length >= 20 && new Set(value).size < 8;
}

const everyday = new Set(
  'password passwort passwd pass pwd secret root admin user username postgres mysql mariadb redis mongo rabbitmq guest test testing tester dev development local localhost docker minio minioadmin sa demo foo bar baz foobar token key apikey none null undefined true false required optional empty string pw mypassword yourpassword mysecretpassword db_password db_pass xxx kennwort geheim 密码'.split(
    ' ',
  ),
);

/** What documents and local set-ups put in the place of a password, and references to one. */
export function isEverydayPassword(value: string): boolean {
  const folded = value.toLowerCase();
  if (everyday.has(folded) || everyday.has(folded.replace(/\d{1,4}$|!$/, ''))) return true;
  if (/^[$%{[(<*]|^[x*.•…_-]+$/i.test(value)) return true;
  return words.test(value) || /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value);
}
