import type { Costs } from './costs';

/** Rows that say what the detectors cost. */
export function costRows(costs: Costs): readonly string[][] {
  const marks = costs.longRun;
  const after = marks.map(({ steps }) => whole(steps)).join(', ');
  return [
    [''],
    ['costs on one core'],
    ['  recorded steps a second', whole(costs.stepsPerSecond), range(costs)],
    ['  in a second of processor time', whole(costs.stepsPerProcessorSecond)],
    ['  reading each line once, the same', whole(costs.readOncePerProcessorSecond), ratio(costs)],
    ['  steps with 10 MB of text a second', whole(costs.hostilePerSecond)],
    ['  the slowest of them', `${whole(costs.slowestHostileMs)} ms`],
    ['  held after all of them', `${costs.hostileMegabytes.toFixed(1)} MB`],
    [`one run of ${after} steps`],
    ['  µs a step', ...marks.map(({ microseconds }) => microseconds.toFixed(1))],
    ['  held', ...marks.map(({ megabytes }) => `${megabytes.toFixed(1)} MB`)],
  ];
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const ratio = (costs: Costs): string =>
  `${(costs.readOncePerProcessorSecond / costs.stepsPerProcessorSecond).toFixed(1)} ×`;
const range = ({ slowest, fastest }: Costs): string => `${whole(slowest)} … ${whole(fastest)}`;
