import type { SecretRule } from '../secret-rule.js';

/** Of places that run things. */
export const cloudSecrets: readonly SecretRule[] = [
  {
    // docs.aws.amazon.com, IAM user guide, "IAM identifiers", unique id prefixes of access keys
    id: 'aws-access-key',
    title: 'what looks like an AWS access key',
    hints: ['akia', 'asia', 'abia', 'acca'],
    pattern: /(?<![A-Za-z0-9_])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9_])/g,
  },
  {
    // docs.aws.amazon.com, CLI user guide, "Configuration and credential file settings"
    id: 'aws-secret-key',
    title: 'what looks like an AWS secret key',
    hints: ['secret_access_key', 'secretaccesskey', 'secret access key'],
    pattern:
      /secret[_ ]?access[_ ]?key["'`]?[ \t]{0,4}[:=]{1,2}[ \t]{0,4}["'`]?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
  },
  {
    // cloud.google.com/docs/authentication/api-keys
    id: 'google-api-key',
    title: 'what looks like a Google API key',
    hints: ['aiza'],
    pattern: /(?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g,
  },
  {
    // developers.google.com/identity/protocols/oauth2: client secrets, access and refresh tokens
    id: 'google-oauth',
    title: 'what looks like a Google OAuth secret',
    hints: ['gocspx-', 'ya29.', '1//0'],
    pattern:
      /(?<![A-Za-z0-9_/-])(?:GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_.-]{40,}|1\/\/0[A-Za-z0-9_-]{40,})/g,
  },
  {
    // learn.microsoft.com, "Configure Azure Storage connection strings": 64 bytes in base64
    id: 'azure-storage-key',
    title: 'what looks like the key of an Azure storage account',
    hints: ['accountkey', 'sharedaccesskey', 'account_key', 'azure_storage_key'],
    pattern:
      /(?:AccountKey|SharedAccessKey|account_key|azure_storage_key)["'`]?[ \t]{0,4}[:=][ \t]{0,4}["'`]?([A-Za-z0-9+/]{43,87}={1,2})/gi,
  },
  {
    // learn.microsoft.com, Entra client secrets (`…8Q~…`, the scanner's documented shape)
    id: 'azure-client-secret',
    title: 'what looks like an Azure client secret',
    hints: ['7q~', '8q~', '9q~'],
    pattern:
      /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}[789]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/g,
  },
  {
    // docs.digitalocean.com/reference/api: personal, OAuth and refresh tokens
    id: 'digitalocean-token',
    title: 'what looks like a DigitalOcean token',
    hints: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    pattern: /(?<![A-Za-z0-9_])do[opr]_v1_[0-9a-f]{64}(?![A-Za-z0-9_])/g,
  },
  {
    // docs.databricks.com, "Personal access token authentication"
    id: 'databricks-token',
    title: 'what looks like a Databricks token',
    hints: ['dapi', 'dose'],
    pattern: /(?<![A-Za-z0-9_])(?:dapi|dose)[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9_])/g,
  },
  {
    // developer.hashicorp.com/vault/docs/concepts/tokens: service, batch and recovery tokens
    id: 'vault-token',
    title: 'what looks like a Vault token',
    hints: ['hvs.', 'hvb.', 'hvr.'],
    pattern: /(?<![A-Za-z0-9_.])hv[sbr]\.[A-Za-z0-9_-]{24,}/g,
  },
  {
    // developer.hashicorp.com/terraform: API tokens of HCP Terraform
    id: 'terraform-token',
    title: 'what looks like a Terraform token',
    hints: ['.atlasv1.'],
    pattern: /(?<![A-Za-z0-9_.])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}/g,
  },
  {
    // pulumi.com/docs/administration/access-identity/access-tokens
    id: 'pulumi-token',
    title: 'what looks like a Pulumi token',
    hints: ['pul-'],
    pattern: /(?<![A-Za-z0-9_-])pul-[0-9a-f]{40}(?![A-Za-z0-9_])/g,
  },
  {
    // fly.io/docs/security/tokens: macaroons
    id: 'fly-token',
    title: 'what looks like a Fly.io token',
    hints: ['fm1r_', 'fm2_', 'fo1_'],
    pattern: /(?<![A-Za-z0-9_])(?:fm1r_|fm2_|fo1_)[A-Za-z0-9+/=_-]{40,}/g,
  },
  {
    // docs.doppler.com/docs/service-tokens: tokens of services, people, accounts and tools
    id: 'doppler-token',
    title: 'what looks like a Doppler token',
    hints: ['dp.st.', 'dp.pt.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    pattern:
      /(?<![A-Za-z0-9_.])dp\.(?:st|pt|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}/g,
  },
  {
    // supabase.com/docs: personal access tokens and secret API keys
    id: 'supabase-token',
    title: 'what looks like a Supabase key',
    hints: ['sbp_', 'sb_secret_'],
    pattern: /(?<![A-Za-z0-9_])(?:sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{22,})/g,
  },
  {
    // planetscale.com/docs: passwords, service tokens and OAuth tokens
    id: 'planetscale-token',
    title: 'what looks like a PlanetScale secret',
    hints: ['pscale_'],
    pattern: /(?<![A-Za-z0-9_])pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}/g,
  },
  {
    // grafana.com/docs: tokens of service accounts and of access policies
    id: 'grafana-token',
    title: 'what looks like a Grafana token',
    hints: ['glsa_', 'glc_ey'],
    pattern: /(?<![A-Za-z0-9_])(?:glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|glc_eyJ[A-Za-z0-9+/=]{40,})/g,
  },
  {
    // docs.newrelic.com, "New Relic API keys": user keys
    id: 'new-relic-key',
    title: 'what looks like a New Relic key',
    hints: ['nrak-'],
    pattern: /(?<![A-Za-z0-9_-])NRAK-[A-Z0-9]{27}(?![A-Za-z0-9])/g,
  },
];
