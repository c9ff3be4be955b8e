import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { runGit } from '../fingerprintFolder';

const FILES_IN_EACH = 100;

/** The folder that has the first files. */
export const FIRST_FOLDER = 'src/area0/module0';

/** Makes a committed repository of so many source files of two kilobytes, faster than writing them and adding them would. */
export async function importRepository(path: string, files: number): Promise<void> {
  mkdirSync(path, { recursive: true });
  runGit(path, 'init', '--quiet', '--initial-branch=main');
  const git = spawn('git', ['fast-import', '--quiet'], {
    ...{ cwd: path, stdio: ['pipe', 'ignore', 'inherit'] },
  });
  const ended = once(git, 'close');
  for (const part of importStream(files))
    if (!git.stdin.write(part)) await once(git.stdin, 'drain');
  git.stdin.end();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`git fast-import ended with ${code ?? 'a signal'}`);
  runGit(path, 'reset', '--quiet', '--hard');
}

function* importStream(files: number): Generator<string> {
  yield 'commit refs/heads/main\ncommitter Bench <bench@example.org> 1700000000 +0000\ndata 3\nall\n';
  for (let file = 0; file < files; file += 1) {
    const text = contentOf(file);
    yield `M 100644 inline ${nameOf(file)}\ndata ${text.length}\n${text}\n`;
  }
}

function nameOf(file: number): string {
  const folder = Math.floor(file / FILES_IN_EACH);
  return `src/area${folder % 10}/module${folder}/part${file % FILES_IN_EACH}.ts`;
}

function contentOf(file: number): string {
  const line = (index: number): string =>
    `export const value${index} = 'file ${file}, line ${index}';`;
  return `${Array.from({ length: 45 }, (_, index) => line(index)).join('\n')}\n`;
}
