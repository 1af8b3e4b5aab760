/**
 * A command that is answered with an error. The message is what the model reads, in the words that
 * the vendor documents where it documents any; it never holds a path of the host.
 */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}

const prefix = 'Error: ';

/** For what the vendor documents with `Error: ` in front, and for all that it does not document. */
export function failure(message: string): ToolFailure {
  return new ToolFailure(prefix + message);
}

/** The message for a runner that puts `Error: ` in front of whatever a handler throws. */
export function withoutPrefix(answer: string): string {
  return answer.startsWith(prefix) ? answer.slice(prefix.length) : answer;
}

export function pathAbsent(path: string): ToolFailure {
  return failure(`The path ${path} does not exist`);
}

export function changedMeanwhile(path: string): ToolFailure {
  return failure(
    `${path} was changed by someone else in the meantime, and nothing was done. View it again and repeat what is still right.`,
  );
}
