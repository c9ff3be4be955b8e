import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Printed, SignaturePair } from './pair';

/** What real runners printed of a small shop that fails: `pairs/README.md` tells the story. */
const FOLDER = join(__dirname, 'pairs');

/** Runs that failed for the same reason as `first`: nothing changed, or only lines moved. */
const SAME = new Set(['first', 'again', 'shifted']);

/** One runner and its runs, each a text file `<runner>/<run>.txt`. */
export interface RecordedRunner {
  readonly name: string;
  readonly command: string;
  readonly workspace: string;
  readonly exitCodes: Readonly<Record<string, number>>;
}

/** The runners of the index. */
export function realRunners(): readonly RecordedRunner[] {
  const index = JSON.parse(readFileSync(join(FOLDER, 'runners.json'), 'utf8')) as Record<
    string,
    Omit<RecordedRunner, 'name'>
  >;
  return Object.entries(index).map(([name, runner]) => ({ name, ...runner }));
}

/** What one run of a runner printed, and how it ended. */
export function realRun({ name, exitCodes }: RecordedRunner, run: string): Printed {
  const text = readFileSync(join(FOLDER, name, `${run}.txt`), 'utf8');
  return { text, end: `exit code ${exitCodes[run] ?? ''}` };
}

/** Every two runs of one runner; all of them failed. */
export function realPairs(): readonly SignaturePair[] {
  return realRunners().flatMap((runner) => {
    const runs = Object.keys(runner.exitCodes);
    return runs.flatMap((one, index) =>
      runs.slice(index + 1).map((two): SignaturePair => ({
        name: `${runner.name}: ${one} and ${two}`,
        source: runner.name,
        truth: SAME.has(one) && SAME.has(two) ? 'same' : 'different',
        failing: true,
        first: realRun(runner, one),
        second: realRun(runner, two),
        workspace: runner.workspace,
      })),
    );
  });
}
