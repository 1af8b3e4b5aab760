/** What an answer may hold unless a call asks for more, in UTF-16 units. */
export const defaultAnswerChars = 4_000;

/** What a call may ask for at most. */
export const maxAnswerChars = 16_000;

/** Whatever a call asks for: clients cut answers above 10,000 tokens, or refuse them. */
export const maxAnswerTokens = 9_000;

/** A memory is one fact: far above what one needs, far below what would choke a client. */
export const maxBodyChars = 100_000;

export const maxNameChars = 500;
export const maxDescriptionChars = 2_000;
export const maxQueryChars = 2_000;

/** Warnings of one answer; further ones are counted. */
export const maxWarnings = 5;
