import { parseArgs } from 'node:util';
import { note } from '../../realVscode/progress';
import { tableLines } from '../table';
import { costRows } from './costRows';
import { costsOf } from './costs';
import { judge } from './judgedRun';
import { loadRuns, type Recordings } from './loadRuns';
import { curveOf, DEFAULTS, qualityOf } from './quality';
import { curveRows, QUALITY_COLUMNS, qualityRows } from './qualityTable';
import { runLines } from './runLines';

/** `npm run bench:detection -- <files>`: what the detectors inside a turn are worth on recorded runs. */

const USAGE = `npm run bench:detection -- [--runs] [--quick] [--json] <file…>

Runs the detectors over recorded runs and says how many of the loops in them they find, how soon, and
how often they fire where there is none. Files are read as "devs replay" reads them: JSON lines of
recorded runs, plain or .gz, transcripts of Claude Code, .traj of SWE-agent, event lists of OpenHands.

Labels stand in the member "labels" of a line of JSON lines; indices count the run's steps from 0:
  repetition_at  steps that repeat the one before, [] for none; two in a row are a loop
  loop_at        the first step at which a reader says that it loops, null for never
  resolved       whether the run solved its task

  --runs   each run with its labels and verdicts
  --quick  without the curve over the limits and without the costs
  --json   the numbers, for programs`;

interface Asked {
  readonly files: readonly string[];
  readonly runs: boolean;
  readonly quick: boolean;
  readonly json: boolean;
}

function asked(): Asked {
  const flag = { type: 'boolean', default: false } as const;
  const options = { runs: flag, quick: flag, json: flag };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  return { ...values, files: positionals };
}

/** Names what could not be read; true when something was. */
function tellProblems({ runs, problems }: Recordings): boolean {
  for (const { file, line, message } of problems) {
    note(`${file}${line === undefined ? '' : `:${line}`}: ${message}`);
  }
  return runs.length > 0;
}

function main(recordings: Recordings, { runs, quick, json }: Asked): void {
  const quality = qualityOf(judge(recordings.runs, DEFAULTS));
  const curve = quick ? undefined : curveOf(recordings.runs);
  if (!quick) note('Measuring what the detectors cost …');
  const costs = quick ? undefined : costsOf(recordings.runs);
  const steps = recordings.runs.reduce((sum, run) => sum + run.steps.length, 0);
  if (json) {
    const counts = { runs: recordings.runs.length, steps };
    print(JSON.stringify({ ...counts, ...quality, curve, costs }, undefined, 2));
    return;
  }
  if (runs) print(`${runLines(recordings.runs, DEFAULTS).join('\n')}\n`);
  const title = `${recordings.runs.length} runs, ${steps.toLocaleString('en')} steps`;
  const further = [
    ...(curve === undefined ? [] : curveRows(curve)),
    ...(costs === undefined ? [] : costRows(costs)),
  ];
  const rows = [...qualityRows(quality), ...further];
  print(tableLines({ title, columns: QUALITY_COLUMNS, rows }).join('\n'));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function start(): Promise<number> {
  const options = asked();
  if (options.files.length === 0) {
    note(USAGE);
    return 1;
  }
  const recordings = await loadRuns(options.files);
  if (!tellProblems(recordings)) return 1;
  main(recordings, options);
  return recordings.problems.some(({ line }) => line === undefined) ? 1 : 0;
}

// Whoever reads it has seen enough.
process.stdout.on('error', () => process.exit(0));

start().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    note(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
