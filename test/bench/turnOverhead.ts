import { spawnSync } from 'node:child_process';
import { inScratchFolder } from './scratchFolder';
import { timeTable, type Table } from './table';
import { taskNames, turnWorkspace } from './turnWorkspace';

const TURNS = 40;
/** The first ones fill caches. */
const WARM_UP = 5;

const AGENT = ['/bin/sh', '-c', 'date +%s%N > changed.txt'];
const VERIFY = ['/bin/sh', '-c', 'exit 0'];

/**
 * What a turn costs besides its agent and its verification, both of which end at once, with 1,000
 * files: the time from one turn's end to the next one's. The peer is the same two programs, started
 * bare one after the other at the end of each turn.
 */
export async function measureTurnOverhead(): Promise<Table> {
  return inScratchFolder(async (folder) => {
    const { directory, run } = await turnWorkspace(folder, {
      ...{ tasks: TURNS, agent: AGENT, verify: VERIFY, environment: process.env },
    });
    const turns: number[] = [];
    const bare: number[] = [];
    let from = performance.now();
    await run(taskNames(TURNS), ({ event }) => {
      if (event !== 'turn_ended') return;
      turns.push(performance.now() - from);
      bare.push(timeBare(directory));
      from = performance.now();
    });
    const [ms, peer] = [turns.slice(WARM_UP), bare.slice(WARM_UP)];
    const own = ms.map((each, index) => each - (peer[index] ?? 0));
    return timeTable('A turn whose agent and verification end at once, 1,000 files', [
      { what: 'turn', ms, peer },
      { what: 'peer: the two programs, started bare', ms: peer },
      { what: 'own overhead of the turn', ms: own },
    ]);
  });
}

function timeBare(cwd: string): number {
  const start = performance.now();
  for (const [program = '', ...args] of [AGENT, VERIFY]) {
    const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    if (status !== 0) throw new Error(`${program} ended with ${status}`);
  }
  return performance.now() - start;
}
