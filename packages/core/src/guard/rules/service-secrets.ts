import type { SecretRule } from '../secret-rule.js';

/** Of places where people talk, pay, plan and sell. */
export const serviceSecrets: readonly SecretRule[] = [
  {
    // api.slack.com/authentication/token-types: bot, user, app, configuration, workflow tokens
    id: 'slack-token',
    title: 'what looks like a Slack token',
    hints: [
      'xoxb-',
      'xoxp-',
      'xoxa-',
      'xoxo-',
      'xoxr-',
      'xoxs-',
      'xoxe',
      'xoxc-',
      'xoxd-',
      'xapp-',
      'xwfp-',
    ],
    pattern:
      /(?<![A-Za-z0-9_-])(?:xoxe\.xox[bp]-\d-[A-Za-z0-9]{20,}|(?:xox[abcdeoprs]|xapp|xwfp)-[A-Za-z0-9%][A-Za-z0-9%-]{19,})/g,
  },
  {
    // api.slack.com/messaging/webhooks: whoever knows the address may post
    id: 'slack-webhook',
    title: 'what looks like the address of a Slack webhook',
    hints: ['hooks.slack.com/'],
    pattern:
      /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Z0-9]{8,14}\/[A-Za-z0-9]{8,20}\/(?:\d{8,20}\/)?[A-Za-z0-9]{16,})/g,
  },
  {
    // docs.discord.com, "Authentication": user id, time and signature, each in base64
    id: 'discord-token',
    title: 'what looks like the token of a Discord bot',
    hints: [],
    pattern:
      /(?<![A-Za-z0-9_.-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}(?![A-Za-z0-9_.-])/g,
  },
  {
    // docs.discord.com, "Webhook resource": whoever knows the address may post
    id: 'discord-webhook',
    title: 'what looks like the address of a Discord webhook',
    hints: ['/api/webhooks/'],
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/([A-Za-z0-9_-]{60,80})/g,
  },
  {
    // core.telegram.org/bots/api, "Authorizing your bot"
    id: 'telegram-token',
    title: 'what looks like the token of a Telegram bot',
    hints: [':aa'],
    pattern: /(?<![A-Za-z0-9_])(?:bot)?(\d{8,10}:AA[A-Za-z0-9_-]{33})(?![A-Za-z0-9_-])/g,
  },
  {
    // docs.stripe.com/keys and docs.stripe.com/webhooks: secret and restricted keys, signing secrets
    id: 'stripe-key',
    title: 'what looks like a Stripe key',
    hints: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'],
    pattern: /(?<![A-Za-z0-9_])(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{32,})/g,
  },
  {
    // developer.squareup.com/docs: access tokens and OAuth secrets
    id: 'square-token',
    title: 'what looks like a Square token',
    hints: ['sq0', 'eaaa'],
    pattern:
      /(?<![A-Za-z0-9_-])(?:sq0(?:atp-[A-Za-z0-9_-]{22}|csp-[A-Za-z0-9_-]{43})|EAAA[A-Za-z0-9_-]{60})(?![A-Za-z0-9_-])/g,
  },
  {
    // shopify.dev/changelog: tokens and shared secrets of apps
    id: 'shopify-token',
    title: 'what looks like a Shopify token',
    hints: ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shpua_'],
    pattern: /(?<![A-Za-z0-9_])shp(?:at|ca|pa|ss|ua)_[0-9a-fA-F]{32}(?![A-Za-z0-9_])/g,
  },
  {
    // docs.sendgrid.com, "API keys"
    id: 'sendgrid-key',
    title: 'what looks like a SendGrid key',
    hints: ['sg.'],
    pattern: /(?<![A-Za-z0-9_.-])SG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}/g,
  },
  {
    // twilio.com/docs/iam/api-keys, and the auth token beside its name
    id: 'twilio-key',
    title: 'what looks like a Twilio key',
    hints: ['sk', 'twilio', 'auth_token', 'authtoken'],
    pattern:
      /(?<![A-Za-z0-9_])SK[0-9a-f]{32}(?![A-Za-z0-9_])|twilio[_ ]?auth[_ ]?token["'`]?[ \t]{0,4}[:=][ \t]{0,4}["'`]?([0-9a-f]{32})(?![A-Za-z0-9_])/gi,
    isReal: (value) => !/^sk/i.test(value) || value.startsWith('SK'),
  },
  {
    // documentation.mailgun.com, "Authentication": the older shape, and the newer beside the name
    id: 'mailgun-key',
    title: 'what looks like a Mailgun key',
    hints: ['key-', 'mailgun'],
    pattern:
      /(?<![A-Za-z0-9_-])key-[0-9a-f]{32}(?![A-Za-z0-9_-])|mailgun[A-Za-z_ ]{0,20}["'`]?[ \t]{0,4}[:=][ \t]{0,4}["'`]?([0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})(?![A-Za-z0-9_-])/gi,
  },
  {
    // mailchimp.com/developer, "Authentication": the key ends with its data centre
    id: 'mailchimp-key',
    title: 'what looks like a Mailchimp key',
    hints: ['-us'],
    pattern: /(?<![A-Za-z0-9_-])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9_-])/g,
  },
  {
    // linear.app/developers: personal keys and OAuth tokens
    id: 'linear-key',
    title: 'what looks like a Linear key',
    hints: ['lin_api_', 'lin_oauth_'],
    pattern: /(?<![A-Za-z0-9_])lin_(?:api|oauth)_[A-Za-z0-9]{32,}/g,
  },
  {
    // developers.notion.com, changelog on token prefixes
    id: 'notion-token',
    title: 'what looks like a Notion token',
    hints: ['ntn_', 'secret_'],
    pattern: /(?<![A-Za-z0-9_])(?:ntn_[A-Za-z0-9]{40,50}|secret_[A-Za-z0-9]{43})(?![A-Za-z0-9_])/g,
  },
  {
    // airtable.com/developers: personal access tokens, an id and a value
    id: 'airtable-token',
    title: 'what looks like an Airtable token',
    hints: ['pat'],
    pattern: /(?<![A-Za-z0-9_])pat[A-Za-z0-9]{14}\.[0-9a-f]{64}(?![A-Za-z0-9_])/g,
  },
  {
    // developers.figma.com/docs/rest-api/authentication
    id: 'figma-token',
    title: 'what looks like a Figma token',
    hints: ['figd_', 'figp_', 'figo_', 'figu_'],
    pattern: /(?<![A-Za-z0-9_])fig[dopu]_[A-Za-z0-9_-]{36,}/g,
  },
  {
    // dropbox.com/developers: short-lived access tokens
    id: 'dropbox-token',
    title: 'what looks like a Dropbox token',
    hints: ['sl.'],
    pattern: /(?<![A-Za-z0-9_.-])sl\.(?:u\.)?[A-Za-z0-9_-]{100,}/g,
  },
];
