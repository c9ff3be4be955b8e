import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runGit } from '../fingerprintFolder';
import { OutOfTime } from '../nodeProcess';
import { inScratchFolder } from '../scratchFolder';
import { median } from '../statistics';
import type { Table } from '../table';
import { differences, duration, measureRun, megabytes, timesOf, type MeasuredRun } from './devsRun';
import { FIRST_FOLDER, importRepository } from './importRepository';

/** Files, and how many tasks work in worktrees there, of which the first is not counted. */
const SIZES = [
  { files: 1_000, isolated: 5 },
  { files: 10_000, isolated: 4 },
  { files: 100_000, isolated: 2 },
] as const;
const TURNS = 3;
const WITHIN_MS = 240_000;

/**
 * What the size of a repository costs: a turn in the workspace, the worktree of a task, its landing, memory. Agents and
 * verifications end at once. The peers are git alone: `git status`, and `git worktree add` with `remove`.
 */
export async function measureScaleOfRepository(): Promise<Table> {
  const rows: string[][] = [];
  for (const size of SIZES)
    rows.push(await inScratchFolder(async (folder) => await row(folder, size)));
  return {
    title: 'Files in the repository',
    columns: [
      ...['first turn', 'a turn', '× git status', 'a worktree', '× git worktree', 'landing'],
      ...['memory', 'with worktrees'],
    ],
    rows,
  };
}

async function row(folder: string, { files, isolated }: (typeof SIZES)[number]): Promise<string[]> {
  const cwd = join(folder, 'shop');
  await importRepository(cwd, files);
  const status = median([1, 2, 3].map(() => timed(() => runGit(cwd, 'status', '--porcelain'))));
  const scene = { folder, cwd };
  const plain = await runTasks(scene, { count: TURNS, isolate: false });
  const [first = NaN, ...others] = differences([
    ...timesOf(plain.run.events, 'run_started'),
    ...timesOf(plain.run.events, 'turn_ended'),
  ]);
  const places = await runTasks(scene, { count: isolated, isolate: true }).catch(orLate);
  const other = join(folder, 'peer');
  const worktree = timed(() => {
    runGit(cwd, 'worktree', 'add', '--quiet', '--detach', other);
    runGit(cwd, 'worktree', 'remove', '--force', other);
  });
  const turn = median(others);
  return [
    `${files.toLocaleString('en')} files`,
    ...[duration(first), duration(turn), (turn / status).toFixed(1)],
    ...placeCells(places, worktree),
    megabytes(plain.run.usage.peakBytes),
    places === undefined ? '' : megabytes(places.run.usage.peakBytes),
  ];
}

/** A row of a busy machine goes without what takes longest. */
function orLate(error: unknown): undefined {
  if (!(error instanceof OutOfTime)) throw error;
}

function placeCells(places: TaskTimes | undefined, worktree: number): readonly string[] {
  if (places === undefined) return [`over ${WITHIN_MS / 1000} s`, '', ''];
  const { opening, landing } = readPlaces(places);
  return [duration(opening), (opening / worktree).toFixed(1), duration(landing)];
}

interface TaskTimes {
  readonly run: MeasuredRun;
  /** When agents began and verifications ended, as the programs noted it. */
  readonly agents: readonly number[];
  readonly verifications: readonly number[];
}

async function runTasks(
  { folder, cwd }: { readonly folder: string; readonly cwd: string },
  { count, isolate }: { readonly count: number; readonly isolate: boolean },
): Promise<TaskTimes> {
  const [agents, verifications] = [join(folder, 'agents'), join(folder, 'verifications')];
  for (const file of [agents, verifications]) writeFileSync(file, '');
  const note = (file: string): string => `date +%s%N >> '${file}'`;
  const work = `echo $DEVS_TASK_ID > ${FIRST_FOLDER}/$DEVS_TASK_ID.ts && echo 'DONE: it is'`;
  writeFileSync(
    join(cwd, 'devs.yaml'),
    [
      'version: 1',
      `agents: { quick: { type: command, command: ${JSON.stringify(`${note(agents)}; ${work}`)} } }`,
      ...[`verify: ${JSON.stringify(note(verifications))}`, `isolate: ${isolate}`, 'tasks:'],
      ...Array.from({ length: count }, (_, index) => `  - { id: t${index}, goal: Change it. }`),
      '',
    ].join('\n'),
  );
  const stateDir = join(folder, 'shop-state');
  const run = await measureRun({ cwd, stateDir, withinMs: WITHIN_MS });
  rmSync(stateDir, { recursive: true });
  runGit(cwd, 'clean', '--quiet', '--force', '-d');
  return { run, agents: readTimes(agents), verifications: readTimes(verifications) };
}

/** From the landing of one task to the work of the next one's agent, and from the end of a verification to the landing. */
function readPlaces({ run, agents, verifications }: TaskTimes): {
  readonly opening: number;
  readonly landing: number;
} {
  const landed = timesOf(run.events, 'task_landed');
  return {
    opening: median(agents.slice(1).map((began, index) => began - (landed[index] ?? NaN))),
    landing: median(
      landed.slice(1).map((at) => at - Math.max(...verifications.filter((ended) => ended < at))),
    ),
  };
}

/** Milliseconds since 1970, a line of nanoseconds each. */
function readTimes(file: string): readonly number[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => Number(line) / 1e6);
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
