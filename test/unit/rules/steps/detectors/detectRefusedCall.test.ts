import assert from 'node:assert/strict';
import { createStepWatch, type StepWatch } from '../../../../../src/rules/steps/watch/stepWatch';
import { BUILT_IN_LIMITS } from '../../../../../src/model/config/limits';
import type { Step } from '../../../../../src/model/steps/step';

/** A watch over an agent that nobody attends, after shell commands with these results. */
function afterCommands(
  results: readonly string[],
  told: Pick<Step, 'error'> = { error: true },
): StepWatch {
  const watch = createStepWatch(BUILT_IN_LIMITS, false);
  results.forEach((result, at) => {
    const args = JSON.stringify({ command: `npm test -- --seed ${at}` });
    watch.observe({ number: at + 1, tool: 'Bash', args, result, thought: '', ...told });
  });
  return watch;
}

describe('what is no refusal of a call, though its result speaks of one', () => {
  const lookalikes: readonly (readonly [string, string])[] = [
    [
      'a test of that name that fails',
      '> shop@1.0.0 test\n> mocha\n\n  1) user is denied without a login\n\n  1 failing\n',
    ],
    [
      'an error of the code under test',
      'FAILED test_orders.py::test_big - OrderError: order requires approval\n1 failed in 0.1s',
    ],
    ['a program that ended with its own error', 'Exit code 3\nthe refund has been denied'],
    ['a line further below', 'Error: cannot load the page\n  the user cancelled the order'],
  ];
  for (const [what, result] of lookalikes)
    it(`is ${what}`, () => {
      const watch = afterCommands([`${result} `, result, `${result}\n`]);

      assert.deepEqual(watch.refusals, []);
      assert.notEqual(watch.suspicion?.detector, 'refused call');
    });

  it('is what was found by a call that ended well', () => {
    const found = ['orders.ts:12: requires approval', 'a.ts:4: rejected by user', 'not approved'];

    assert.deepEqual(afterCommands(found, { error: false }).refusals, []);
  });

  it('is where other files may not be read, among many that may', () => {
    const watch = createStepWatch(BUILT_IN_LIMITS, false);
    const outside = ['/usr/include/zlib.h', '/etc/hosts', '/opt/docs/guide.md'];
    outside.forEach((path, at) => {
      const own = { tool: 'Read', args: `{"file_path":"src/a${at}.ts"}`, thought: '' };
      const result = `export const a${at} = ${at};`;
      watch.observe({ ...own, number: 2 * at + 1, result, error: false });
      const words = `Claude requested permissions to read from ${path}, but you haven't granted it yet.`;
      const args = `{"file_path":"${path}"}`;
      watch.observe({ ...own, number: 2 * at + 2, args, result: words, error: true });
    });

    assert.notEqual(watch.suspicion?.level, 'stuck');
  });

  it('but it is one where nothing else is said', () => {
    const watch = afterCommands(Array.from({ length: 3 }, () => 'This command requires approval'));

    assert.equal(watch.refusals[0]?.count, 3);
    assert.equal(watch.suspicion?.detector, 'refused call');
  });
});
