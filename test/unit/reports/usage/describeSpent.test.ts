import assert from 'node:assert/strict';
import { addCall, NO_SPENDING, type SpentCall } from '../../../../src/model/usage/spending';
import { NANO } from '../../../../src/model/usage/usage';
import {
  describeSpent,
  describeSpentShortly,
  describeSpentSoFar,
} from '../../../../src/reports/usage/describeSpent';
import { describeMoney, describeUsage } from '../../../../src/reports/usage/describeUsage';

const tokens = { input: 1_000, cacheRead: 200, cacheWrite: 30, output: 4 };
const PRICED: SpentCall = { models: [tokens], nanoUsd: 3.1 * NANO };
const UNPRICED: SpentCall = { models: [tokens] };
const UNKNOWN: SpentCall = { models: [] };

const spent = (...calls: readonly SpentCall[]) => calls.reduce(addCall, NO_SPENDING);
const words = (...calls: readonly SpentCall[]): readonly string[] => [
  describeSpent(spent(...calls)),
  describeSpentShortly(spent(...calls)),
];

describe('what calls used, in words', () => {
  it('is money and tokens, as far as they are known', () => {
    assert.deepEqual(words(), ['', '–']);
    assert.deepEqual(words(PRICED), ['$3.10, 1,234 tokens', '$3.10']);
    assert.deepEqual(words(UNPRICED), ['1,234 tokens', '1,234 tokens']);
    assert.deepEqual(words(UNKNOWN), ['unknown', 'unknown']);
  });

  it('says where something is missing', () => {
    assert.deepEqual(words(PRICED, UNPRICED), ['at least $3.10, 2,468 tokens', '≥ $3.10']);
    assert.deepEqual(words(PRICED, UNKNOWN), ['at least $3.10, 1,234 tokens', '≥ $3.10']);
    assert.deepEqual(words(UNPRICED, UNKNOWN), ['at least 1,234 tokens', '≥ 1,234 tokens']);
    assert.deepEqual(words({ ...PRICED, partial: true }), [
      'at least $3.10, 1,234 tokens',
      '≥ $3.10',
    ]);
  });

  it('is a sentence only where something is known', () => {
    const said = [[], [UNKNOWN], [PRICED]].map((calls) => describeSpentSoFar(spent(...calls)));
    assert.deepEqual(said, ['', '', 'The task has used $3.10, 1,234 tokens so far.']);
  });

  it('shows small amounts with as many digits as say something', () => {
    const shown = [0, 1, 4_200_000, 9_999_999, 10_000_000, 12_345_678_900_000].map(describeMoney);
    assert.deepEqual(shown, ['$0.00', '$0.000000001', '$0.0042', '$0.01', '$0.01', '$12,345.68']);
    assert.equal(describeUsage(UNKNOWN), 'usage unknown');
    assert.equal(describeUsage(UNPRICED, { isPartial: true }), 'at least 1,234 tokens');
  });
});
