import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repoRoot } from './paths';
import { note } from './progress';

/** Files whose name ends so lose the ending in the copy; it keeps the checkout's own tools from reading them. */
const TEMPLATE = '.template';

/** Set in the demo's own repository, so that no setting of the user's asks for a signature or runs a hook there. */
const GIT_SETTINGS = [
  ['user.name', 'Devs demo'],
  ['user.email', 'demo@localhost'],
  ['commit.gpgsign', 'false'],
  ['tag.gpgsign', 'false'],
  ['core.hooksPath', '.git/no-hooks'],
  ['core.autocrlf', 'false'],
] as const;

function git(folder: string, ...args: string[]): void {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const options = { cwd: folder, env: Object.fromEntries(own), encoding: 'utf8' } as const;
  const { status, error, stderr } = spawnSync('git', args, options);
  if (status !== 0) throw new Error(`git ${args[0] ?? ''}: ${error?.message ?? stderr.trim()}`);
}

function commitAll(folder: string): void {
  git(folder, 'init', '--quiet', '--template=', '--initial-branch=main');
  for (const [name, value] of GIT_SETTINGS) git(folder, 'config', name, value);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--no-verify', '--message', 'The demo as it begins');
}

function removeTemplateEndings(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith(TEMPLATE)) continue;
    const file = join(entry.parentPath, entry.name);
    renameSync(file, file.slice(0, -TEMPLATE.length));
  }
}

/**
 * A fresh copy of `test/demo/` in the temporary folder, a git repository with one commit, and its path. Without git it
 * is a plain folder, and standard error says so.
 */
export function createDemo(): string {
  const source = join(repoRoot, 'test/demo');
  if (!existsSync(source)) throw new Error(`The demo workspace ${source} is missing.`);
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'devs-demo-'))), 'demo');
  mkdirSync(folder);
  cpSync(source, folder, { recursive: true });
  removeTemplateEndings(folder);
  try {
    commitAll(folder);
  } catch (error) {
    note(`The demo has no git repository, so VS Code shows no changes in it: ${String(error)}`);
  }
  return folder;
}
