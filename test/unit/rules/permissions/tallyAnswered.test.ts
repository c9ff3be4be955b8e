import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  PERMISSION_DECIDERS,
  type AnsweredCalls,
} from '../../../../src/model/permissions/answeredCalls';
import { MAX_TOLD_APART, tallyAnswered } from '../../../../src/rules/permissions/tallyAnswered';

const allowed = (action: string, count = 1): AnsweredCalls => ({
  ...{ action, allowed: true, by: 'human', count },
});

describe('answered calls, added up', () => {
  it('are one where they were answered alike: refused first, then the most frequent', () => {
    const refused = { ...allowed('run `a`'), allowed: false };
    const byRule = { ...allowed('run `b`', 2), by: 'rule', rule: 'execute' } as const;
    const calls = [allowed('run `a`'), byRule, refused, refused, allowed('run `c`', 3), byRule];
    assert.deepEqual(tallyAnswered(calls), [
      { ...refused, count: 2 },
      { ...byRule, count: 4 },
      allowed('run `c`', 3),
      allowed('run `a`'),
    ]);
  });

  it('stay few and keep their number, whatever agents ask for', () => {
    const call = fc.record({
      action: fc.integer({ min: 0, max: 200 }).map((n) => `run \`${n}\``),
      allowed: fc.boolean(),
      by: fc.constantFrom(...PERMISSION_DECIDERS),
      count: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 400 }), (calls) => {
        let tally: readonly AnsweredCalls[] = [];
        for (const each of calls) tally = tallyAnswered([...tally, each]);
        const count = (all: readonly AnsweredCalls[], yes: boolean): number =>
          all.reduce((sum, each) => sum + (each.allowed === yes ? each.count : 0), 0);
        assert.equal(count(tally, true), count(calls, true));
        assert.equal(count(tally, false), count(calls, false));
        assert.ok(tally.length <= MAX_TOLD_APART + 2 * PERMISSION_DECIDERS.length);
      }),
      { numRuns: 30 },
    );
  });
});
