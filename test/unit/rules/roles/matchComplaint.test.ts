import assert from 'node:assert/strict';
import { parseAgentVerdict } from '../../../../src/rules/roles/parseAgentVerdict';
import { matchComplaint } from '../../../../src/rules/roles/matchComplaint';
import type { Complaint } from '../../../../src/model/hops/roleMemory';

/** What each of these complaints is called, one after the other. */
function namesOf(complaints: readonly string[]): readonly string[] {
  let known: readonly Complaint[] = [];
  return complaints.map((said) => {
    const { failure: text, count } = parseAgentVerdict(`FAILED: ${said}`);
    const found = matchComplaint(known, { text, count });
    known = found.complaints;
    return found.failure;
  });
}

describe('complaints of an agent that verifies', () => {
  it('in other words are the same', () => {
    const [first, second, other] = namesOf([
      'The rounding of prices in the cart is still wrong.',
      'the rounding of prices in the cart is wrong still',
      'The dates of the orders are shifted by a day.',
    ]);
    assert.equal(second, first);
    assert.notEqual(other, first);
  });

  it('that count fewer than ever are new, those that count as many or more are not', () => {
    const names = namesOf(['5 of 10 tests fail', '4 of 10 tests fail', '5 of 10 tests fail']);
    const again = namesOf(['5 of 10 tests fail', '6 of 10 tests fail', '5 of 10 tests fail']);
    assert.notEqual(names[1], names[0]);
    assert.equal(names[2], names[0]);
    assert.equal(new Set(again).size, 1);
  });

  it('without words or numbers have no count, and what is kept stays small', () => {
    assert.deepEqual(matchComplaint([], { text: '' }), { failure: '', complaints: [] });
    const many = Array.from({ length: 50 }, (_, at) => ({ text: `${at}`.repeat(9) }));
    const { complaints } = matchComplaint(many, { text: 'x'.repeat(10_000) });
    assert.equal(complaints.length, 20);
    assert.ok((complaints.at(-1)?.text.length ?? 0) <= 1_000);
  });

  it('parts of a decimal number and very long ones count nothing', () => {
    assert.equal(parseAgentVerdict('FAILED: it took 3.25 s').count, undefined);
    assert.equal(parseAgentVerdict(`FAILED: ${'9'.repeat(40)} fail`).count, undefined);
    assert.equal(parseAgentVerdict('FAILED: 12 rows wrong.').count, 12);
    assert.equal(parseAgentVerdict('PASSED: 12 rows').count, undefined);
  });
});
