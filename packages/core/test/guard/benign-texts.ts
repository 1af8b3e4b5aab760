// biome-ignore-all lint/suspicious/noTemplateCurlyInString: so people write what comes from elsewhere
import { alphanumeric, base64, digits, drawer, hex, lower } from './random.js';

/** What documents print where a secret goes, and what only looks like one. */
const written: readonly string[] = [
  'Set `AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE` and `AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY` as in the manual.',
  'Keys look like `sk-...`, tokens like `ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`.',
  'Write `GITHUB_TOKEN=<your-token>` into `.env`; `.env.example` has all names.',
  'The password is in 1Password, vault "Ops", item "staging".',
  'Passwort: steht im Tresor der Abteilung.',
  'password: ${DB_PASSWORD}',
  'password: process.env.DB_PASSWORD',
  'DATABASE_URL=postgres://postgres:postgres@localhost:5432/app_test',
  'DATABASE_URL=postgres://user:password@host:5432/db is the shape that the driver wants.',
  'mongodb://admin:${MONGO_PASSWORD}@db.internal:27017 is built at start.',
  'https://<user>:<token>@git.example.com/repo.git',
  'Authorization: Bearer $TOKEN goes with every call.',
  'curl -H "Authorization: Bearer <token>" https://api.example.com/v1/things',
  'Rotating keys: ask Dana. API key: see the vault.',
  'api_key: YOUR_API_KEY_GOES_HERE_PLEASE',
  'Files that begin with "-----BEGIN RSA PRIVATE KEY-----" never go into the repository.',
  '`-----BEGIN OPENSSH PRIVATE KEY-----` … `-----END OPENSSH PRIVATE KEY-----` is how such a file looks.',
  'The emulator’s key is AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==; everybody has it.',
  'A JWT has three parts: header.payload.signature, each in base64url (eyJ… is `{"` in base64).',
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
  'stripe: sk_test_4eC39HqLyjWDarjtT1zdp7dc from the quick start works for nobody but us to copy.',
  'Password: required. Min length 12, one digit.',
  'Password policy: at least 14 characters.',
  'The token is kept for 3600 seconds; refresh token for 30 days.',
  '密码：见密码库。口令由运维保管。',
  'パスワード：必須。管理者に聞くこと。',
  '비밀번호: 운영팀에 문의',
  'The cache key is `user:${id}:profile`, the lock key `lock-user-1`.',
  'Use the `key-value` store; key-points are in the talk.',
  'Branch protection needs `GH_TOKEN: ${{ secrets.GH_TOKEN }}` in the workflow.',
  'Slack hook address lives in SLACK_WEBHOOK_URL (https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX in the manual).',
  'Family emoji 👨‍👩‍👧‍👦, flag 🏴󠁧󠁢󠁥󠁮󠁧󠁿, heart ❤️, keycap 1️⃣, technologist 👩🏽‍💻 are all fine.',
  'می‌خواهم این را به خاطر بسپارم: نسخه‌های آزمایشی روز جمعه منتشر نمی‌شوند.',
  'क्‍ष और र्‍य के लिए जोड़क चाहिए; श्री‌मान भी।',
  'العنوان: مراجعة الإصدار ‏(نسخة 2.0)‏ يوم الأحد.',
  'ภาษาไทย​ไม่มี​ช่อง​ว่าง​ระหว่าง​คำ',
  'AKIA is the prefix of long-lived AWS keys, ASIA of temporary ones.',
  'glpat- begins GitLab tokens; dapi begins Databricks tokens; hf_ Hugging Face.',
  'Commit messages: imperative mood, at most 72 characters. Reason: the log is read in a terminal.',
  'Function names use verbs: `loadUser`, `saveOrder`; `ghp_release_helper_for_the_nightly_pipeline` is an old exception.',
  'SK is the code of Slovakia, AC that of Ascension, PAT the name of a column.',
  'Run `sk-learn` tests with `pytest -k sk-model`; sk-proj-templates live in tools/.',
  'npm_config_registry and npm_lifecycle_event are set by npm itself.',
  'secret_santa_draw_happens_in_the_second_week_of_december is the name of the job.',
  'The vault path is secret/data/crm/prod, the role crm-reader.',
  'SG.2 is the second stage gate; SG.review comes before.',
];

const sentences: readonly string[] = [
  'The team deploys from main on weekdays only.',
  'Prefers short answers and no emoji in commit messages.',
  'Integration tests must hit a real database because mocks hid a broken migration.',
  'Bugs of the pipeline are tracked in the Linear project INGEST.',
  'Die Abnahme macht Frau Krüger, weil sie die Fachseite vertritt.',
  '代码评审由平台组负责，原因是他们维护发布流程。',
  'Uses fish as the shell and Helix as the editor.',
  'Invoices are rounded half up, since the auditors asked for it.',
];

/** Memories without any secret, the same on every run: at least `count` of them. */
export function benignTexts(count: number): string[] {
  const draw = drawer(20261201);
  const uuid = () => [8, 4, 4, 4, 12].map((length) => draw.text(hex, length)).join('-');
  const shapes: readonly (() => string)[] = [
    () => `The last good release is commit ${draw.text(hex, 40)} (short ${draw.text(hex, 7)}).`,
    () => `sha256 of the archive: ${draw.text(hex, 64)}; md5 ${draw.text(hex, 32)}.`,
    () =>
      `Dashboard: https://grafana.example.com/d/${draw.text(alphanumeric, 9)}/overview?orgId=1&from=now-6h`,
    () => `Tenant ${uuid()}, request ${uuid()}.`,
    () => `"integrity": "sha512-${draw.text(base64, 86)}=="`,
    () =>
      `![chart](data:image/png;base64,iVBORw0KGgo${draw.text(base64, draw.between(200, 900))}=)`,
    () => `<img src="data:image/jpeg;base64,/9j/4AAQ${draw.text(base64, 400)}">`,
    () => `Image digest ghcr.io/acme/app@sha256:${draw.text(hex, 64)}`,
    () => `etag "${draw.text(hex, 32)}", cache key build-${draw.text(hex, 16)}-linux`,
    () =>
      `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${draw.text(base64, 43)} dana@box is the public key.`,
    () =>
      `Account ${draw.text(digits, 12)}, invoice 2026-${draw.text(digits, 6)}, IBAN DE${draw.text(digits, 20)}.`,
    () =>
      `-----BEGIN CERTIFICATE-----\n${[1, 2, 3].map(() => draw.text(base64, 64)).join('\n')}\n-----END CERTIFICATE-----`,
    () => `The branch of the font: ${draw.text(lower, 9)}.woff2?v=${draw.text(hex, 20)}`,
    () => `Public key AAAAB3NzaC1yc2EAAAADAQABAAAB${draw.text(base64, 300)}== ops`,
    () =>
      `trace ${draw.text(hex, 32)} span ${draw.text(hex, 16)}; build ${draw.text(alphanumeric, 22)}`,
    () => `go.sum: golang.org/x/net v0.${draw.between(1, 40)}.0 h1:${draw.text(base64, 43)}=`,
    () => `\`\`\`\n${[1, 2, 3, 4].map(() => draw.text(base64, 76)).join('\n')}\n\`\`\``,
    () =>
      `Sentry DSN https://${draw.text(hex, 32)}@o${draw.text(digits, 6)}.ingest.sentry.io/${draw.text(digits, 7)} is public by design.`,
  ];
  const made = Array.from({ length: count }, () =>
    [draw.one(sentences), draw.one(shapes)(), draw.one(sentences), draw.one(shapes)()].join('\n\n'),
  );
  return [...written, ...made];
}
