import { isUtf8 } from 'node:buffer';
import { readdir, readFile } from 'node:fs/promises';
import ignore, { type Ignore } from 'ignore';

/** A file found by walking; `unreadable` for a folder that could not be listed. */
export interface WalkedFile {
  /** Relative to where the walk began, with `/`, as bytes. */
  readonly path: Buffer;
  readonly unreadable: boolean;
}

/** Result of a walk. */
export interface Walk {
  readonly files: readonly WalkedFile[];
  /** Paths not entered: ignored entries, `.git`, `node_modules`; folders with trailing `/`. */
  readonly skipped: readonly Buffer[];
}

interface Folder {
  readonly path: Buffer;
  readonly rules: IgnoreRules;
}

const NEVER_ENTERED = new Set(['.git', 'node_modules']);

/**
 * Lists every file and link below `root` that no `.gitignore` ignores. Skips `.git` and
 * `node_modules`, sockets, pipes and devices; never follows links.
 */
export async function walkFiles(root: string | Buffer): Promise<Walk> {
  const files: WalkedFile[] = [];
  const skipped: Buffer[] = [];
  const waiting: Folder[] = [{ path: Buffer.alloc(0), rules: NO_RULES }];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = await entriesOf(root, folder.path);
    if (entries === undefined) {
      files.push({ path: folder.path, unreadable: true });
      continue;
    }
    const rules = await rulesWithin(root, folder);
    for (const entry of entries) {
      const path = joinBytes(folder.path, entry.name);
      const isFolder = entry.isDirectory();
      const isNever = NEVER_ENTERED.has(entry.name.toString());
      if (!isNever && !isFolder && !entry.isFile() && !entry.isSymbolicLink()) continue;
      if (isNever || rules.ignores(path.toString() + (isFolder ? '/' : ''))) {
        skipped.push(isFolder ? Buffer.concat([path, Buffer.from('/')]) : path);
      } else if (isFolder) waiting.push({ path, rules });
      else files.push({ path, unreadable: false });
    }
  }
  return { files, skipped };
}

async function entriesOf(root: string | Buffer, folder: Buffer) {
  try {
    return await readdir(toSystemPath(root, folder), { withFileTypes: true, encoding: 'buffer' });
  } catch {
    return undefined;
  }
}

async function rulesWithin(root: string | Buffer, folder: Folder): Promise<IgnoreRules> {
  if (!isUtf8(folder.path)) return folder.rules;
  try {
    const file = toSystemPath(root, joinBytes(folder.path, Buffer.from('.gitignore')));
    return folder.rules.within(folder.path.toString(), await readFile(file, 'utf8'));
  } catch {
    return folder.rules;
  }
}

function joinBytes(folder: Buffer, name: Buffer): Buffer {
  return folder.length === 0 ? name : Buffer.concat([folder, Buffer.from('/'), name]);
}

function toSystemPath(root: string | Buffer, path: Buffer): Buffer {
  return path.length === 0 ? Buffer.from(root) : joinBytes(Buffer.from(root), path);
}

/** The `.gitignore` rules that hold in one folder: its own and those of the folders above. */
interface IgnoreRules {
  /** `path` is relative to the root of the walk, with `/`; a folder's ends with `/`. */
  ignores(path: string): boolean;
  /** Rules for the folder `directory` ('' = root), whose `.gitignore` holds `text`. */
  within(directory: string, text: string): IgnoreRules;
}

/** Ignores nothing. */
const NO_RULES: IgnoreRules = rulesOf(ignore());

function rulesOf(rules: Ignore): IgnoreRules {
  return {
    ignores: (path) => ignore.isPathValid(path) && rules.ignores(path),
    within: (directory, text) =>
      rulesOf(
        ignore()
          .add(rules)
          .add(text.split(/\r?\n/).map((line) => rebase(line, directory))),
      ),
  };
}

/** Rewrites a rule of a folder's `.gitignore` for the root. */
function rebase(line: string, directory: string): string {
  const isComment = line.startsWith('#') || line.trim() === '';
  if (isComment || directory === '') return line;
  const negated = line.startsWith('!');
  const pattern = negated ? line.slice(1) : line;
  const anchored = pattern.trimEnd().replace(/\/$/, '').includes('/');
  const below = anchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return `${negated ? '!' : ''}/${escapeGlob(directory)}/${below}`;
}

function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]!# ]/g, '\\$&');
}
