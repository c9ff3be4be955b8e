import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCheckpoints } from '../../../src/platform/checkpoints/createCheckpoints';
import { createWorktrees } from '../../../src/platform/worktrees/createWorktrees';
import { createRepository } from '../../../src/platform/workspace/repository';
import { createWorkspace } from '../../../src/platform/workspace/createWorkspace';
import type { Worktrees } from '../../../src/ports/worktrees';

/** A workspace with a repository, beside a state folder. */
export interface WorktreeScene {
  readonly base: string;
  readonly work: string;
  readonly state: string;
  /** Worktrees as a process has them that starts now. */
  worktrees(workspaceDir?: string, stateDir?: string): Worktrees;
  git(args: readonly string[], folder?: string): string;
  write(path: string, text: string): void;
  read(path: string): string | undefined;
  remove(): void;
}

/** Git sees nothing of this machine; the repository is empty. */
export function worktreeScene(): WorktreeScene {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'devs-worktrees-')));
  const [work, state] = [join(base, 'shop'), join(base, 'state')];
  const environment = {
    PATH: process.env['PATH'],
    HOME: base,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(base, 'gitconfig'),
  };
  for (const folder of [work, state]) mkdirSync(folder);
  writeFileSync(
    join(base, 'gitconfig'),
    '[user]\n\tname = Test\n\temail = test@example.org\n[protocol "file"]\n\tallow = always\n',
  );
  const git = (args: readonly string[], folder = work): string =>
    execFileSync('git', args, { cwd: folder, env: environment, encoding: 'utf8', stdio: 'pipe' });
  git(['init', '-q', '-b', 'main']);
  return {
    ...{ base, work, state, git },
    worktrees: (workspaceDir = work, stateDir = state) =>
      createWorktrees({
        ...{ workspaceDir, stateDir, environment },
        portsFor: (directory) => ({
          workspace: createWorkspace({ workspaceDir: directory, environment }),
          checkpoints: createCheckpoints({
            workspaceDir: directory,
            ...{ stateDir, environment, maxFileBytes: 1_000_000 },
          }),
          repository: createRepository({ workspaceDir: directory, environment }),
        }),
      }),
    write: (path, text) => {
      mkdirSync(dirname(join(work, path)), { recursive: true });
      writeFileSync(join(work, path), text);
    },
    read: (path) => readText(join(work, path)),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Undefined if there is no such file. */
export function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
