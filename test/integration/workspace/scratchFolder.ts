import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** A folder for one test, with git at hand; configuration of the machine's user does not reach in. */
export interface ScratchFolder {
  readonly path: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Writes a file and the folders above it; returns its absolute path. */
  write(path: string, content: string | Buffer): string;
  /** Output of git in the folder, or in one that is relative to it or absolute. */
  git(args: readonly string[], inFolder?: string): string;
  remove(): void;
}

export function scratchFolder(): ScratchFolder {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'devs-workspace-')));
  const path = join(base, 'work');
  mkdirSync(path);
  chmodSync(base, 0o755);
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: base,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(base, 'gitconfig'),
  };
  writeFileSync(
    join(base, 'gitconfig'),
    '[user]\n\tname = Test\n\temail = test@example.org\n[protocol "file"]\n\tallow = always\n',
  );
  return {
    path,
    environment,
    write(file, content) {
      const absolute = join(path, file);
      mkdirSync(dirname(absolute), { recursive: true });
      writeFileSync(absolute, content);
      return absolute;
    },
    git: (args, inFolder = '.') =>
      execFileSync('git', args, {
        cwd: resolve(path, inFolder),
        env: environment,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    remove: () => {
      rmSync(base, { recursive: true, force: true });
    },
  };
}
