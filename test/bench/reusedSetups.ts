import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createWorktrees } from '../../src/platform/worktrees/createWorktrees';
import { folderPorts } from '../support/folderPorts';
import { alternately } from './alternately';
import { commitAll } from './fingerprintFolder';
import { inScratchFolder } from './scratchFolder';
import { timeTable, type Table } from './table';

const RUNS = { runs: 8, atLeast: 4, withinMs: 60_000 };
const FOLDERS = 500;
const FILES = 10_000;

/** What it costs to bring the 10,000 files that a setup made into a new worktree, its making aside. The peer is `cp -a`. */
export async function measureReusedSetups(): Promise<Table> {
  return inScratchFolder(async (folder) => {
    const work = join(folder, 'shop');
    const stateDir = join(folder, 'state');
    for (const each of [work, stateDir]) mkdirSync(each);
    writeFileSync(join(work, '.gitignore'), 'node_modules/\n');
    writeFileSync(join(work, 'package-lock.json'), '{}');
    commitAll(work);
    const environment = process.env;
    const worktrees = createWorktrees({
      ...{ workspaceDir: work, stateDir, environment },
      portsFor: (directory) => folderPorts(directory, { stateDir, environment }),
    });
    const { signal } = new AbortController();
    const options = { signal, onWait: () => undefined };
    const inputs = { command: 'npm ci', files: ['package-lock.json'], copy: [] };
    const made = join(folder, 'node_modules');
    makeFiles(made);
    const first = await worktrees.open('first', { copy: [] });
    const due = await first.beginSetup(inputs, options);
    if (due.kind !== 'due') throw new Error('nothing can be kept yet');
    cpSync(made, join(first.directory, 'node_modules'), { recursive: true });
    await first.finishSetup();
    const start = performance.now();
    const why = await due.keep(signal);
    const kept = performance.now() - start;
    if (why !== '') throw new Error(why);
    const { brought, peer } = await alternately(RUNS, {
      brought: async () => {
        const worktree = await worktrees.open('bench', { copy: [] });
        const begun = performance.now();
        const { kind } = await worktree.beginSetup(inputs, options);
        const took = performance.now() - begun;
        if (kind !== 'reused') throw new Error('the result was not reused');
        await worktrees.remove('bench');
        return took;
      },
      peer: () => {
        const copy = join(folder, 'copy');
        const begun = performance.now();
        execFileSync('cp', ['-a', made, copy]);
        const took = performance.now() - begun;
        rmSync(copy, { recursive: true });
        return Promise.resolve(took);
      },
    });
    return timeTable('A reused setup, 10,000 files', [
      { what: 'bringing them, each checked', ms: brought, peer },
      { what: 'keeping them, once', ms: [kept], peer },
      { what: 'peer: cp -a', ms: peer },
    ]);
  });
}

/** Files of 100 bytes to 20 kB, as of a `node_modules`. */
function makeFiles(root: string): void {
  const each = FILES / FOLDERS;
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    mkdirSync(join(root, `package-${folder}`), { recursive: true });
    for (let file = 0; file < each; file += 1) {
      const content = `${folder} ${file} `.repeat(20 + ((file * 997) % 2_000));
      writeFileSync(join(root, `package-${folder}`, `${file}.js`), content);
    }
  }
}
