import { parseArgs } from 'node:util';
import { note } from '../../realVscode/progress';
import { tableLines, type Table } from '../table';
import { scoreClasses } from './classes';
import { classTable } from './classTable';
import { costRows } from './costRows';
import { costsOf, type Costs } from './costs';
import { crossValidate, type Validation } from './crossValidation';
import { guardAnswersIn, guardRows, type GuardAnswers } from './guardAnswers';
import { judge } from './judgedRun';
import { loadRuns, type Recordings } from './loadRuns';
import { curveOf, DEFAULTS, qualityOf, type CurvePoint, type Quality } from './quality';
import { curveRows, QUALITY_COLUMNS, qualityRows, validationRows } from './qualityTable';
import { runLines } from './runLines';

/** `npm run bench:detection -- <files>`: what the detectors inside a turn are worth on recorded runs. */

const USAGE = `npm run bench:detection -- [--runs] [--quick] [--json] [--help] [file…]

Runs the detectors over the project's traces, class by class, and over recorded runs, and says how many
of the loops in them they find, how soon, and how often they fire where there is none. Files are read as "devs replay" reads them: JSON lines of
recorded runs, plain or .gz, transcripts of Claude Code, .traj of SWE-agent, event lists of OpenHands.

Labels stand in the member "labels" of a line of JSON lines; indices count the run's steps from 0:
  repetition_at  steps that repeat the one before, [] for none; two in a row are a loop
  loop_at        the first step at which a reader says that it loops, null for never
  resolved       whether the run solved its task

  --runs   each run with its labels and verdicts
  --quick  without the curve over the limits, the cross-validation and the costs
  --json   the numbers, for programs`;

interface Options {
  readonly files: readonly string[];
  readonly runs: boolean;
  readonly quick: boolean;
  readonly json: boolean;
  readonly help: boolean;
}

function parseOptions(): Options {
  const flag = { type: 'boolean', default: false } as const;
  const options = { runs: flag, quick: flag, json: flag, help: flag };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  return { ...values, files: positionals };
}

function noteProblems({ problems }: Recordings): void {
  for (const { file, line, message } of problems) {
    note(`${file}${line === undefined ? '' : `:${line}`}: ${message}`);
  }
}

/** What the detectors are worth on recorded runs. */
interface Measured {
  readonly runs: number;
  readonly steps: number;
  readonly quality: Quality;
  readonly guard: GuardAnswers;
  readonly curve?: readonly CurvePoint[];
  readonly validations?: readonly Validation[];
  readonly costs?: Costs;
}

function measure({ runs }: Recordings, quick: boolean): Measured {
  const steps = runs.reduce((sum, run) => sum + run.steps.length, 0);
  const quality = qualityOf(judge(runs, DEFAULTS));
  const measured = { runs: runs.length, steps, quality, guard: guardAnswersIn(runs) };
  if (quick) return measured;
  const [curve, validations] = [curveOf(runs), crossValidate(runs)];
  note('Measuring what the detectors cost …');
  return { ...measured, curve, validations, costs: costsOf(runs) };
}

function runTable({ runs, steps, quality, guard, curve, validations, costs }: Measured): Table {
  return {
    title: `${runs} runs, ${steps.toLocaleString('en')} steps`,
    columns: QUALITY_COLUMNS,
    rows: [
      ...qualityRows(quality),
      ...guardRows(guard),
      ...(curve === undefined ? [] : curveRows(curve)),
      ...(validations === undefined ? [] : validationRows(validations)),
      ...(costs === undefined ? [] : costRows(costs)),
    ],
  };
}

function printTable(table: Table): void {
  print(`${tableLines(table).join('\n')}\n`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function start(): Promise<number> {
  const { files, quick, json, runs, help } = parseOptions();
  if (help) {
    print(USAGE);
    return 0;
  }
  const classes = scoreClasses();
  const recordings = await loadRuns(files);
  noteProblems(recordings);
  const measured = recordings.runs.length === 0 ? undefined : measure(recordings, quick);
  if (json) {
    const { quality, ...rest } = measured ?? {};
    print(JSON.stringify({ classes, ...rest, ...quality }, undefined, 2));
  } else {
    printTable(classTable(classes));
    if (runs) print(`\n${runLines(recordings.runs, DEFAULTS).join('\n')}`);
    if (measured !== undefined) printTable(runTable(measured));
  }
  const isUnread = recordings.problems.some(({ line }) => line === undefined);
  return isUnread || (files.length > 0 && measured === undefined) ? 1 : 0;
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
