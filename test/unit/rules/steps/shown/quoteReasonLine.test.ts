import assert from 'node:assert/strict';
import { quoteReasonLine } from '../../../../../src/rules/steps/shown/quoteReasonLine';

describe('the line of a result that says why', () => {
  const cases: readonly (readonly [what: string, result: string, line: string])[] = [
    [
      'is the one that states the failure, not the exit code above it',
      'Exit code 1\n> test\nAssertionError: 1 !== 2\n    at x.js:1:1',
      'AssertionError: 1 !== 2',
    ],
    [
      'is the refusal of an edit',
      '<result>\nString to replace not found in file.\n</result>\n',
      'String to replace not found in file.',
    ],
    [
      'is what a test expected, with what it got',
      'FAIL src/a.test.js\n  ● cart › adds tax\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 9.73\n    Received: 9.72\n',
      'Expected: 9.73 Received: 9.72',
    ],
    ['is the first one where none states a failure', 'a\nb\n\n', 'a'],
    ['is nothing of an empty result', '\n', ''],
    [
      'has neither secrets nor control characters',
      'Error: token ghp_0123456789abcdefghij\u202e \u0007refused',
      'Error: token *** refused',
    ],
  ];
  for (const [what, result, line] of cases)
    it(what, () => assert.equal(quoteReasonLine({ result, args: '' }), line));

  it('is found at the end of a long result, and is short itself', () => {
    const noise = 'reading the next part\n'.repeat(10_000);
    const long = quoteReasonLine({ result: `Error: ${'x'.repeat(5_000)}\n${noise}`, args: '' });
    assert.match(long, /^Error: x/);
    assert.ok(long.length <= 200);
    assert.equal(
      quoteReasonLine({ result: `${noise}Error: no such port\n`, args: '' }),
      'Error: no such port',
    );
  });
});
