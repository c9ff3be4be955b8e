import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clockWaits } from '../../../src/engine/scheduling/clockWaits';
import { nextTask } from '../../../src/engine/scheduling/nextTask';
import { syncTasks } from '../../../src/engine/run/taskRegistry';
import type { DevsConfig } from '../../../src/model/config/config';
import { repoRoot } from '../../realVscode/paths';
import { alternately } from '../alternately';
import { benchConfig, benchTask } from '../benchConfig';
import { held, stateIn } from '../benchState';
import { commitAll } from '../fingerprintFolder';
import { runNode } from '../nodeProcess';
import { inScratchFolder } from '../scratchFolder';
import { median } from '../statistics';
import type { Table } from '../table';
import { recordTurn } from '../turnSamples';
import { differences, duration, measureRun, megabytes, timesOf } from './devsRun';

const COUNTS = [100, 1_000, 5_000] as const;
/** Of which the first ones are run, and the second of each pair waits for the first. */
const TURNS = 20;
const STATUS = { runs: 5, atLeast: 2, withinMs: 10_000 };
const CHOICES = 50;
const WITHIN_MS = 60_000;

/** What the number of tasks in `devs.yaml` costs: the status, the choice of the next task, a turn, the state on disk. */
export async function measureScaleOfTasks(): Promise<Table> {
  const rows: string[][] = [];
  for (const count of COUNTS)
    rows.push(await inScratchFolder(async (folder) => await row(folder, count)));
  return {
    title: 'Tasks in devs.yaml',
    columns: [
      ...['devs status', '× node -e 0', 'next task', 'a turn and its choice', 'memory'],
      ...['devs.db', 'after a turn of each'],
    ],
    rows,
  };
}

async function row(folder: string, count: number): Promise<string[]> {
  const [cwd, stateDir] = [join(folder, 'shop'), join(folder, 'shop-state')];
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'devs.yaml'), configText(count));
  commitAll(cwd);
  const { events, usage } = await measureRun({
    ...{ cwd, stateDir, withinMs: WITHIN_MS },
    tasks: Array.from({ length: TURNS }, (_, index) => nameOf(index)),
  });
  const { status, node } = await alternately(STATUS, {
    status: lifetime(cwd, stateDir, [join(repoRoot, 'dist/cli.js'), 'status']),
    node: lifetime(cwd, stateDir, ['-e', '0']),
  });
  const { choosing, bytes } = await measureState(folder, count);
  return [
    `${count.toLocaleString('en')} tasks`,
    ...[duration(median(status)), (median(status) / median(node)).toFixed(1)],
    `${choosing.toFixed(1)} ms`,
    duration(median(differences(timesOf(events, 'turn_ended')))),
    megabytes(usage.peakBytes),
    sizeOf(statSync(join(stateDir, 'devs.db')).size),
    sizeOf(bytes),
  ];
}

function lifetime(cwd: string, stateDir: string, args: readonly string[]) {
  return async (): Promise<number> => {
    const env = { DEVS_STATE_DIR: stateDir };
    return (await runNode({ args, cwd, env, withinMs: WITHIN_MS })).ms;
  };
}

/** Milliseconds of a choice among all tasks, and bytes of the database once each has had a turn that failed. */
async function measureState(
  folder: string,
  count: number,
): Promise<{ readonly choosing: number; readonly bytes: number }> {
  const config = configOf(count);
  const lease = await held(stateIn(folder)());
  const { store } = lease;
  syncTasks(store, config);
  const took = Array.from({ length: CHOICES }, () => {
    const start = performance.now();
    const task = nextTask(config, store, { waits: clockWaits(config, store, new Date()) });
    if (task === undefined) throw new Error('no task can run');
    return performance.now() - start;
  });
  store.transaction(() => {
    for (const { id } of config.tasks) recordTurn(store, id, 1);
  });
  lease.release();
  return { choosing: median(took), bytes: statSync(join(folder, 'state', 'devs.db')).size };
}

function configOf(count: number): DevsConfig {
  return benchConfig(
    Array.from({ length: count }, (_, index) =>
      benchTask(nameOf(index), { dependsOn: dependenciesOf(index) }),
    ),
  );
}

function configText(count: number): string {
  const agent = `echo done > $DEVS_TASK_ID.txt && echo 'DONE: it is'`;
  const tasks = Array.from({ length: count }, (_, index) => {
    const after = dependenciesOf(index).join(', ');
    return `  - { id: ${nameOf(index)}, goal: Users can log in., dependsOn: [${after}] }`;
  });
  return [
    'version: 1',
    `agents: { quick: { type: command, command: ${JSON.stringify(agent)} } }`,
    ...['tasks:', ...tasks, ''],
  ].join('\n');
}

function dependenciesOf(index: number): readonly string[] {
  return index % 2 === 0 ? [] : [nameOf(index - 1)];
}

function nameOf(index: number): string {
  return `add-login-${index}`;
}

function sizeOf(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
