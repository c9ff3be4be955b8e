import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../realVscode/paths';
import { runNode } from './nodeProcess';
import { inScratchFolder } from './scratchFolder';
import { median } from './statistics';
import type { Compared } from './section';
import { timeTable, type Series, type Table } from './table';
import { taskNames, turnWorkspace } from './turnWorkspace';

const TURNS = 40;
/** The first ones fill caches. */
const WARM_UP = 5;
const WITHIN_MS = 120_000;

const AGENT = ['/bin/sh', '-c', 'date +%s%N > changed.txt'];
const VERIFY = ['/bin/sh', '-c', 'exit 0'];

/** Starts the two programs bare, one after the other, and prints how long each round took. */
const BARE = `
const { spawnSync } = require('node:child_process');
const rounds = [];
for (let round = 0; round < ${TURNS}; round++) {
  const start = performance.now();
  for (const [program, ...args] of ${JSON.stringify([AGENT, VERIFY])}) spawnSync(program, args);
  rounds.push(performance.now() - start);
}
console.log(JSON.stringify(rounds));`;

/**
 * What a turn costs besides its agent and its verification, both of which end at once, with 1,000
 * files: the time from one turn's end to the next one's in `devs run` as it ships. The peer is the
 * same two programs, started bare from a Node process before and after the run.
 */
export async function measureTurnOverhead({ before }: Compared): Promise<Table> {
  const series: Series[] = [];
  for (const [checkout, prefix] of [
    ...(before === undefined ? [] : [[before, 'before: '] as const]),
    [repoRoot, ''] as const,
  ]) {
    const { turns, peer } = await inScratchFolder((folder) => measureIn(folder, checkout));
    const bare = median(peer);
    series.push(
      { what: `${prefix}turn`, ms: turns, peer },
      { what: `${prefix}own overhead of the turn`, ms: turns.map((ms) => ms - bare) },
      { what: `${prefix}peer: the two programs, started bare`, ms: peer },
    );
  }
  return timeTable('A turn whose agent and verification end at once, 1,000 files', series);
}

async function measureIn(folder: string, checkout: string) {
  const { directory } = await turnWorkspace(folder, {
    ...{ tasks: TURNS, agent: AGENT, verify: VERIFY, environment: process.env },
  });
  // The task that pauses would end the run with another exit code.
  writeFileSync(join(directory, 'ok'), '');
  const bare = async (): Promise<readonly number[]> => {
    const { stdout } = await runNode({ args: ['-e', BARE], cwd: directory, withinMs: WITHIN_MS });
    return JSON.parse(stdout) as number[];
  };
  const first = await bare();
  const { stdout } = await runNode({
    args: [join(checkout, 'dist/cli.js'), 'run', '--json', ...taskNames(TURNS)],
    cwd: directory,
    env: { DEVS_STATE_DIR: join(folder, 'state') },
    withinMs: WITHIN_MS,
  });
  const ends = stdout
    .split('\n')
    .filter((line) => line.includes('"event":"turn_ended"'))
    .map((line) => Date.parse((JSON.parse(line) as { readonly at: string }).at));
  if (ends.length !== TURNS) throw new Error(`${ends.length} turns of ${TURNS} ended`);
  const turns = ends.slice(1).map((end, index) => end - (ends[index] ?? end));
  return { turns: turns.slice(WARM_UP), peer: [...first, ...(await bare())] };
}
