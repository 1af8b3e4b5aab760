import type { SecretRule } from '../secret-rule.js';

const hasDigit = (value: string) => /\d/.test(value);

/** Of places that serve models: the ones that agents meet most. */
export const modelSecrets: readonly SecretRule[] = [
  {
    // docs.anthropic.com: keys of the API, of administrators, and OAuth tokens
    id: 'anthropic-key',
    title: 'what looks like an Anthropic key',
    hints: ['sk-ant-'],
    pattern: /(?<![A-Za-z0-9_-])sk-ant-(?:[a-z]{2,8}\d{2}-)?[A-Za-z0-9_-]{24,}/g,
    isReal: hasDigit,
  },
  {
    // platform.openai.com/docs/api-reference/authentication: of projects, services, administrators
    id: 'openai-key',
    title: 'what looks like an OpenAI key',
    hints: ['sk-'],
    pattern:
      /(?<![A-Za-z0-9_-])sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{32,}|[A-Za-z0-9]{32,}(?![A-Za-z0-9_-]))/g,
    isReal: hasDigit,
  },
  {
    // openrouter.ai/docs/api-reference/authentication
    id: 'openrouter-key',
    title: 'what looks like an OpenRouter key',
    hints: ['sk-or-'],
    pattern: /(?<![A-Za-z0-9_-])sk-or-v1-[0-9a-f]{64}(?![A-Za-z0-9_])/g,
  },
  {
    // huggingface.co/docs/hub/security-tokens
    id: 'hugging-face-token',
    title: 'what looks like a Hugging Face token',
    hints: ['hf_', 'api_org_'],
    pattern: /(?<![A-Za-z0-9_])(?:hf|api_org)_[A-Za-z]{34}(?![A-Za-z0-9_])/g,
    isReal: (value) => /[a-z]/.test(value.slice(4)) && /[A-Z]/.test(value),
  },
  {
    // console.groq.com/docs, docs.x.ai, docs.perplexity.ai, replicate.com/docs: each by its prefix
    id: 'model-provider-key',
    title: 'what looks like the key of a model provider',
    hints: ['gsk_', 'xai-', 'pplx-', 'r8_'],
    pattern:
      /(?<![A-Za-z0-9_-])(?:gsk_[A-Za-z0-9]{50,54}|xai-[A-Za-z0-9]{70,}|pplx-[A-Za-z0-9]{46,}|r8_[A-Za-z0-9]{37})(?![A-Za-z0-9_-])/g,
  },
];
