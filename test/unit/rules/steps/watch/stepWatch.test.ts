import assert from 'node:assert/strict';
import { createStepWatch, type StepWatch } from '../../../../../src/rules/steps/watch/stepWatch';
import type { Step, StepVerdict } from '../../../../../src/model/steps/step';
import { BUILT_IN_LIMITS } from '../../../../../src/model/config/limits';

let number = 0;

function stepOf(told: Partial<Step>): Step {
  number += 1;
  return { number, tool: 'bash', args: 'npm test', result: 'a is 1', thought: '', ...told };
}

function levels(verdicts: readonly StepVerdict[]): readonly string[] {
  return verdicts.map(({ level, detector }) => `${level} ${detector}`);
}

describe('a watch over steps', () => {
  let watch: StepWatch;
  const observe = (told: Partial<Step> = {}): readonly StepVerdict[] => watch.observe(stepOf(told));

  const suspected = (): number | undefined => watch.suspicion?.count;

  beforeEach(() => {
    number = 0;
    watch = createStepWatch(BUILT_IN_LIMITS);
  });

  it('tells a loop once as suspected and once as found', () => {
    const told = Array.from({ length: 12 }, () => levels(observe()));
    assert.deepEqual(told[0], []);
    assert.ok(told[1]?.includes('suspect repeated call'));
    assert.ok(told[2]?.includes('stuck repeated call'));
    assert.deepEqual(told.slice(3).flat(), []);
  });

  it('tells it anew where the pattern was broken in between', () => {
    for (let i = 0; i < 4; i += 1) observe();
    observe({ args: 'cat a.ts', result: 'something else' });
    observe({ args: 'cat b.ts', result: 'something else again' });
    const again = Array.from({ length: 4 }, () => levels(observe())).flat();
    assert.ok(again.includes('stuck repeated call'), again.join());
  });

  it('suspects only as long as the pattern stands; a plan in between breaks none', () => {
    observe();
    observe();
    assert.equal(suspected(), 2);
    observe({ tool: '', args: '', result: '', thought: 'Let me think.' });
    assert.equal(suspected(), 2);
    observe({ args: 'cat a.ts', result: 'something else' });
    assert.equal(suspected(), undefined);
  });

  it('finds a round that is waited for with every limit that can be set', () => {
    watch = createStepWatch({ ...BUILT_IN_LIMITS, callCycles: 50 });
    const found = Array.from({ length: 60 }, () => [
      ...observe({ args: 'sleep 30', result: '' }),
      ...observe({ tool: 'Read', args: 'build.log' }),
    ]).flat();
    assert.deepEqual(levels(found), ['suspect call cycle', 'stuck call cycle']);
  });

  it('begins anew with what the user says, and not with what was said before', () => {
    observe({ asked: 'Run the tests.' });
    observe();
    assert.equal(suspected(), 2);
    observe({ asked: 'I changed the cart at 2026-11-02T10:00:00Z: again, please.' });
    assert.equal(suspected(), undefined);
    observe();
    const stuck = observe({ asked: 'I changed the cart at 2026-11-02T10:07:31Z: again, please.' });
    assert.ok(levels(stuck).includes('stuck repeated call'), levels(stuck).join());
  });

  it('takes no step of one agent for that of another', () => {
    const threads = ['main', 'one', 'two', 'three'];
    assert.deepEqual(
      threads.flatMap((thread) => observe({ thread })),
      [],
    );
    const found = threads.flatMap((thread) => [...observe({ thread }), ...observe({ thread })]);
    const stuck = found.filter(
      (each) => each.level === 'stuck' && each.detector === 'repeated call',
    );
    assert.deepEqual(
      stuck.map(({ evidence }) => evidence),
      [
        [1, 5, 6],
        [2, 7, 8],
        [3, 9, 10],
        [4, 11, 12],
      ],
    );
  });

  it('leaves a debugger alone that comes by the same lines, and finds the check that two calls repeat', () => {
    for (let i = 0; i < 12; i += 1)
      assert.deepEqual(
        observe({
          tool: 'debugger',
          args: 'go on',
          result: `stopped at line ${['one', 'two', 'six'][i % 3] ?? ''}`,
        }),
        [],
      );
    const cycle = Array.from({ length: 8 }, (_, i) =>
      observe({
        args: i % 2 === 0 ? 'cat a.ts' : 'cat b.ts',
        result: `file ${i % 2 === 0 ? 'a' : 'b'}`,
      }),
    ).flat();
    assert.ok(levels(cycle).includes('stuck call cycle'));
  });

  it('says the same of the same steps, whatever other watches have seen before', () => {
    const steps = Array.from({ length: 30 }, (_, i) =>
      stepOf({ args: `npm test ${i % 3}`, result: `took ${i * 37}ms\nrequest id: r${i}` }),
    );
    const run = (): readonly StepVerdict[] => {
      const fresh = createStepWatch(BUILT_IN_LIMITS);
      return steps.flatMap((step) => fresh.observe(step));
    };
    const first = run();
    for (let i = 0; i < 3_000; i += 1) observe({ result: `line ${i} took ${i}ms` });
    assert.deepEqual(run(), first);
    assert.ok(first.length > 0);
  });
});

describe('what a verdict quotes', () => {
  it('holds no command for a terminal, and no half of one', () => {
    const watch = createStepWatch(BUILT_IN_LIMITS);
    const args = 'cat \u001b[2J\u001b]0;title\u0007notes.txt';
    const step = { tool: 'bash', args, result: 'nothing to see', thought: '' };
    const verdicts = [1, 2, 3].flatMap((number) => watch.observe({ ...step, number }));
    assert.ok(verdicts.length > 0);
    for (const { message } of verdicts)
      assert.match(message, /^`cat notes\.txt` .*: nothing to see$/);
  });
});
