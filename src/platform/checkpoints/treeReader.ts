import type { CheckpointEntry, CheckpointState } from '../../model/workspace/checkpoint';
import { fromBytePath } from './bytePath';
import { LostObject, type ObjectStore } from './objectStore';
import { decodeTree, type TreeLine } from './tree';

/** A checkpoint with the bytes of its paths. */
export interface StoredCheckpoint extends CheckpointState {
  /** Bytes of paths that are not valid UTF-8. */
  readonly raw: ReadonlyMap<string, Buffer>;
}

/** A folder of a checkpoint cannot be read; the message says why. */
export class LostFolder extends Error {
  override readonly name = 'LostFolder';
  constructor(
    /** Relative path; '' for the workspace itself. */
    readonly path: string,
    cause: LostObject,
  ) {
    super(cause.message, { cause });
  }
}

/** Cached lines in total: successive checkpoints share nearly all of them. */
const MAX_CACHED_LINES = 300_000;

/** Reads the trees of checkpoints. Throws file system errors in addition to those named. */
export class TreeReader {
  #known = new Map<string, readonly TreeLine[]>();
  #lines = 0;

  constructor(private readonly store: ObjectStore) {}

  /** The lines of one object. Throws `LostObject`. */
  async readLines(id: string): Promise<readonly TreeLine[]> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const lines = decodeTree(await this.store.get(id));
    if (lines === undefined) throw new LostObject('it is none');
    if (this.#lines > MAX_CACHED_LINES) this.forget();
    this.#known.set(id, lines);
    this.#lines += lines.length;
    return lines;
  }

  /** Whether everything of a checkpoint is there, but for the contents of files; `whole`: trees known to be. */
  async isWhole(id: string, whole: Set<string>): Promise<boolean> {
    if (whole.has(id)) return true;
    // What is cached may be gone from the disk.
    if (this.store.place(id) === undefined) return false;
    const lines = await this.readLines(id).catch((error: unknown) => {
      if (!(error instanceof LostObject)) throw error;
      return undefined;
    });
    if (lines === undefined) return false;
    for (const line of lines) {
      const isFolder = line.kind === 'folder' || line.kind === 'more';
      if (isFolder && !(await this.isWhole(line.id, whole))) return false;
    }
    whole.add(id);
    return true;
  }

  /** Clears the cache. */
  forget(): void {
    this.#known = new Map();
    this.#lines = 0;
  }

  /** Throws `LostFolder`. */
  async readCheckpoint(id: string): Promise<StoredCheckpoint> {
    const files = new Map<string, CheckpointEntry>();
    const unknown = new Set<string>();
    const raw = new Map<string, Buffer>();
    const text = (bytes: string): string => {
      const name = fromBytePath(bytes);
      if (name.raw !== undefined) raw.set(name.path, name.raw);
      return name.path;
    };
    const read = async (tree: string, prefix: string): Promise<void> => {
      const lines = await this.readLines(tree).catch((error: unknown) => {
        throw error instanceof LostObject ? new LostFolder(text(prefix), error) : error;
      });
      for (const line of lines) {
        if (line.kind === 'more') await read(line.id, prefix);
        else if (line.kind === 'folder') await read(line.id, `${prefix}${line.name}/`);
        else if (line.kind === 'entry') files.set(text(prefix + line.name), line.entry);
        else unknown.add(text(`${prefix}${line.name}${line.isFolder ? '/' : ''}`));
      }
    };
    await read(id, '');
    return { files, unknown, raw };
  }
}
