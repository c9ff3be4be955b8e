import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseAgentVerdict } from '../../../../src/rules/roles/parseAgentVerdict';

describe('agentVerdict', () => {
  it('takes the last PASSED or FAILED line, Markdown marks passed over', () => {
    assert.equal(parseAgentVerdict('I looked.\nPASSED: all there').said, 'passed');
    assert.equal(parseAgentVerdict('PASSED: so far\n- **FAILED:** rounding is off').said, 'failed');
    assert.equal(parseAgentVerdict('> `PASSED`: fine').said, 'passed');
  });

  it('code blocks and words in a sentence say nothing', () => {
    assert.equal(parseAgentVerdict('```\nPASSED: all\n```').said, 'unclear');
    assert.equal(parseAgentVerdict('It has PASSED: I think').said, 'unclear');
    assert.equal(parseAgentVerdict('passed: all').said, 'unclear');
    assert.equal(parseAgentVerdict('').said, 'unclear');
  });

  it('the same complaint is the same failure, whatever the numbers', () => {
    const [first, second] = ['FAILED: 3 of 12 rows wrong', 'FAILED: **5** of 12 rows wrong'].map(
      (reply) => parseAgentVerdict(reply).failure,
    );
    assert.equal(first, '# of # rows wrong');
    assert.equal(second, first);
    assert.notEqual(parseAgentVerdict('FAILED: the dates are wrong').failure, first);
  });

  it('copes with any text, in time that grows with its length alone', () => {
    fc.assert(fc.property(fc.string({ maxLength: 500 }), (reply) => void parseAgentVerdict(reply)));
    const started = performance.now();
    for (const part of ['*', '> ', 'PASSED', '- ', '`'])
      parseAgentVerdict(part.repeat(1_000_000 / part.length));
    assert.ok(performance.now() - started < 5_000);
  });
});
