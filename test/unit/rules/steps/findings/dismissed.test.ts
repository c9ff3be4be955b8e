import assert from 'node:assert/strict';
import { createStepWatch } from '../../../../../src/rules/steps/watch/stepWatch';
import { createPrintedWatch } from '../../../../../src/rules/steps/watch/printedWatch';
import { isSameFinding } from '../../../../../src/rules/steps/findings/isSameFinding';
import { BUILT_IN_LIMITS } from '../../../../../src/model/config/limits';
import type { FindingIdentity } from '../../../../../src/model/steps/finding';
import type { Step, StepVerdict } from '../../../../../src/model/steps/step';
import {
  command,
  edit,
  FAILING,
  read,
  times,
  type MadeUpStep,
} from '../../../../support/madeUpSteps';
import { everyNth } from '../../../../support/scale';
import { tracesIn } from '../../../../support/stepTraces';

/** What a watch of a turn reports of these steps, where some findings were called no loop. */
function reported(
  steps: readonly Step[],
  dismissed: readonly FindingIdentity[] = [],
): { readonly verdicts: readonly StepVerdict[]; readonly suspicions: readonly StepVerdict[] } {
  const watch = createStepWatch(BUILT_IN_LIMITS, false, () => dismissed);
  const suspicions: StepVerdict[] = [];
  const verdicts = steps.flatMap((step) => {
    const found = watch.observe(step);
    if (watch.suspicion !== undefined) suspicions.push(watch.suspicion);
    return found;
  });
  return { verdicts, suspicions };
}

function stuckIn(steps: readonly Step[], dismissed: readonly FindingIdentity[] = []) {
  return reported(steps, dismissed).verdicts.filter(({ level }) => level === 'stuck');
}

function toIdentity({ detector, places }: StepVerdict): FindingIdentity {
  assert.ok(places && places.length > 0, 'a stuck verdict of a turn names its places');
  return { detector, places };
}

function run(...parts: readonly (MadeUpStep | readonly MadeUpStep[])[]): readonly Step[] {
  return parts
    .flat()
    .map((told, at) => ({ number: at + 1, tool: 'Bash', result: '', thought: '', ...told }));
}

/** The first loop of a run, of that detector. */
function findingOf(steps: readonly Step[], detector?: string): FindingIdentity {
  const first = stuckIn(steps).find((each) => detector === undefined || each.detector === detector);
  assert.ok(first, 'a loop');
  return toIdentity(first);
}

function detectorsOf(verdicts: readonly StepVerdict[]): readonly string[] {
  return verdicts.map(({ detector }) => detector);
}

const TESTS = { args: command('npm test'), ...FAILING };

describe('a finding that a human called no loop', () => {
  const traces = tracesIn('.').filter(({ name }) => !name.startsWith('classes/'));
  const stuck = traces.filter(({ expect }) => expect === 'stuck');
  for (const trace of everyNth(2, stuck)) {
    it(`is neither suspected nor reported again: ${trace.name}`, () => {
      const [first] = stuckIn(trace.steps);
      if (first === undefined) return;
      const finding = toIdentity(first);
      const { verdicts, suspicions } = reported(trace.steps, [finding]);
      const again = verdicts.filter(
        ({ detector, step, level }) =>
          level === 'stuck' && detector === finding.detector && step === first.step,
      );
      assert.deepEqual(again, []);
      assert.ok(
        !suspicions.some(
          ({ step, detector }) => step === first.step && detector === finding.detector,
        ),
      );
    });
  }

  it('hides no loop of another trace', () => {
    const found = stuck.flatMap(({ name, steps }) => {
      const [first] = stuckIn(steps);
      return first === undefined ? [] : [{ name, steps, finding: toIdentity(first) }];
    });
    assert.ok(found.length > 50);
    const alike = found.flatMap((a, at) =>
      found
        .slice(at + 1)
        .filter((b) => isSameFinding(a.finding, b.finding))
        .map((b) => `${a.name} = ${b.name}`),
    );
    assert.deepEqual(alike, []);
  });
});

