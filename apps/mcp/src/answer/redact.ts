/** Loaded where a text is about to be shown that may hold a secret: the rules are no part of a start. */
export { redactSecrets } from '@mem/core';
