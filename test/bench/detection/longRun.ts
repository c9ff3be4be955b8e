import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { Step } from '../../../src/model/steps/step';
import { median } from '../statistics';
import { DEFAULTS } from './quality';
import { ROUND, sampleStep } from './sampleSteps';
import { createStepWatch } from './shippedWatch';

/** What a watch costs after `steps` steps of one run. */
export interface Mark {
  readonly steps: number;
  /** Microseconds that one step takes, the middle of many. */
  readonly microseconds: number;
  /** Megabytes (10^6 bytes) that the watch holds. */
  readonly megabytes: number;
}

/** Steps that are timed together, and how many of them at most. */
const TIMED = 5 * ROUND;
const MAX_TIMED = 100;
const WARM_UP = 10_000;

/** Watches one run and says what that costs at each of `at`, ascending numbers of steps. */
export function longRun(at: readonly number[]): readonly Mark[] {
  const warm = createStepWatch(DEFAULTS);
  for (let number = 0; number < WARM_UP; number += 1) warm.observe(sampleStep(number));
  const before = megabytes();
  const watch = createStepWatch(DEFAULTS);
  let done = 0;
  return at.map((steps) => {
    const timed = Math.min(MAX_TIMED, Math.floor(steps / 2 / TIMED));
    for (; done < steps - timed * TIMED; done += 1) watch.observe(sampleStep(done));
    const samples = Array.from({ length: timed }, () => {
      const batch = Array.from({ length: TIMED }, (_, index) => sampleStep(done + index));
      done += TIMED;
      return timePerStep(batch, (step) => watch.observe(step));
    });
    const held = megabytes() - before;
    // Without this the watch could be gone before it is weighed.
    watch.observe(sampleStep(done - 1));
    return { steps, microseconds: median(samples), megabytes: held };
  });
}

function timePerStep(batch: readonly Step[], observe: (step: Step) => unknown): number {
  const start = performance.now();
  for (const step of batch) observe(step);
  return ((performance.now() - start) * 1_000) / batch.length;
}

/** Megabytes in use after everything unused was collected, texts outside of the heap included. */
export function megabytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
