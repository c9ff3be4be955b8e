import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tracesIn, watchSteps, type StepTrace } from '../../support/stepTraces';

/** How many of the loops of one class are found, and how often its look-alikes raise an alarm. */
export interface ClassScore {
  /** Name of the folder. */
  readonly name: string;
  readonly loops: number;
  readonly found: number;
  /** Found from the first repetition on, at most one step after the step at which a person sees the loop. */
  readonly inTime: number;
  readonly lookAlikes: number;
  readonly alarms: number;
}

const CLASSES = 'classes';

/** Scores each class of traces in `test/fixtures/steps/classes`, in the order of their names. */
export function scoreClasses(): readonly ClassScore[] {
  const root = join(__dirname, '../../fixtures/steps', CLASSES);
  return readdirSync(root).sort().map(scoreClass);
}

function scoreClass(name: string): ClassScore {
  const traces = tracesIn(join(CLASSES, name));
  const loops = traces.filter(({ loop }) => loop !== undefined);
  const lookAlikes = traces.filter(({ loop }) => loop === undefined);
  return {
    ...{ name, loops: loops.length, lookAlikes: lookAlikes.length },
    found: loops.filter((trace) => findStuck(trace) !== undefined).length,
    inTime: loops.filter(isFoundInTime).length,
    alarms: lookAlikes.filter((trace) => findStuck(trace) !== undefined).length,
  };
}

function isFoundInTime(trace: StepTrace): boolean {
  const step = findStuck(trace);
  const { since = 0, seen = 0 } = trace.loop ?? {};
  return step !== undefined && step >= since && step <= seen + 1;
}

/** The step at which the first loop is reported; undefined for none. */
function findStuck({ steps, isAttended }: StepTrace): number | undefined {
  return watchSteps(steps, isAttended).find(({ level }) => level === 'stuck')?.step;
}
