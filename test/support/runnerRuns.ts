import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../fixtures/runs');

/** What one command of a test runner printed, run several times on the same tests; the README beside them explains. */
export interface RunnerRuns {
  /** Runner and reporter, such as `node20-tap`. */
  readonly name: string;
  /** One test fails. */
  readonly first: string;
  /** The same once more. */
  readonly second: string;
  /** Two tests fail. */
  readonly worse: string;
  readonly passes: string;
  readonly passesAgain: string;
}

/** The recorded runs of every runner, in the order of their names. */
export function runnerRuns(): readonly RunnerRuns[] {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const read = (file: string): string => readFileSync(join(ROOT, name, `${file}.txt`), 'utf8');
      return {
        name,
        first: read('first'),
        second: read('second'),
        worse: read('worse'),
        passes: read('passes'),
        passesAgain: read('passesAgain'),
      };
    });
}
