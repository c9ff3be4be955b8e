import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TIMESTAMP_GRAIN_MS } from '../../src/platform/workspace/fileHashes';

const FOLDERS = 100;
const FILES_IN_EACH = 100;

/** A committed repository of source files, none of which was touched just now. */
export interface BenchRepository {
  readonly path: string;
  /** Gives another one of its files another content. */
  changeOne(): void;
  /** `git status`, as a user would ask for it. */
  status(): void;
}

/** Makes such a repository in an empty folder; `folders` of a hundred files each. */
export async function makeRepository(path: string, folders = FOLDERS): Promise<BenchRepository> {
  for (let folder = 0; folder < folders; folder += 1) {
    mkdirSync(join(path, nameOf(folder)), { recursive: true });
    for (let file = 0; file < FILES_IN_EACH; file += 1)
      writeFileSync(join(path, nameOf(folder, file)), contentOf(folder, file));
  }
  commitAll(path);
  // Files as fresh as the clock of a file system is coarse are read again by git and by us.
  await delay(TIMESTAMP_GRAIN_MS * 1.1);
  runGit(path, 'status', '--porcelain');
  let changes = 0;
  return {
    path,
    changeOne: () => {
      changes += 1;
      const [folder, file] = [(changes * 37) % folders, (changes * 61) % FILES_IN_EACH];
      writeFileSync(join(path, nameOf(folder, file)), contentOf(folder, file, changes));
    },
    status: () => runGit(path, 'status', '--porcelain'),
  };
}

/** Makes a folder a repository with all its files in one commit. */
export function commitAll(path: string): void {
  runGit(path, 'init', '-q');
  runGit(path, 'add', '.');
  const who = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org'];
  runGit(path, ...who, 'commit', '-qm', 'all');
}

/** Runs git in a folder. */
export function runGit(path: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: path, stdio: ['ignore', 'ignore', 'pipe'] });
}

function nameOf(folder: number, file?: number): string {
  const inside = `src/area${folder % 10}/module${folder}`;
  return file === undefined ? inside : `${inside}/part${file}.ts`;
}

/** About two kilobytes. */
function contentOf(folder: number, file: number, change = 0): string {
  const line = (index: number): string =>
    `export const value${index} = 'module ${folder}, part ${file}, line ${index}';\n`;
  return `// ${change}\n${Array.from({ length: 34 }, (_, index) => line(index)).join('')}`;
}
