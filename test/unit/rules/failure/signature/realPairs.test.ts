import assert from 'node:assert/strict';
import { samenessOf } from '../../../../bench/signatures/pair';
import { realPairs } from '../../../../bench/signatures/realPairs';

/** What only moved has the same signature at other lines; what nothing was done to, exactly the same. */
function expected(name: string, truth: string): readonly string[] {
  if (truth === 'different') return ['different'];
  // A shell script names no line.
  return name.includes('shifted') ? ['other lines'] : ['exact'];
}

describe('failure signatures of real runners', () => {
  for (const pair of realPairs()) {
    it(`${pair.name} are ${pair.truth}`, () => {
      assert.ok(expected(pair.name, pair.truth).includes(samenessOf(pair)), samenessOf(pair));
    });
  }
});
