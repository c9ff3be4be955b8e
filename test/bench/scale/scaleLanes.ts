import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll } from '../fingerprintFolder';
import { inScratchFolder } from '../scratchFolder';
import type { Table } from '../table';
import { duration, measureRun, megabytes, type MeasuredRun } from './devsRun';

const LANES = [1, 2, 4, 8, 16] as const;
const TASKS = 16;
/** Seconds that each agent sleeps. */
const SLEEP = 3;
const WITHIN_MS = 120_000;

/**
 * Sixteen independent tasks whose agents sleep, in so many lanes, each in its own worktree; the verification ends at once.
 * The peer is what the agents alone take.
 */
export async function measureScaleOfLanes(): Promise<Table> {
  return inScratchFolder(async (folder) => {
    const runs: MeasuredRun[] = [];
    for (const lanes of LANES) runs.push(await runInLanes(folder, lanes));
    const [one] = runs;
    const rows = runs.map(({ ms, usage }, index) => {
      const lanes = LANES[index] ?? 1;
      const alone = (TASKS / lanes) * SLEEP * 1000;
      const speedUp = ((one?.ms ?? ms) / ms).toFixed(1);
      return [
        lanes === 1 ? '1 lane' : `${lanes} lanes`,
        ...[duration(ms), (ms / alone).toFixed(2), speedUp],
        duration((usage.ownMs + usage.childrenMs) / TASKS),
        megabytes(usage.peakBytes),
        megabytes(usage.supervisorBytes / lanes),
      ];
    });
    return {
      title: `${TASKS} tasks whose agents sleep ${SLEEP} s`,
      columns: [
        ...['whole run', '× peer', 'speed-up', 'processor for each task'],
        ...['memory', 'and for each lane'],
      ],
      rows,
    };
  });
}

async function runInLanes(folder: string, lanes: number): Promise<MeasuredRun> {
  const cwd = join(folder, `shop-${lanes}`);
  mkdirSync(cwd);
  const agent = `sleep ${SLEEP} && echo done > $DEVS_TASK_ID.txt && echo 'DONE: it is'`;
  const ids = Array.from({ length: TASKS }, (_, index) => `t${index}`);
  writeFileSync(
    join(cwd, 'devs.yaml'),
    [
      'version: 1',
      `agents: { sleeper: { type: command, command: ${JSON.stringify(agent)} } }`,
      ...[`parallel: ${lanes}`, 'isolate: true', 'verify: [/bin/true]', 'tasks:'],
      ...ids.map((id) => `  - { id: ${id}, goal: Sleep. }`),
      '',
    ].join('\n'),
  );
  commitAll(cwd);
  return measureRun({ cwd, stateDir: join(folder, `state-${lanes}`), withinMs: WITHIN_MS });
}
