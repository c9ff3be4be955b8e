import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodePackFs, type PackFs } from '../../src/platform/checkpoints/packFs';
import { nodeDurableFs, type DurableFs } from '../../src/platform/state/files/durableFile';

/** What a name leads to: a file's number. */
type Names = Map<string, number>;

/** A change of names; `file` is what `to` leads to afterwards. */
interface NameChange {
  readonly kind: 'name';
  readonly from?: string;
  readonly to?: string;
  readonly file?: number;
}

type Operation =
  | NameChange
  | { readonly kind: 'write'; readonly file: number; readonly bytes: Buffer }
  | { readonly kind: 'sync'; readonly file: number }
  | { readonly kind: 'syncFolder'; readonly folder: string };

/** What a power cut at one moment may leave: path → content. */
export interface AfterPowerCut {
  /** For messages: after how many operations, and what of the rest reached the disk. */
  readonly when: string;
  /** The newest promise at that moment. */
  readonly promised: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** What becomes of bytes that nobody waited for. */
const FATES = ['nothing', 'half', 'all'] as const;
type Fate = (typeof FATES)[number];

/**
 * Notes the order of what is written into a folder, and tells everything that a power cut could leave of it: bytes that
 * were not synced may be there or not, names of a folder that was not synced may have changed or not, each by itself.
 */
export class ForgetfulDisk {
  private readonly first: ReadonlyMap<string, Buffer>;
  private readonly operations: Operation[] = [];
  private readonly promises: { readonly at: number; readonly promised: string }[] = [];
  private readonly names: Names = new Map();
  private readonly open = new Map<number, number>();
  private files = 0;

  /** All that is in the folder now is safe. */
  constructor(private readonly folder: string) {
    this.first = readAll(folder);
    for (const path of this.first.keys()) this.names.set(path, (this.files += 1));
  }

  /** From now on, whoever was told relies on this. */
  promise(promised: string): void {
    this.promises.push({ at: this.operations.length, promised });
  }

  /** Those of the state; the folder has them all. */
  readonly durableFs: DurableFs = {
    ...nodeDurableFs,
    create: (path) => {
      const fd = nodeDurableFs.create(path);
      this.open.set(fd, this.created(path));
      return fd;
    },
    write: (fd, bytes, offset) => {
      const written = nodeDurableFs.write(fd, bytes, offset);
      this.wrote(this.open.get(fd), bytes.subarray(offset, offset + written));
      return written;
    },
    fsync: (fd) => {
      this.synced(this.open.get(fd));
    },
    rename: (from, to) => {
      nodeDurableFs.rename(from, to);
      this.renamed(from, to);
    },
    link: (from, to) => {
      nodeDurableFs.link(from, to);
      this.named({ to, file: this.fileAt(from) });
    },
    copy: () => {
      throw new Error('the state links');
    },
    unlink: (path) => {
      nodeDurableFs.unlink(path);
      this.named({ from: path });
    },
    fsyncFolder: (folder) => void this.operations.push({ kind: 'syncFolder', folder }),
  };

  /** Those of the checkpoints. */
  readonly packFs: PackFs = {
    create: async (path) => {
      const real = await nodePackFs.create(path);
      const file = this.created(path);
      return {
        write: async (bytes) => {
          await real.write(bytes);
          this.wrote(file, bytes);
        },
        sync: () => {
          this.synced(file);
          return Promise.resolve();
        },
        close: () => real.close(),
      };
    },
    rename: async (from, to) => {
      await nodePackFs.rename(from, to);
      this.renamed(from, to);
    },
    unlink: async (path) => {
      await nodePackFs.unlink(path);
      this.named({ from: path });
    },
    syncFolder: (folder) => {
      this.operations.push({ kind: 'syncFolder', folder });
      return Promise.resolve();
    },
  };

  /** Every state that a power cut could leave, each once. */
  *afterPowerCuts(): Generator<AfterPowerCut> {
    const seen = new Set<string>();
    for (let count = 0; count <= this.operations.length; count += 1) {
      const promised = this.promises.findLast(({ at }) => at <= count)?.promised ?? '';
      for (const { names, what, contents } of this.replay(count)) {
        const files = new Map([...names].map(([path, file]) => [path, contents(file)] as const));
        const key = `${promised}\n${[...names]
          .sort()
          .map(([path, file]) => `${path} ${file} ${files.get(path)?.length}`)
          .join()}`;
        if (seen.has(key)) continue;
        seen.add(key);
        yield { when: `after operation ${count}: ${what}`, promised, files };
      }
    }
  }

