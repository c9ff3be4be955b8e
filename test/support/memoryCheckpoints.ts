import { createHash } from 'node:crypto';
import type { CheckpointEntry, CheckpointState } from '../../src/model/workspace/checkpoint';
import type { Checkpoints, Repository, RestoreRequest } from '../../src/ports/checkpoints';
import { StateError } from '../../src/ports/workspaceState';

/** Checkpoints of a workspace that is a map of texts; for orchestration without a disk. */
export class MemoryCheckpoints implements Checkpoints {
  readonly kept = new Map<string, ReadonlyMap<string, string>>();
  /** Set: every `record` fails so. */
  failure: string | undefined;
  /** Paths of which nothing is known. */
  readonly ignored = new Set<string>();
  /** Called before each path that is restored: to fail there. */
  beforeRestoring: (path: string) => void = () => undefined;
  /** Paths at which something else is, so that a restore leaves them. */
  leaves: (path: string) => boolean = () => false;

  constructor(
    private readonly files: Map<string, string>,
    private readonly untracked: ReadonlySet<string> = new Set(),
  ) {}

  findRefusal(): Promise<string | undefined> {
    return Promise.resolve(undefined);
  }

  record(): ReturnType<Checkpoints['record']> {
    if (this.failure !== undefined) return Promise.reject(new StateError(this.failure));
    const content = JSON.stringify([...this.files].sort());
    const id = createHash('sha256').update(content).digest('hex');
    this.kept.set(id, new Map(this.files));
    const snapshot = { files: new Map(this.files), untracked: new Set(this.untracked) };
    return Promise.resolve({ id, addedBytes: content.length, notes: [], snapshot });
  }

  readWorkspace(): Promise<CheckpointState> {
    return Promise.resolve(this.stateOf(this.files));
  }

  read(id: string): Promise<CheckpointState> {
    const files = this.kept.get(id);
    return files === undefined
      ? Promise.reject(new StateError(`The checkpoint ${id} is gone.`))
      : Promise.resolve(this.stateOf(files));
  }

  findLost(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set(ids.filter((id) => !this.kept.has(id))));
  }

  content(id: string, path: string): Promise<Uint8Array | undefined> {
    const text = this.kept.get(id)?.get(path);
    return Promise.resolve(text === undefined ? undefined : Buffer.from(text));
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- what is thrown becomes a rejection
  async restore({ to, paths }: RestoreRequest): ReturnType<Checkpoints['restore']> {
    const files = this.kept.get(to) ?? new Map<string, string>();
    const isLeft = this.leaves;
    for (const path of paths.filter((each) => !isLeft(each))) {
      this.beforeRestoring(path);
      const text = files.get(path);
      if (text === undefined) this.files.delete(path);
      else this.files.set(path, text);
    }
    return { left: paths.filter(isLeft).map((path) => ({ path, why: 'a link is in its place' })) };
  }

  usage(): Promise<number> {
    return Promise.resolve(0);
  }

  prune(): Promise<number> {
    return Promise.resolve(0);
  }

  private stateOf(files: ReadonlyMap<string, string>): CheckpointState {
    const entries = new Map<string, CheckpointEntry>();
    for (const [path, text] of files) {
      if (this.ignored.has(path)) continue;
      const hash = createHash('sha256').update(text).digest('hex');
      entries.set(path, { version: `file:644:${hash}`, size: text.length, stored: true });
    }
    return { files: entries, unknown: new Set(this.ignored) };
  }
}

/** A workspace without a repository. */
export const NO_REPOSITORY: Repository = {
  readState: () => Promise.resolve(undefined),
  changeSince: () => Promise.resolve(undefined),
};
