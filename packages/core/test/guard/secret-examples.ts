import {
  alphanumeric,
  base64,
  base64url,
  type Draw,
  digits,
  drawer,
  hex,
  lower,
  upper,
} from './random.js';

/**
 * Values of each kind, drawn by the shape that its vendor documents, and written down here apart
 * from the rules that are to find them.
 */
export const secretKinds: Readonly<Record<string, (draw: Draw) => string>> = {
  'AWS access key': (d) => d.one(['AKIA', 'ASIA']) + d.text(`${upper}234567`, 16),
  'AWS secret key': (d) => `aws_secret_access_key = ${d.text(base64, 40)}`,
  'GitHub personal token': (d) => `ghp_${d.text(alphanumeric, 36)}`,
  'GitHub other tokens': (d) =>
    `${d.one(['gho', 'ghu', 'ghs', 'ghr'])}_${d.text(alphanumeric, 36)}`,
  'GitHub fine-grained token': (d) =>
    `github_pat_${d.text(alphanumeric, 22)}_${d.text(alphanumeric, 59)}`,
  'GitLab token': (d) => `${d.one(['glpat', 'gldt', 'glrt', 'glptt'])}-${d.text(base64url, 20)}`,
  'Slack token': (d) =>
    `${d.one(['xoxb', 'xoxp'])}-${d.text(digits, 12)}-${d.text(digits, 13)}-${d.text(alphanumeric, 24)}`,
  'Slack webhook': (d) =>
    `https://hooks.slack.com/services/T${d.text(upper + digits, 9)}/B${d.text(upper + digits, 10)}/${d.text(alphanumeric, 24)}`,
  'Stripe key': (d) =>
    `${d.one(['sk', 'rk'])}_${d.one(['live', 'test'])}_${d.text(alphanumeric, d.one([24, 99]))}`,
  'Google API key': (d) => `AIza${d.text(base64url, 35)}`,
  'Google OAuth secret': (d) =>
    d.one([`GOCSPX-${d.text(base64url, 28)}`, `ya29.${d.text(base64url, 120)}`]),
  'OpenAI key': (d) =>
    d.one([
      `sk-proj-${d.text(base64url, 74)}T3BlbkFJ${d.text(base64url, 74)}`,
      `sk-${d.text(alphanumeric, 20)}T3BlbkFJ${d.text(alphanumeric, 20)}`,
    ]),
  'Anthropic key': (d) =>
    `sk-ant-${d.one(['api03', 'admin01', 'oat01'])}-${d.text(base64url, 93)}AA`,
  'Hugging Face token': (d) => `hf_${d.text(upper + lower, 34)}`,
  'npm token': (d) => `npm_${d.text(alphanumeric, 36)}`,
  'PyPI token': (d) => `pypi-AgEIcHlwaS5vcmc${d.text(base64url, 120)}`,
  'SendGrid key': (d) => `SG.${d.text(base64url, 22)}.${d.text(base64url, 43)}`,
  'Twilio key': (d) => `SK${d.text(hex, 32)}`,
  'Mailgun key': (d) => `key-${d.text(hex, 32)}`,
  'Mailchimp key': (d) => `${d.text(hex, 32)}-us${d.between(1, 21)}`,
  'Telegram token': (d) =>
    `${d.one(['1', '5', '7'])}${d.text(digits, 9)}:AA${d.text(base64url, 33)}`,
  'Discord token': (d) =>
    `M${d.text(alphanumeric, d.one([23, 25]))}.${d.text(base64url, 6)}.${d.text(base64url, 38)}`,
  'Discord webhook': (d) =>
    `https://discord.com/api/webhooks/${d.text('123456789', 18)}/${d.text(base64url, 68)}`,
  'DigitalOcean token': (d) => `${d.one(['dop', 'doo', 'dor'])}_v1_${d.text(hex, 64)}`,
  'Shopify token': (d) => `${d.one(['shpat', 'shpca', 'shpss'])}_${d.text(hex, 32)}`,
  'Square token': (d) =>
    d.one([
      `sq0atp-${d.text(base64url, 22)}`,
      `sq0csp-${d.text(base64url, 43)}`,
      `EAAA${d.text(base64url, 60)}`,
    ]),
  'Azure storage key': (d) =>
    `DefaultEndpointsProtocol=https;AccountName=logs;AccountKey=${d.text(base64, 86)}==;EndpointSuffix=core.windows.net`,
  'Azure client secret': (d) =>
    `${d.text(alphanumeric, 3)}8Q~${d.text(`${alphanumeric}_~.-`, 34).replace(/[.-]$/, 'a')}`,
  'Databricks token': (d) => `dapi${d.text(hex, 32)}${d.one(['', '-2'])}`,
  'Linear key': (d) => `lin_api_${d.text(alphanumeric, 40)}`,
  'Notion token': (d) =>
    d.one([`ntn_${d.text(alphanumeric, 46)}`, `secret_${d.text(alphanumeric, 43)}`]),
  'Atlassian token': (d) =>
    `ATATT3xFfGF0${d.text(base64url, 170)}=${d.text('0123456789ABCDEF', 8)}`,
  'Vault token': (d) => `${d.one(['hvs', 'hvb'])}.${d.text(base64url, d.one([24, 90]))}`,
  'Terraform token': (d) => `${d.text(alphanumeric, 14)}.atlasv1.${d.text(alphanumeric, 67)}`,
  'age key': (d) => `AGE-SECRET-KEY-1${d.text('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`,
  'PEM private key': (d) => pem(d, d.one(['RSA ', 'EC ', '', 'ENCRYPTED ', 'OPENSSH '])),
  'PuTTY key': (d) =>
    `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: box\nPublic-Lines: 2\n${d.text(base64, 64)}\n${d.text(base64, 20)}\nPrivate-Lines: 1\n${d.text(base64, 48)}\nPrivate-MAC: ${d.text(hex, 64)}`,
  'URL with a password': (d) =>
    `${d.one(['postgres', 'mongodb+srv', 'https', 'redis', 'amqps'])}://${d.text(lower, 6)}:${d.text(`${alphanumeric}!$*`, d.between(9, 24))}@${d.text(lower, 8)}.example.net:5432/app`,
  'connection string': (d) =>
    `Server=tcp:db.internal,1433;Database=crm;User ID=svc;Password=${d.text(`${alphanumeric}!#+`, 18)};Encrypt=True`,
  JWT: (d) => {
    const header = btoa('{"alg":"HS256","typ":"JWT"}').replaceAll('=', '');
    const claims = btoa(`{"sub":"${d.text(alphanumeric, 14)}","iat":1${d.text(digits, 9)}}`);
    return `${header}.${claims.replaceAll('=', '')}.${d.text(base64url, 43)}`;
  },
  'Authorization header': (d) => `Authorization: Bearer ${d.text(alphanumeric, 40)}`,
  'Grafana token': (d) => `glsa_${d.text(alphanumeric, 32)}_${d.text(hex, 8)}`,
  'Figma token': (d) => `figd_${d.text(base64url, 40)}`,
  'Airtable token': (d) => `pat${d.text(alphanumeric, 14)}.${d.text(hex, 64)}`,
  'Postman key': (d) => `PMAK-${d.text(hex, 24)}-${d.text(hex, 34)}`,
  'Docker token': (d) => `dckr_pat_${d.text(base64url, 27)}`,
  'model provider key': (d) =>
    d.one([`gsk_${d.text(alphanumeric, 52)}`, `r8_${d.text(alphanumeric, 37)}`]),
};

function pem(d: Draw, kind: string): string {
  const lines = Array.from({ length: d.between(3, 12) }, () => d.text(base64, 64));
  return [`-----BEGIN ${kind}PRIVATE KEY-----`, ...lines, `-----END ${kind}PRIVATE KEY-----`].join(
    '\n',
  );
}

const settings: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => `The deploy uses ${value} for now.`,
  (value) => `- token: \`${value}\`\n- owner: Dana`,
  (value) => `\`\`\`sh\nexport TOKEN="${value}"\n\`\`\``,
  (value) => `{"value": "${value}", "note": "do not lose"}`,
  (value) => `Ops said (${value}).\n\n**Why:** the old one expired.`,
  (value) => `部署时使用${value.startsWith('http') ? ' ' : '：'}${value}`,
];

/** So many texts of a kind, each holding one value, the same on every run. */
export function secretTexts(kind: string, count: number): string[] {
  const draw = drawer([...kind].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0);
  const make = secretKinds[kind] as (draw: Draw) => string;
  return Array.from({ length: count }, () => draw.one(settings)(make(draw)));
}
