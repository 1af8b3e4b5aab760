import type { CommittedTree } from './committed-tree.js';
import type { CommitterOptions } from './committer.js';
import { NestedRepositories } from './ignored-paths.js';
import { KnownFiles } from './known-files.js';
import { MadeChanges } from './made-changes.js';
import { RepositoryFinder } from './repository-finder.js';
import { ScanTimes } from './scan-times.js';
import { SettingsReader } from './settings.js';
import type { StagedVersions } from './staged-versions.js';
import type { WaitingChanges } from './waiting-changes.js';
import type { WorkFolder } from './work-folder.js';

/** What committing needs, and what is remembered from one time to the next. */
export class DrainWorld {
  readonly folder: WorkFolder;
  readonly waiting: WaitingChanges;
  readonly storage: CommitterOptions['storage'];
  readonly finder: RepositoryFinder;
  readonly known: KnownFiles;
  readonly made: MadeChanges;
  readonly settings = new SettingsReader();
  readonly scans = new ScanTimes();
  tree: CommittedTree | undefined;
  /** The mark of the index as this process has left it. */
  index: string | undefined;
  /** What was staged then. */
  staged: StagedVersions | undefined;

  constructor(folder: WorkFolder, waiting: WaitingChanges, options: CommitterOptions) {
    this.folder = folder;
    this.waiting = waiting;
    this.storage = options.storage;
    this.finder = new RepositoryFinder(options.program, folder.root, options.mode);
    this.known = new KnownFiles(folder);
    this.made = new MadeChanges(folder);
  }

  /** Asked anew each time: folders come and go. */
  nested(): NestedRepositories {
    return new NestedRepositories(this.folder.root);
  }
}
