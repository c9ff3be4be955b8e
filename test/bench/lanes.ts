import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorktrees } from '../../src/platform/worktrees/createWorktrees';
import { repoRoot } from '../realVscode/paths';
import { folderPorts } from '../support/folderPorts';
import { alternately } from './alternately';
import { commitAll, makeRepository, runGit } from './fingerprintFolder';
import { runNode } from './nodeProcess';
import { inScratchFolder } from './scratchFolder';
import { timeTable, type Table } from './table';

const RUNS = { runs: 2, atLeast: 1, withinMs: 30_000 };
const TASKS = 4;
/** Seconds that each agent sleeps. */
const SLEEP = 5;
const WORKTREES = { runs: 10, atLeast: 5, withinMs: 30_000 };

/**
 * Four independent tasks whose agents sleep, at once and one after the other, each from the start of `devs run` to its end.
 * Both times in worktrees: the peer is the same with one lane.
 */
export async function measureLanes(): Promise<Table> {
  return inScratchFolder(async (folder) => {
    let runs = 0;
    const tasks = async (parallel: number): Promise<number> => {
      const work = join(folder, `shop-${(runs += 1)}`);
      mkdirSync(work);
      const ids = Array.from({ length: TASKS }, (_, index) => `t${index}`);
      const agent = `sleep ${SLEEP} && echo done > $DEVS_TASK_ID.txt && echo 'DONE: it is'`;
      writeFileSync(
        join(work, 'devs.yaml'),
        [
          'version: 1',
          `agents: { sleeper: { type: command, command: ${JSON.stringify(agent)} } }`,
          ...[`parallel: ${parallel}`, 'isolate: true'],
          'tasks:',
          ...ids.map((id) => `  - { id: ${id}, goal: Sleep. }`),
          '',
        ].join('\n'),
      );
      commitAll(work);
      const start = performance.now();
      await runNode({
        args: [join(repoRoot, 'dist/cli.js'), 'run', '--json'],
        ...{ cwd: work, env: { DEVS_STATE_DIR: join(folder, `state-${runs}`) }, withinMs: 120_000 },
      });
      return performance.now() - start;
    };
    const { atOnce, peer } = await alternately(RUNS, {
      atOnce: () => tasks(TASKS),
      peer: () => tasks(1),
    });
    return timeTable(`Four tasks whose agents sleep ${SLEEP} s`, [
      { what: 'four at once', ms: atOnce, peer },
      { what: 'peer: one after the other', ms: peer },
    ]);
  });
}

/** What the worktree of a lane costs, without setup, in a repository with 10,000 files. The peer is `git worktree add`. */
export async function measureWorktrees(): Promise<Table> {
  return inScratchFolder(async (folder) => {
    const [work, stateDir, bare] = ['shop', 'state', 'bare'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    for (const each of [work, stateDir]) mkdirSync(each);
    await makeRepository(work);
    const environment = process.env;
    const worktrees = createWorktrees({
      ...{ workspaceDir: work, stateDir, environment },
      portsFor: (folder) => folderPorts(folder, { stateDir, environment }),
    });
    const { lane, peer } = await alternately(WORKTREES, {
      lane: async () => {
        const start = performance.now();
        const opened = await worktrees.open('bench', { copy: [] });
        await opened.finishSetup();
        const took = performance.now() - start;
        await worktrees.remove('bench');
        return took;
      },
      peer: () => {
        const start = performance.now();
        runGit(work, 'worktree', 'add', '--quiet', '--detach', bare);
        const took = performance.now() - start;
        rmSync(bare, { recursive: true });
        runGit(work, 'worktree', 'prune');
        return Promise.resolve(took);
      },
    });
    return timeTable('The worktree of a lane, 10,000 files', [
      { what: 'making and opening it', ms: lane, peer },
      { what: 'peer: git worktree add', ms: peer },
    ]);
  });
}
