/** Which git is run, and how far the configuration of its repositories is trusted. */
export interface GitProgram {
  /** The command, or its path; `git` when omitted. */
  readonly command?: string;
  /** The environment it gets, after what could redirect it is taken out; that of this process when omitted. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Run the hooks of the repository. Off by default: a repository may come from a stranger. */
  readonly hooks?: boolean;
  /** Sign commits where the configuration says so. Off by default: it may ask for a passphrase. */
  readonly sign?: boolean;
}