describe('a loop of a later turn', () => {
  const failed = (ms: number, port: number): MadeUpStep => ({
    args: command('npm test'),
    result: `Exit code 1\n  1 failing (${ms}ms)\n  TypeError: cents is not a function\n    at localhost:${port}`,
    error: true,
  });
  const dismissed = [findingOf(run(times(3, (i) => failed(12 + i, 40_001 + i))))];

  it('is the same with other times, ports and purposes of the call', () => {
    const again = run(
      read('cart'),
      times(9, (i) => ({
        ...failed(900 + i, 52_000 + i),
        args: JSON.stringify({ command: 'npm test', description: `try ${i}` }),
      })),
    );
    assert.deepEqual(detectorsOf(stuckIn(again)), ['repeated call']);
    assert.deepEqual(stuckIn(again, dismissed), []);
  });

  it('is another one with another result, another call or another detector', () => {
    const others = [
      run(times(3, () => ({ ...failed(12, 40_001), result: 'Exit code 1\nTypeError: x is null' }))),
      run(times(3, () => ({ ...failed(12, 40_001), args: command('npm run check') }))),
    ];
    for (const steps of others)
      assert.deepEqual(detectorsOf(stuckIn(steps, dismissed)), ['repeated call']);
    const cycle = run(times(3, () => [failed(12, 40_001), read('cart')]));
    assert.ok(detectorsOf(stuckIn(cycle, dismissed)).includes('call cycle'));
  });

  it('is reported although a dismissed one of the same detector comes directly before it', () => {
    const steps = run(
      times(5, () => failed(12, 40_001)),
      times(3, () => ({
        args: command('make lint'),
        result: 'Exit code 2\nmissing semicolon',
        error: true,
      })),
    );
    const found = stuckIn(steps, dismissed);
    assert.deepEqual(
      found.map(({ step, detector }) => [step, detector]),
      [[8, 'repeated call']],
    );
  });

  it('is recognised as soon as it is dismissed, in the middle of a run', () => {
    const list: FindingIdentity[] = [];
    const watch = createStepWatch(BUILT_IN_LIMITS, false, () => list);
    const [first, second, ...others] = run(times(5, () => failed(12, 40_001)));
    assert.ok(first && second);
    watch.observe(first);
    watch.observe(second);
    assert.equal(watch.suspicion?.detector, 'repeated call');
    list.push(...dismissed);
    assert.deepEqual(
      others.flatMap((step) => watch.observe(step)),
      [],
    );
    assert.equal(watch.suspicion, undefined);
  });

  it('is the same cycle, wherever it is found, and another one with half of its calls', () => {
    const file = (name: string): MadeUpStep => read(name);
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const twice = run(names.map(file), names.map(file));
    const finding = findingOf(twice);
    const later = run(read('z'), names.map(file), names.map(file), names.map(file));
    assert.deepEqual(detectorsOf(stuckIn(later)), ['call cycle']);
    assert.deepEqual(stuckIn(later, [finding]), []);
    const pair = findingOf(run(times(3, () => [file('c'), file('a')])), 'call cycle');
    const other = run(times(3, () => [file('c'), file('b')]));
    assert.ok(detectorsOf(stuckIn(other, [pair])).includes('call cycle'));
  });

  it('is the same with nearly the same calls and texts', () => {
    const edits = (from: number) =>
      run(
        times(3, (i) => ({
          ...edit(`const total = round(${from + i})`, 'x', '/a/cart.ts'),
          result: 'Error: String to replace not found in file.',
          error: true,
        })),
      );
    const finding = findingOf(edits(1));
    assert.equal(finding.detector, 'similar calls');
    assert.deepEqual(stuckIn(edits(40), [finding]), []);
    const said = (word: string) =>
      run(
        times(3, () => ({
          tool: '',
          args: '',
          thought: `I have completed the task. All tests pass, the rounding of the cart is correct now, and the ${word} work is finished.`,
        })),
      );
    const text = findingOf(said('remaining'));
    assert.equal(text.detector, 'repeated text');
    assert.deepEqual(stuckIn(said('remaining'), [text]), []);
    const otherText = run(
      times(3, () => ({
        tool: '',
        args: '',
        thought: 'I cannot find the file that the task names.',
      })),
    );
    assert.deepEqual(detectorsOf(stuckIn(otherText, [text])), ['repeated text']);
  });

  it('is the same in the output of an agent without events', () => {
    const block = (word: string): string =>
      `The test still fails, so I change the ${word} in src/cart.ts.\nApplied edit to src/cart.ts\nAssertionError: expected 3 to equal 4\n`;
    const found = (word: string, dismissed: readonly FindingIdentity[]) => {
      const watch = createPrintedWatch(3, () => dismissed);
      const steps = run(times(4, () => ({ tool: '', args: '', thought: block(word) })));
      return steps.flatMap((step) => watch.observe(step)).filter(({ level }) => level === 'stuck');
    };
    const [verdict] = found('rounding', []);
    assert.ok(verdict);
    const finding = toIdentity(verdict);
    assert.deepEqual(found('rounding', [finding]), []);
    assert.equal(found('price', [finding]).length, 1);
  });

  it('keeps no secret of a call', () => {
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const steps = run(times(3, () => ({ args: command(`TOKEN=${secret} ./release`), ...FAILING })));
    assert.ok(!JSON.stringify(findingOf(steps)).includes(secret));
  });

  it('is looked up at most once for each detector and step of a long turn', () => {
    const long = run(
      times(1_000, (i) => ({
        args: command(`node check.js ${i % 100}`),
        result: `Exit code 1\n${'line of a failure\n'.repeat(10)}TypeError: case ${i % 100}`,
        error: true,
      })),
    );
    const list = [findingOf(run(times(3, () => TESTS)))];
    let lookups = 0;
    const watch = createStepWatch(BUILT_IN_LIMITS, false, () => {
      lookups += 1;
      return list;
    });
    for (const step of long) watch.observe(step);
    assert.ok(lookups > 0 && lookups <= 10 * long.length, `${lookups} lookups`);
  });
});
