/** Which git is run, and how far the configuration of its repositories is trusted. */
export interface GitProgram {
  /** The command, or its path; `git` when omitted. */
  readonly command?: string;
  /** The environment it gets, after what could redirect it is taken out; that of this process when omitted. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /**
   * Run the commit hooks of the repository (git 2.36 or later). Off by default: a repository may
   * come from a stranger. A hook that says no keeps the change waiting.
   */
  readonly hooks?: boolean;
  /** Sign commits, as git's configuration says. Off by default: it may ask for a passphrase. */
  readonly sign?: boolean;
}