  private *replay(count: number) {
    const names: Names = new Map();
    const contents = new Map<number, Buffer>();
    for (const [path, bytes] of this.first) {
      names.set(path, names.size + 1);
      contents.set(names.size, bytes);
    }
    const safe = new Map(contents);
    let waiting: NameChange[] = [];
    for (const operation of this.operations.slice(0, count)) {
      if (operation.kind === 'write') {
        const { file, bytes } = operation;
        contents.set(file, Buffer.concat([contents.get(file) ?? Buffer.alloc(0), bytes]));
      } else if (operation.kind === 'sync')
        safe.set(operation.file, contents.get(operation.file) ?? Buffer.alloc(0));
      else if (operation.kind === 'syncFolder') {
        for (const change of waiting) if (isIn(operation.folder, change)) apply(names, change);
        waiting = waiting.filter((change) => !isIn(operation.folder, change));
      } else waiting.push(operation);
    }
    for (const chosen of choices(waiting)) {
      const changed = new Map(names);
      for (const change of chosen) apply(changed, change);
      for (const fate of FATES) {
        yield {
          names: changed,
          what: `${chosen.length} of ${waiting.length} changes of names and ${fate} of the unsynced bytes`,
          contents: (file: number) => left(contents.get(file), safe.get(file), fate),
        };
      }
    }
  }

  private created(path: string): number {
    const file = (this.files += 1);
    this.named({ to: path, file });
    return file;
  }

  private renamed(from: string, to: string): void {
    const file = this.fileAt(from);
    // A rename between two names of one file does nothing.
    if (file !== this.names.get(to)) this.named({ from, to, file });
  }

  private fileAt(path: string): number {
    const file = this.names.get(path);
    if (file === undefined) throw new Error(`nothing is known of ${path}`);
    return file;
  }

  private named(change: Omit<NameChange, 'kind'>): void {
    apply(this.names, { kind: 'name', ...change });
    this.operations.push({ kind: 'name', ...change });
  }

  private wrote(file: number | undefined, bytes: Uint8Array): void {
    if (file !== undefined)
      this.operations.push({ kind: 'write', file, bytes: Buffer.from(bytes) });
  }

  private synced(file: number | undefined): void {
    if (file !== undefined) this.operations.push({ kind: 'sync', file });
  }

  /** Puts such a state in the place of all that is in the folder. */
  restore({ files }: AfterPowerCut): void {
    for (const path of readAll(this.folder).keys()) rmSync(path);
    for (const [path, bytes] of files) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes, { mode: 0o600 });
    }
  }
}

function apply(names: Names, { from, to, file }: NameChange): void {
  if (from !== undefined) names.delete(from);
  if (to !== undefined && file !== undefined) names.set(to, file);
}

function isIn(folder: string, { from, to }: NameChange): boolean {
  return [from, to].some((path) => path !== undefined && dirname(path) === folder);
}

/** With few changes every choice of them; with many: none, all, one, all but one, the first ones. */
function choices(waiting: readonly NameChange[]): readonly (readonly NameChange[])[] {
  if (waiting.length <= 4) {
    return Array.from({ length: 2 ** waiting.length }, (_, bits) =>
      waiting.filter((_change, index) => (bits & (1 << index)) !== 0),
    );
  }
  return [
    [],
    waiting,
    ...waiting.map((change) => [change]),
    ...waiting.map((change) => waiting.filter((each) => each !== change)),
    ...waiting.map((_, index) => waiting.slice(0, index)),
  ];
}

/** What is there of a file of which only `safe` was synced. */
function left(written: Buffer | undefined, safe: Buffer | undefined, fate: Fate): Buffer {
  const [all, sure] = [written ?? Buffer.alloc(0), safe ?? Buffer.alloc(0)];
  if (fate === 'all') return all;
  if (fate === 'nothing') return sure;
  return all.subarray(0, sure.length + Math.floor((all.length - sure.length) / 2));
}

function readAll(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const paths = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
  return new Map(paths.map((path) => [path, readFileSync(path)]));
}
