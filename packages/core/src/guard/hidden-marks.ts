const marks = String.raw`[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]`;
const selectors = String.raw`[\u17b4\u17b5]|[\u180b-\u180d\u180f]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]|\u034f`;

/** Runs of characters that nothing shows: zero width, direction marks, tags, fillers, selectors. */
export const invisible = new RegExp(`(?:${marks}|${selectors})+`, 'gu');

/** Also the backslash that Markdown does not show: an editor writes a backslash before each `_`. */
export const unshown = new RegExp(String.raw`(?:${marks}|${selectors})+|\\(?=[-_.+/=~])`, 'gu');
