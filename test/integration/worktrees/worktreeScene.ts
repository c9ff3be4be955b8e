import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  createWorktrees,
  type WorktreesOptions,
} from '../../../src/platform/worktrees/createWorktrees';
import type { Worktrees } from '../../../src/ports/worktrees';
import { folderPorts } from '../../support/folderPorts';
import { readText } from '../../support/readText';
import { scratchFolder, type ScratchFolder } from '../workspace/scratchFolder';

/** A workspace with a repository, beside a state folder. */
export interface WorktreeScene extends Pick<ScratchFolder, 'git' | 'write' | 'remove'> {
  readonly base: string;
  readonly work: string;
  readonly state: string;
  /** Worktrees as a process has them that starts now. */
  worktrees(workspaceDir?: string, stateDir?: string): Worktrees;
  /** Likewise with another environment. */
  worktreesWith(environment: NodeJS.ProcessEnv): Worktrees;
  read(path: string): string | undefined;
  /** Notes git commands from now on. What it returns takes their names since its last call, oldest first. */
  noteCommands(): () => readonly string[];
}

/** The repository is empty. */
export function worktreeScene(): WorktreeScene {
  const { path: work, environment, ...folder } = scratchFolder();
  const base = dirname(work);
  const state = join(base, 'state');
  mkdirSync(state);
  folder.git(['init', '-q', '-b', 'main']);
  return {
    ...{ base, work, state, ...folder },
    worktrees: (workspaceDir = work, stateDir = state) =>
      worktreesOf({ workspaceDir, stateDir, environment }),
    worktreesWith: (others) =>
      worktreesOf({
        ...{ workspaceDir: work, stateDir: state, environment: { ...environment, ...others } },
      }),
    read: (path) => readText(join(work, path)),
    noteCommands: () => {
      const trace = join(base, 'git-trace');
      environment['GIT_TRACE2_EVENT'] = trace;
      return () => {
        const lines = readFileSync(trace, 'utf8').split('\n').filter(Boolean);
        rmSync(trace);
        const events = lines.map((line) => JSON.parse(line) as { event: string; name?: string });
        return events.flatMap(({ event, name = '' }) => (event === 'cmd_name' ? [name] : []));
      };
    },
  };
}

function worktreesOf(search: Omit<WorktreesOptions, 'portsFor'>): Worktrees {
  return createWorktrees({
    ...search,
    portsFor: (directory) => folderPorts(directory, search),
  });
}
