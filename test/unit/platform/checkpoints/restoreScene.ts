import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreFiles } from '../../../../src/platform/checkpoints/restore/restoreFiles';
import {
  openRestoreFs,
  type RestoreFs,
} from '../../../../src/platform/checkpoints/restore/restoreFs';
import { listedFile, unescapePath } from '../../../../src/platform/workspace/listedFile';
import type { CheckpointEntry, CheckpointState } from '../../../../src/model/workspace/checkpoint';
import type { RestoreResult } from '../../../../src/ports/checkpoints';

/** A file (its text, mode 644, or both), or a link. */
export type Leaf =
  | string
  | { readonly text: string; readonly mode: number }
  | { readonly link: string };

/** Path (bytes that are no UTF-8 as `\xE9`) → what stands there. */
export type Tree = Readonly<Record<string, Leaf>>;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export function bytesOf(leaf: Leaf): Buffer {
  if (typeof leaf === 'string') return Buffer.from(leaf);
  return Buffer.from('link' in leaf ? leaf.link : leaf.text);
}

export function entryOf(leaf: Leaf): CheckpointEntry {
  const bytes = bytesOf(leaf);
  const isLink = typeof leaf !== 'string' && 'link' in leaf;
  const mode = typeof leaf === 'string' || isLink ? 0o644 : leaf.mode;
  const version = isLink
    ? `link:${sha256(bytes)}`
    : `file:${mode.toString(8).padStart(3, '0')}:${sha256(bytes)}`;
  return { version, size: bytes.length, stored: true };
}

export function stateOf(tree: Tree, unknown: readonly string[] = []): CheckpointState {
  return {
    files: new Map(Object.entries(tree).map(([path, leaf]) => [path, entryOf(leaf)])),
    unknown: new Set(unknown),
  };
}

export interface Restoring {
  readonly from: Tree;
  readonly to: Tree;
  /** All paths of both, unless given. */
  readonly paths?: readonly string[];
  readonly unknown?: readonly string[];
  readonly fs?: RestoreFs;
  readonly content?: (path: string) => Promise<Uint8Array>;
  readonly changeState?: (to: CheckpointState, from: CheckpointState) => void;
}

/** A folder with a workspace `work` in it and something outside. */
export interface Scene {
  readonly root: string;
  readonly work: string;
  write(tree: Tree): void;
  restore(restoring: Restoring): Promise<RestoreResult>;
  /** All that is in the workspace: `file:644:text`, `link:text`, `folder`. */
  look(folder?: string): Record<string, string>;
  remove(): void;
}

export const RESTORE_ID = 'r-1';

export function scene(): Scene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'devs-restore-')));
  const work = join(root, 'work');
  chmodSync(root, 0o755);
  mkdirSync(work);
  return {
    root,
    work,
    write: (tree) => {
      writeTree(work, tree);
    },
    restore: (restoring) => restoreIn(work, restoring),
    look: (folder = work) => lookInto(Buffer.from(`${folder}/`)),
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export function restoreIn(work: string, restoring: Restoring): Promise<RestoreResult> {
  const { from: before, to: after, unknown = [], fs = quickFs(work) } = restoring;
  const from = stateOf(before, unknown);
  const to = stateOf(after, unknown);
  restoring.changeState?.(to, from);
  const paths = restoring.paths ?? [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const content = (path: string): Promise<Uint8Array> => {
    const leaf = after[path];
    return leaf === undefined
      ? Promise.reject(new Error(`no content of ${path}`))
      : Promise.resolve(bytesOf(leaf));
  };
  return restoreFiles(
    {
      workspaceDir: work,
      request: { id: RESTORE_ID, from: 'before', to: 'after', paths },
      from,
      to,
      rawPath: unescapePath,
      content: restoring.content ?? content,
      previous: (path) => Promise.resolve(bytesOf(before[path] ?? '')),
    },
    fs,
  );
}

export function writeTree(work: string, tree: Tree): void {
  for (const [path, leaf] of Object.entries(tree)) {
    const raw = unescapePath(path) ?? Buffer.from(path);
    const absolute = Buffer.concat([Buffer.from(`${work}/`), raw]);
    mkdirSync(absolute.subarray(0, absolute.lastIndexOf(0x2f)), { recursive: true });
    if (typeof leaf !== 'string' && 'link' in leaf) {
      symlinkSync(leaf.link, absolute);
      continue;
    }
    writeFileSync(absolute, bytesOf(leaf));
    chmodSync(absolute, typeof leaf === 'string' ? 0o644 : leaf.mode);
  }
}

function lookInto(root: Buffer, below = Buffer.alloc(0)): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(Buffer.concat([root, below]), { encoding: 'buffer' })) {
    const relative = Buffer.concat([below, name]);
    const absolute = Buffer.concat([root, relative]);
    const { path } = listedFile(relative, { tracked: false });
    const stats = lstatSync(absolute);
    if (stats.isDirectory()) {
      found[path] = 'folder';
      Object.assign(found, lookInto(root, Buffer.concat([relative, SLASH])));
    } else if (stats.isSymbolicLink()) found[path] = `link:${readlinkSync(absolute)}`;
    else {
      const mode = (stats.mode & 0o777).toString(8);
      found[path] = `file:${mode}:${readFileSync(absolute, 'utf8')}`;
    }
  }
  return found;
}

const SLASH = Buffer.from('/');

/** What `look` finds where exactly these trees stand, with the folders that they need. */
export function asLooked(...trees: readonly Tree[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [path, leaf] of trees.flatMap((tree) => Object.entries(tree))) {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end);
      found[listedFile(unescapePath(folder) ?? Buffer.from(folder), { tracked: false }).path] =
        'folder';
    }
    if (typeof leaf === 'string') found[path] = `file:644:${leaf}`;
    else if ('link' in leaf) found[path] = `link:${leaf.link}`;
    else found[path] = `file:${leaf.mode.toString(8)}:${leaf.text}`;
  }
  return found;
}

/** The disk is not waited for: what these tests look at is what every reader sees. */
export function quickFs(work: string): RestoreFs {
  return { ...openRestoreFs(work), fsync: () => undefined, fsyncFolder: () => undefined };
}

/** File operations that call `before` with the number of the operation, from 1, and its name. */
export function countedFs(work: string, before: (count: number, name: string) => void): RestoreFs {
  let count = 0;
  return new Proxy(quickFs(work), {
    get: (target, name: keyof RestoreFs) => {
      const operation = Reflect.get(target, name) as (...parameters: unknown[]) => unknown;
      return (...parameters: unknown[]): unknown => {
        count += 1;
        before(count, name);
        return operation(...parameters);
      };
    },
  });
}

export function failure(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}

/** What stands in the workspace besides what a restore keeps there for itself. */
export function withoutStaging(found: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(found).filter(([path]) => !path.startsWith('.devs-rewind-')),
  );
}
