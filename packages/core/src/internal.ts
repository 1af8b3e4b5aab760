// For packages of ours that read and edit memory files themselves; not a public interface.
export { type DateReference, readDateReferences } from './drift/date-reference.js';
export { bodyText } from './entry-file/body-text.js';
export { decodeText, encodeText } from './entry-file/decode-text.js';
export { editEntryFile } from './entry-file/edit-entry-file.js';
export type { EntrySource, HeaderSource } from './entry-file/entry-source.js';
export { type HeaderField, repeatedFields } from './entry-file/header-field.js';
export {
  type LineEnd,
  lineEndOf,
  originalOffset,
  toLineFeeds,
  withLineEnds,
} from './entry-file/line-ends.js';
export { parseEntryFile } from './entry-file/parse-entry-file.js';
export type { ParsedEntryFile } from './entry-file/parsed-entry-file.js';
export { readEntrySource } from './entry-file/read-entry-source.js';
export { findEntry } from './find-entry.js';
export { foldName } from './fold.js';
export { findHits } from './guard/find-hits.js';
export { findingsOf } from './guard/guard-text.js';
export type { Hit } from './guard/hit.js';
export { judgeChange } from './guard/judge-change.js';
export { sizeProblems } from './index-file/index-size-problems.js';
export { parseIndex } from './index-file/parse-index.js';
export { type IndexedEntry, rebuildIndex } from './index-file/rebuild-index.js';
export { isHookOf } from './index-file/refresh-hook.js';
export { pathKey } from './index-file/same-path.js';
export { takeBackLines } from './index-file/take-back-lines.js';
export { type DiffHunk, type DiffLine, diffLines, renderHunks } from './line-diff.js';
export { codeBlock, codeSpan } from './markdown-code.js';
export { matchLines } from './match-lines.js';
export { checkName } from './name.js';
export { notingStorage } from './seen/noting-storage.js';
export { sha256 } from './sha256.js';
export { definedOf } from './store/defined-of.js';
export { createDirectoryView, typeLookup } from './store/directory-view.js';
export { guardStorage } from './store/guard-storage.js';
export { editIndex } from './store/index-text.js';
export { jitter } from './store/jitter.js';
export { keptCopyName } from './store/kept-copies.js';
export { readEntryFile } from './store/read-entry-file.js';
export { type FileToRestore, restoreFiles } from './store/restore-files.js';
export { settleIndex } from './store/settle-index.js';
export { undoIndex } from './store/undo-index.js';
export { createWriteQueue } from './store/write-queue.js';
export { type Lesson, teach } from './teaching.js';
export { joinLines, linesOf, type TextLine } from './text-lines.js';
export { unseen, visibleLine, visibleText } from './visible-text.js';
