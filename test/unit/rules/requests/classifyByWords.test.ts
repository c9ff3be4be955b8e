import assert from 'node:assert/strict';
import fc from 'fast-check';
import { classifyByWords } from '../../../../src/rules/similarity/lexicalSimilarity';
import { PAIR_SETS, readPairs } from '../../../bench/requestPairs';

describe('what words are sure of', () => {
  for (const [one, other] of [
    ['Enable the cache for guests', 'For guests, please disable the cache'],
    ['Review src/cart/total.ts', 'Could you review src/cart/tax.ts?'],
    ['Limit the list to 20 rows', 'The list should be limited to 50 rows'],
    ['Deploy the branch', 'Do not deploy the branch'],
    ['Rename the table', 'Restore the table'],
    ['Please review the payment code', 'Please review the login code'],
    ['', 'Review the code'],
  ] as const)
    it(`is that "${one}" and "${other}" are two requests, whatever a model says`, () => {
      assert.equal(classifyByWords(one, other), 'different');
    });

  it('is that the same words, or hardly others, are one', () => {
    assert.equal(classifyByWords('Review the code', 'Review the code'), 'same');
    assert.equal(
      classifyByWords('Can you review this auth code?', 'Review this auth code'),
      'same',
    );
  });

  it('is not what is said in other words altogether', () => {
    const asked = 'Does anybody still use the old export?';
    assert.equal(
      classifyByWords(asked, 'Is there any caller left of the legacy export?'),
      undefined,
    );
  });

  it('is the same in both directions', () => {
    const words = ['review', 'the', 'cart', 'not', 'src/a.ts', '3', 'enable', 'disable', 'old'];
    const text = fc
      .array(fc.constantFrom(...words), { maxLength: 8 })
      .map((parts) => parts.join(' '));
    fc.assert(fc.property(text, text, (a, b) => classifyByWords(a, b) === classifyByWords(b, a)));
  });

  for (const set of PAIR_SETS)
    it(`leaves few pairs that could be mistaken by any model: ${set.title}`, () => {
      const called = readPairs(set).filter(({ a, b }) => classifyByWords(a, b) !== 'different');
      const right = called.filter(({ same }) => same).length;
      assert.ok(right / called.length >= 0.9, `${right} of ${called.length}`);
    });
});
