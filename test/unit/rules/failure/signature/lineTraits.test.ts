import assert from 'node:assert/strict';
import {
  meetsAnyNeed,
  parseNeeds,
  readTraits,
} from '../../../../../src/rules/failure/signature/lineTraits';

const has = (line: string, needs: string): boolean =>
  meetsAnyNeed(readTraits(line), parseNeeds(needs));

describe('what a line holds', () => {
  it('letters count in either case, signs as they are', () => {
    assert.equal(has('The PORT: 80', 'port:'), true);
    assert.equal(has('The PORT 80', 'port:'), false);
    assert.equal(has('The PRT: 80', 'port:'), false);
  });

  it('digits count as the longest row of them', () => {
    assert.equal(has('a1234', '0000'), true);
    assert.equal(has('123 456', '0000'), false);
    assert.equal(has('commit DeadBee', '#######'), true);
    assert.equal(has('commit DeadGee', '#######'), false);
  });

  it('a number may have its unit right behind it or behind one blank', () => {
    for (const line of ['5s', 'in 5 ms', '5 H', '5µs']) assert.equal(has(line, 'Q'), true, line);
    for (const line of ['5  s', '5.', 'a s', 's 5', '5 x'])
      assert.equal(has(line, 'Q'), false, line);
  });

  it('one of what is needed alternatively is enough, and nothing is needed of nothing', () => {
    assert.equal(has('a/b', '\\|/'), true);
    assert.equal(has('ab', '\\|/'), false);
    assert.equal(has('ab', ''), true);
    assert.equal(has('⎯', 'N'), true);
    assert.equal(has('-', 'N'), false);
  });
});
