import assert from 'node:assert/strict';
import type { Step, StepVerdict } from '../../../../src/model/steps/step';
import { runnerRuns } from '../../../support/runnerRuns';
import { watchSteps } from '../../../support/stepTraces';

/** Runners that print nothing at their end that says how many tests passed. */
const SAYS_NO_COUNT = new Set([
  'maven-quiet',
  'mocha-json',
  'node20-dot',
  'node24-dot',
  'vitest-junit',
]);

/** The same call once for each result. */
function calls(results: readonly string[]): readonly Step[] {
  const args = JSON.stringify({ command: 'npm test' });
  return results.map((result, at) => ({
    number: at + 1,
    tool: 'shell',
    args,
    result,
    thought: '',
  }));
}

function stuckIn(steps: readonly Step[]): readonly StepVerdict[] {
  return watchSteps(steps).filter(({ level }) => level === 'stuck');
}

function found(results: readonly string[]): readonly unknown[] {
  return stuckIn(calls(results)).map(({ step, detector }) => [step, detector]);
}

/** So many lines of other tests that passed, with times of their own, before a text and behind it. */
function amongOthers(text: string, seed: number): string {
  const passed = (from: number): string =>
    Array.from({ length: 60 }, (_, at) => {
      const took = ((at + 1) * (from + seed) * 7_919) % 1_000_003;
      return `  ✔ knows rule ${from + at} of the shop (${took / 10 ** (took % 5)}ms)\n`;
    }).join('');
  return `${passed(0)}${text}\n${passed(100)}`;
}

describe('a call that runs the same tests again', () => {
  for (const { name, first, second, worse, passes, passesAgain } of runnerRuns()) {
    it(`is a loop at the third time where they fail alike, as ${name} prints it`, () => {
      assert.deepEqual(found([first, second, first]), [[3, 'repeated call']]);
    });

    it(`is none where another test fails or one has another name, as ${name} prints it`, () => {
      const renamed = first.replaceAll(/discount/gi, 'postage');
      if (worse !== first) assert.deepEqual(found([first, worse, second]), []);
      if (renamed !== first) assert.deepEqual(found([first, renamed, second]), []);
      assert.notEqual(worse, first, 'another outcome was recorded');
    });

    const limit = SAYS_NO_COUNT.has(name) ? 3 : 6;
    it(`is a loop at the ${limit}th time where they pass, as ${name} prints it`, () => {
      const results = [passes, passesAgain, passes, passesAgain, passes, passesAgain];
      assert.deepEqual(found(results.slice(0, limit)), [[limit, 'repeated call']]);
    });
  }

  it('is a loop also where the output is long and its times are of other lengths', () => {
    for (const { name, first, second } of runnerRuns()) {
      const results = [amongOthers(first, 1), amongOthers(second, 2), amongOthers(first, 3)];
      assert.ok(results.every((text) => text.length > 4_096));
      assert.deepEqual(found(results), [[3, 'repeated call']], name);
    }
  });

  it('is a loop where the beginning is lost that npm prints before the script', () => {
    const banner = '\n> shop@1.0.0 test\n> node --test\n\n';
    const plain = runnerRuns().filter(({ first }) => !first.trimStart().startsWith('>'));
    for (const { name, first, second } of plain)
      assert.deepEqual(found([first, banner + second, first]), [[3, 'repeated call']], name);
  });

  it('is none where a test in the middle of a long output has another name', () => {
    const of = (name: string, seed: number): string =>
      amongOthers(amongOthers(`  ✖ ${name} (12ms)`, seed + 5), seed);
    assert.deepEqual(found([of('rounds', 1), of('adds', 20), of('takes', 300)]), []);
    assert.deepEqual(found([of('rounds', 1), of('rounds', 20), of('rounds', 300)]), [
      [3, 'repeated call'],
    ]);
  });

  it('is none where it is to be measured how long they take', () => {
    const args = JSON.stringify({ command: 'time npm test' });
    for (const { name, first, second } of runnerRuns()) {
      if (first === second) continue;
      const steps = calls([first, second, first, second]).map((step) => ({ ...step, args }));
      assert.deepEqual(
        stuckIn(steps).filter(({ detector }) => detector === 'repeated call'),
        [],
        name,
      );
    }
  });
});
