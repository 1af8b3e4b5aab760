import type { SecretRule } from '../secret-rule.js';

/** Of places that keep code, packages and what is built from them. */
export const codeSecrets: readonly SecretRule[] = [
  {
    // docs.github.com, "About authentication to GitHub": personal, OAuth, user, server, refresh
    id: 'github-token',
    title: 'what looks like a GitHub token',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    pattern: /(?<![A-Za-z0-9_])gh[pousr]_[A-Za-z0-9_]{36,}/g,
    isReal: (value) => /[A-Z0-9]/.test(value),
  },
  {
    // docs.github.com, "Managing your personal access tokens": fine-grained ones
    id: 'github-fine-grained-token',
    title: 'what looks like a GitHub token',
    hints: ['github_pat_'],
    pattern: /(?<![A-Za-z0-9_])github_pat_[A-Za-z0-9]{20,}_[A-Za-z0-9]{40,}/g,
  },
  {
    // docs.gitlab.com, "Token overview", token prefixes
    id: 'gitlab-token',
    title: 'what looks like a GitLab token',
    hints: [
      'glpat-',
      'gloas-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glimt-',
      'glagent-',
      'glwt-',
      'glsoat-',
      'glffct-',
    ],
    pattern:
      /(?<![A-Za-z0-9_-])gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|wt|soat|ffct)-[A-Za-z0-9_.-]{20,}/g,
  },
  {
    // id.atlassian.com, "Manage API tokens": API tokens and repository access tokens of Bitbucket
    id: 'atlassian-token',
    title: 'what looks like an Atlassian token',
    hints: ['atatt3x', 'atctt3x'],
    pattern: /(?<![A-Za-z0-9_-])AT[AC]TT3x[A-Za-z0-9_=-]{40,}/g,
  },
  {
    // docs.npmjs.com, "About access tokens"; github.blog on its prefix and checksum
    id: 'npm-token',
    title: 'what looks like an npm token',
    hints: ['npm_'],
    pattern: /(?<![A-Za-z0-9_])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_])/g,
  },
  {
    // pypi.org/help, "API tokens": `pypi-` and a macaroon
    id: 'pypi-token',
    title: 'what looks like a PyPI token',
    hints: ['pypi-age'],
    pattern: /(?<![A-Za-z0-9_-])pypi-AgE[A-Za-z0-9_-]{50,}/g,
  },
  {
    // guides.rubygems.org, "API key scopes"
    id: 'rubygems-token',
    title: 'what looks like a RubyGems key',
    hints: ['rubygems_'],
    pattern: /(?<![A-Za-z0-9_])rubygems_[0-9a-f]{48}(?![A-Za-z0-9_])/g,
  },
  {
    // docs.docker.com, "Personal access tokens" and "Organization access tokens"
    id: 'docker-token',
    title: 'what looks like a Docker token',
    hints: ['dckr_pat_', 'dckr_oat_'],
    pattern: /(?<![A-Za-z0-9_])dckr_[po]at_[A-Za-z0-9_-]{24,}/g,
  },
  {
    // docs.sentry.io, "Auth tokens": of organizations and of users
    id: 'sentry-token',
    title: 'what looks like a Sentry token',
    hints: ['sntrys_', 'sntryu_'],
    pattern: /(?<![A-Za-z0-9_])sntry(?:s_eyJ[A-Za-z0-9_=+/-]{40,}|u_[0-9a-f]{64})/g,
  },
  {
    // learning.postman.com, "Generate and use Postman API keys"
    id: 'postman-key',
    title: 'what looks like a Postman key',
    hints: ['pmak-'],
    pattern: /(?<![A-Za-z0-9_-])PMAK-[0-9a-f]{24}-[0-9a-f]{34}(?![A-Za-z0-9_])/g,
  },
];
