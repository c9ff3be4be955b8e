import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseAmount, parseTokens, parseUsd } from '../../../../src/model/usage/parseAmount';
import { NANO } from '../../../../src/model/usage/usage';

describe('an amount that a human enters', () => {
  it('is in dollars, or in tokens where it says so', () => {
    for (const text of ['5', '$5', '5 USD', ' $ 5.0 usd '])
      assert.deepEqual(parseAmount(text), { nanoUsd: 5 * NANO }, text);
    for (const text of ['2000000 tokens', '2,000,000 tokens', '2_000_000 Tokens'])
      assert.deepEqual(parseAmount(text), { tokens: 2_000_000 }, text);
    assert.deepEqual(parseAmount('1 token'), { tokens: 1 });
  });

  it('is refused where it could mean another amount, or none', () => {
    for (const text of [
      '2,5 tokens',
      '2,50 tokens',
      '20,00',
      '2_5 tokens',
      '1,0000 tokens',
      '2.5 tokens',
    ])
      assert.equal(parseAmount(text), undefined, text);
    for (const text of ['', '0', '-5', '5 EUR', '1e9', 'all', '0 tokens', '5 tokens tokens'])
      assert.equal(parseAmount(text), undefined, text);
  });

  it('is what its digits say, grouped or not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), (count) => {
        assert.equal(parseTokens(String(count)), count);
        assert.equal(parseTokens(count.toLocaleString('en-US')), count);
      }),
    );
    assert.equal(parseUsd('0.000000001'), 1);
    assert.equal(parseUsd('0.0000000001'), undefined);
  });
});
