import { createHash } from 'node:crypto';
import { createStepWatch } from '../../src/rules/steps/watch/stepWatch';
import type { Step } from '../../src/model/steps/step';
import { alternately, type Measure } from './alternately';
import { longRun } from './detection/longRun';
import { DEFAULTS } from './detection/quality';
import { sampleStep } from './detection/sampleSteps';
import { timeTable, type Table } from './table';

const ROUNDS = { runs: 40, atLeast: 10, withinMs: 8_000 };
const STEPS = 2_000;
/** Steps of one run between which memory and the cost of a step are compared. */
const MARKS = [20_000, 200_000];

/**
 * What all detectors over steps cost, 2,000 steps of made-up runs through them (the peer reads the
 * same steps as lines of JSON and takes a SHA-256 of each), and how that grows with a run.
 */
export async function measureSteps(): Promise<Table> {
  const { watching, peer } = await alternately(ROUNDS, {
    watching: timed(() => stepsOf(sampleLines()), watch),
    peer: timed(sampleLines, readAndHash),
  });
  const what = `${STEPS.toLocaleString('en')} steps through all detectors`;
  const times = timeTable('Watching steps', [
    { what, ms: watching, peer },
    { what: 'peer: their lines read as JSON, and a SHA-256', ms: peer },
  ]);
  return { ...times, rows: [...times.rows, ...growthRows()] };
}

function growthRows(): readonly (readonly string[])[] {
  return longRun(MARKS).map(({ steps, microseconds, megabytes }) => [
    `one run after ${steps.toLocaleString('en')} steps: the next one, and what is held`,
    `${microseconds.toFixed(1)} µs`,
    `${megabytes.toFixed(1)} MB`,
  ]);
}

/** Measures `work` on texts that were made for it and that nobody has looked at before. */
function timed<T>(make: () => T, work: (made: T) => void): Measure {
  return () => {
    const made = make();
    const start = performance.now();
    work(made);
    return Promise.resolve(performance.now() - start);
  };
}

function sampleLines(): readonly string[] {
  return Array.from({ length: STEPS }, (_, number) => JSON.stringify(sampleStep(number)));
}

function stepsOf(lines: readonly string[]): readonly Step[] {
  return lines.map((line) => JSON.parse(line) as Step);
}

function watch(steps: readonly Step[]): void {
  const watching = createStepWatch(DEFAULTS);
  for (const step of steps) watching.observe(step);
}

function readAndHash(lines: readonly string[]): void {
  for (const line of lines) {
    JSON.parse(line);
    createHash('sha256').update(line).digest('hex');
  }
}
