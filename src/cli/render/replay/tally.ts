import type { ReplayedRun } from '../../../model/steps/replayedRun';
import type { Style } from '../../terminal/style';
import { savedSteps, describeSaved } from './saved';
import { countOf, groupThousands } from '../../../text/count';

/** Totals of all runs. */
export interface Tally {
  readonly runs: number;
  readonly steps: number;
  readonly stuck: number;
  /** Runs in which something was suspected and nothing proved. */
  readonly suspected: number;
  /** Runs without a step, in which nothing could be found. */
  readonly stepless: number;
  readonly saved: number;
  /** Lines and files that could not be read. */
  readonly problems: number;
}

export const NOTHING_YET: Tally = {
  runs: 0,
  steps: 0,
  stuck: 0,
  suspected: 0,
  stepless: 0,
  saved: 0,
  problems: 0,
};

/** The tally with one run more. */
export function withRun(tally: Tally, run: ReplayedRun): Tally {
  const saved = savedSteps(run);
  const suspected = saved === undefined && run.fires.length > 0;
  return {
    ...tally,
    runs: tally.runs + 1,
    steps: tally.steps + run.steps.length,
    stuck: tally.stuck + (saved === undefined ? 0 : 1),
    suspected: tally.suspected + (suspected ? 1 : 0),
    stepless: tally.stepless + (run.steps.length === 0 ? 1 : 0),
    saved: tally.saved + (saved ?? 0),
  };
}

/** Runs with steps in which nothing was found. */
export function cleanRuns({ runs, stuck, suspected, stepless }: Tally): number {
  return runs - stuck - suspected - stepless;
}

/** The last lines: number of runs, findings, steps that would have been saved. */
export function tallyText(tally: Tally, style: Style): string {
  const { runs, steps, stuck, suspected, stepless, problems } = tally;
  const found = [
    stuck > 0 ? style.red(`${groupThousands(stuck)} stuck`) : '0 stuck',
    suspected > 0
      ? style.yellow(`${groupThousands(suspected)} suspected only`)
      : '0 suspected only',
    `${groupThousands(cleanRuns(tally))} with nothing found`,
    ...(stepless > 0 ? [`${groupThousands(stepless)} without a step`] : []),
  ];
  const lines = [
    runs === 0
      ? style.bold('No run was read.')
      : `${style.bold(`${countOf(runs, 'run')}, ${countOf(steps, 'step')}`)}: ${found.join(', ')}.`,
    ...(stuck > 0 ? [savingWords(tally)] : []),
    ...(problems > 0
      ? [style.yellow(`${countOf(problems, 'problem')} while reading, see above.`)]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

function savingWords({ stuck, saved, steps }: Tally): string {
  if (saved > 0)
    return `Ending each run at the step where it was stuck would have saved ${describeSaved(saved, steps)}.`;
  const all = stuck === 1 ? 'It was stuck' : 'Each was stuck';
  return `${all} at the end of its turn: no later steps could have been saved.`;
}
