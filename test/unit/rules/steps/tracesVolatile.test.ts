import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Step } from '../../../../src/model/steps/step';
import { everyNth } from '../../../support/scale';
import { tracesIn, watchSteps } from '../../../support/stepTraces';

/** Hexadecimal digits that look like chance and are the same in each test run. */
function digits(seed: string, count: number): string {
  return createHash('sha256').update(seed).digest('hex').slice(0, count);
}

function two(seed: string, below: number): string {
  return String(parseInt(digits(seed, 6), 16) % below).padStart(2, '0');
}

function uuid(seed: string): string {
  const hex = digits(seed, 32);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** What varies from call to call and means nothing; the same seed makes the same text. */
const NOISE: Readonly<Record<string, (seed: string) => string>> = {
  'a time stamp': (seed) =>
    `2026-03-05T${two(seed, 24)}:${two(`${seed}m`, 60)}:${two(`${seed}s`, 60)}.120Z`,
  'the id of a request': (seed) => `request id: ${uuid(seed)}`,
  'a duration': (seed) => `finished in ${two(seed, 60)}.${two(`${seed}f`, 100)}s`,
  'an address in memory': (seed) => `<object at 0x7f${digits(seed, 10)}>`,
  'a temporary folder': (seed) => `see /tmp/tmp${digits(seed, 8)}/log.txt`,
  'a process id': (seed) => `[pid ${String(20_000 + Number(two(seed, 9_999)))}]`,
};

function withNoise(steps: readonly Step[], noise: (at: number) => string): readonly Step[] {
  return steps.map((step, at) =>
    step.tool === '' ? step : { ...step, result: `${step.result}\n${noise(at)}` },
  );
}

/** What is told, without its words. */
function told(steps: readonly Step[]): readonly unknown[] {
  return watchSteps(steps).map(({ step, level, detector, evidence }) => [
    step,
    level,
    detector,
    evidence,
  ]);
}

describe('the detectors of steps, on results with something in them that always differs', () => {
  // Long runs would take most of the time and show nothing else.
  const traces = everyNth(
    3,
    tracesIn('.').filter(
      ({ name, steps }) => !/^(?:heldOut|classes)\//.test(name) && steps.length <= 20,
    ),
  );

  for (const [kind, make] of Object.entries(NOISE))
    it(`tell the same with ${kind} that differs as with one that does not`, () => {
      for (const { name, steps } of traces)
        assert.deepEqual(
          told(withNoise(steps, (at) => make(`${name} ${String(at)}`))),
          told(withNoise(steps, () => make('always the same'))),
          name,
        );
    });
});
