import { cpus, loadavg, platform } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../realVscode/chromium';
import { installVscode } from '../realVscode/install';
import { note } from '../realVscode/progress';
import { measureActivation } from './activation';
import { measureBundleLoading } from './bundleLoading';
import { measureBundleSizes } from './bundleSizes';
import { measureCheckpoints } from './checkpoints';
import { measureChoosing } from './choosing';
import { measureCommandStart } from './commandStart';
import { measureDashboard } from './dashboard';
import { measureFingerprint } from './fingerprint';
import { measureHookAnswer } from './hookAnswer';
import { measureHops } from './hops';
import { measureJudgeCalls } from './judgeCalls';
import { measureLanes, measureWorktrees } from './lanes';
import { measureOutputReading } from './outputReading';
import { measureRecordTurn } from './recordTurn';
import { measureRequestQuality, measureSimilarityParts } from './requestQuality';
import { measureReusedSetups } from './reusedSetups';
import { measureSignatures } from './signatures/measureSignatures';
import { measureScaleOfLanes } from './scale/scaleLanes';
import { measureScaleOfRepository } from './scale/scaleRepository';
import { measureScaleOfTasks } from './scale/scaleTasks';
import { ONLY_NAMED, TOPICS, type Compared, type Section, type Topic } from './section';
import { measureSteps } from './steps';
import { measureTaskPage } from './taskPage';
import { tableLines, type Table } from './table';
import { countTurnWork } from './turnCounts';
import { measureTurnOverhead } from './turnOverhead';

/**
 * `npm run bench`: prints what Devs costs in time and space, and how well it judges; `--only
 * activation,sizes,…` chooses. `--before <checkout>` measures sizes, loading and starting of another built checkout in the same
 * run. `--only signatures <file…>` reads recorded runs, JSON lines, plain or
 * compressed by gzip.
 */

/** In all, installations aside; what has not finished by then has failed. */
const WITHIN_MS = 475_000;
/** More where what takes long is named. */
const NAMED_WITHIN_MS = 900_000;

/** Only the last one can take long: what is late, is late alone. */
const SECTIONS: readonly Section[] = [
  { topic: 'sizes', title: 'Sizes', measure: (_, compared) => measureBundleSizes(compared) },
  {
    topic: 'cli',
    title: 'Start of the command',
    measure: (_, compared) => measureCommandStart(compared),
  },
  { topic: 'hook', title: 'A hook of the guard', measure: measureHookAnswer },
  { topic: 'turn', title: 'Work of a turn, counted', measure: countTurnWork },
  {
    topic: 'turn',
    title: 'Own overhead of a turn',
    measure: (_, compared) => measureTurnOverhead(compared),
  },
  { topic: 'turns', title: 'Recording a turn', measure: measureRecordTurn },
  { topic: 'hops', title: 'Inside a turn', measure: measureHops },
  { topic: 'requests', title: 'Requests between agents', measure: measureRequestQuality },
  {
    topic: 'requestParts',
    title: 'What each part of the similarity of requests adds',
    measure: measureSimilarityParts,
  },
  { topic: 'judge', title: 'Calls of a judge', measure: measureJudgeCalls },
  { topic: 'choosing', title: 'Choosing the next task', measure: measureChoosing },
  { topic: 'lanes', title: 'Tasks at once', measure: measureLanes },
  { topic: 'lanes', title: 'The worktree of a lane', measure: measureWorktrees },
  { topic: 'lanes', title: 'A reused setup', measure: measureReusedSetups },
  {
    topic: 'dashboard',
    title: 'The dashboard with 2,000 tasks',
    prepare: async () => {
      await findChromium();
    },
    measure: measureDashboard,
  },
  {
    topic: 'taskPage',
    title: 'The task page with 5,000 steps',
    prepare: async () => {
      await findChromium();
    },
    measure: measureTaskPage,
  },
  { topic: 'fingerprint', title: 'Fingerprint', measure: measureFingerprint },
  { topic: 'checkpoints', title: 'Checkpoints', measure: measureCheckpoints },
  { topic: 'output', title: 'Reading an output', measure: measureOutputReading },
  { topic: 'signatures', title: 'Failure signatures', measure: measureSignatures },
  { topic: 'steps', title: 'Watching steps', measure: measureSteps },
  { topic: 'scale', title: 'Lanes', measure: measureScaleOfLanes },
  { topic: 'scale', title: 'Tasks in devs.yaml', measure: measureScaleOfTasks },
  { topic: 'scale', title: 'Files in the repository', measure: measureScaleOfRepository },
  {
    topic: 'activation',
    title: 'Loading the extension outside VS Code',
    measure: (_, compared) => measureBundleLoading(compared),
  },
  {
    topic: 'activation',
    title: 'Activation in VS Code',
    prepare: async () => {
      await installVscode();
      await findChromium();
    },
    measure: (_, compared) => measureActivation(compared),
  },
];

/** What to measure, and the files that the command line names. */
function asked(): Asked {
  const options = { only: { type: 'string' }, before: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const before = values.before === undefined ? undefined : resolve(values.before);
  return { chosen: topics(values.only), files: positionals, compared: { before } };
}

interface Asked {
  readonly chosen: readonly Topic[];
  readonly files: readonly string[];
  readonly compared: Compared;
}

function topics(only: string | undefined): readonly Topic[] {
  if (only === undefined) return TOPICS.filter((topic) => !ONLY_NAMED.includes(topic));
  return only.split(',').map((name) => {
    const topic = TOPICS.find((each) => each === name.trim());
    if (topic === undefined) {
      throw new Error(`--only takes ${TOPICS.join(', ')}, separated by commas; not "${name}"`);
    }
    return topic;
  });
}

/** Not through the console: packaging keeps that quiet, and goes on doing so when it did not finish in time. */
function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Measures and prints one section; whether that worked. */
async function run(title: string, measure: () => Promise<Table>): Promise<boolean> {
  note(`Measuring: ${title} …`);
  try {
    print(`\n${tableLines(await measure()).join('\n')}`);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    print(`\n${title}: FAILED. ${why}`);
    return false;
  }
}

/** Rejects when the time is over. */
async function lateness(chosen: readonly Topic[]): Promise<never> {
  const isLong = chosen.some((topic) => ONLY_NAMED.includes(topic));
  const withinMs = WITHIN_MS + (isLong ? NAMED_WITHIN_MS : 0);
  await delay(withinMs);
  throw new Error(`The benchmark did not finish within ${withinMs / 1000} s`);
}

async function main(): Promise<number> {
  const { chosen, files, compared } = asked();
  const load = loadavg()[0]?.toFixed(1) ?? '';
  const machine = `${platform()}, ${cpus().length} processors, load ${load}`;
  print(`Node ${process.versions.node}, ${machine}`);
  const sections = SECTIONS.filter(({ topic }) => chosen.includes(topic));
  const prepared = sections.map(async ({ prepare }) => prepare?.());
  await Promise.allSettled(prepared);
  const late = lateness(chosen);
  late.catch(() => undefined);
  let failures = 0;
  for (const [index, section] of sections.entries()) {
    const measure = async (): Promise<Table> => {
      await prepared[index];
      return Promise.race([section.measure(files, compared), late]);
    };
    if (!(await run(section.title, measure))) failures += 1;
  }
  return failures === 0 ? 0 : 1;
}

// Ending through exit is what ends the processes and removes the folders of a section that did not finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(130));
}

main().then(
  (code) => process.stdout.write('', () => process.exit(code)),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
