import assert from 'node:assert/strict';
import fc from 'fast-check';
import { agentVerdict } from '../../../../src/rules/roles/agentVerdict';

describe('agentVerdict', () => {
  it('takes the last PASSED or FAILED line, Markdown marks passed over', () => {
    assert.equal(agentVerdict('I looked.\nPASSED: all there').said, 'passed');
    assert.equal(agentVerdict('PASSED: so far\n- **FAILED:** rounding is off').said, 'failed');
    assert.equal(agentVerdict('> `PASSED`: fine').said, 'passed');
  });

  it('code blocks and words in a sentence say nothing', () => {
    assert.equal(agentVerdict('```\nPASSED: all\n```').said, 'unclear');
    assert.equal(agentVerdict('It has PASSED: I think').said, 'unclear');
    assert.equal(agentVerdict('passed: all').said, 'unclear');
    assert.equal(agentVerdict('').said, 'unclear');
  });

  it('the same complaint is the same failure, whatever the numbers', () => {
    const [first, second] = ['FAILED: 3 of 12 rows wrong', 'FAILED: **5** of 12 rows wrong'].map(
      (reply) => agentVerdict(reply).failure,
    );
    assert.equal(first, '# of # rows wrong');
    assert.equal(second, first);
    assert.notEqual(agentVerdict('FAILED: the dates are wrong').failure, first);
  });

  it('copes with any text, in time that grows with its length alone', () => {
    fc.assert(fc.property(fc.string({ maxLength: 500 }), (reply) => void agentVerdict(reply)));
    const started = performance.now();
    for (const part of ['*', '> ', 'PASSED', '- ', '`'])
      agentVerdict(part.repeat(1_000_000 / part.length));
    assert.ok(performance.now() - started < 5_000);
  });
});
