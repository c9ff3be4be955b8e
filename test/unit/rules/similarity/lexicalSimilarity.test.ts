import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  SAME_REQUEST,
  lexicalSimilarity,
} from '../../../../src/rules/similarity/lexicalSimilarity';
import { DIFFERENT, REWORDED } from './requestPairs';
import { anyCodePoint } from '../../../support/anyCodePoint';

describe('the similarity of requests', () => {
  for (const [a, b] of REWORDED)
    it(`is that of one request for "${a}" and "${b}"`, () => {
      assert.ok(lexicalSimilarity(a, b) > SAME_REQUEST);
    });

  for (const [a, b] of DIFFERENT)
    it(`is that of two requests for "${a}" and "${b}"`, () => {
      assert.ok(lexicalSimilarity(a, b) <= SAME_REQUEST);
    });

  it('keeps each two different requests apart, and each two wordings of one together', () => {
    const requests = [...new Set(REWORDED.map(([request]) => request))];
    for (const one of requests)
      for (const other of requests)
        assert.equal(
          lexicalSimilarity(one, other) > SAME_REQUEST,
          one === other,
          `${one} ${other}`,
        );
  });

  it('is 1 for equal texts, also those of words that say nothing, and 0 when one is empty', () => {
    for (const text of ['Review it.', 'Can you do this?', '?!', '\ud800', 'x'.repeat(30_000)])
      assert.equal(lexicalSimilarity(text, text), 1);
    assert.equal(lexicalSimilarity('', ''), 0);
    assert.equal(lexicalSimilarity('review', ''), 0);
    assert.equal(lexicalSimilarity('?!', '!?'), 0);
    assert.equal(lexicalSimilarity('Could you do this?', 'could you do this'), 1);
  });

  it('tells batch work apart: a long template about one file after another', () => {
    const template = (file: string) =>
      `Please go through the file and list what is wrong. ${'Look at naming, errors, limits, tests, speed, memory, types and comments. '.repeat(400)} The file is ${file}.`;
    assert.ok(lexicalSimilarity(template('src/a.ts'), template('src/b.ts')) <= SAME_REQUEST);
  });

  it('is between 0 and 1 and the same in both directions for any two texts', () => {
    const word = fc.constantFrom(
      'review',
      'auth',
      'authentication',
      'authority',
      'authorities',
      'authorization',
      'authored',
      'config',
      'configuration',
      'configurator',
      'not',
      'to',
      'from',
      'a.ts',
      'turn',
      'off',
      '検索',
      "don't",
      'É',
      '\0',
      '\ud800',
    );
    const request = fc.oneof(
      fc.array(word).map((words) => words.join(' ')),
      fc.string({ unit: anyCodePoint }),
    );
    fc.assert(
      fc.property(request, request, (a, b) => {
        const there = lexicalSimilarity(a, b);
        assert.ok(there >= 0 && there <= 1);
        assert.ok(Math.abs(there - lexicalSimilarity(b, a)) < 1e-9);
      }),
    );
  });

  it('is computed from ten megabytes, too', () => {
    for (const piece of ['a', 'auth ', 'turn ', "n't ", 'a/', '検', 'x-', "l'"]) {
      const text = piece.repeat(10_000_000 / piece.length);
      assert.ok(lexicalSimilarity(`${text}one`, `two${text}`) >= 0);
    }
    const likeWords = (end: string) =>
      Array.from(
        { length: 3_000 },
        (_, index) => `auth${index.toString(2).replace(/0/g, 'a').replace(/1/g, 'e')}${end}`,
      ).join(' ');
    assert.ok(lexicalSimilarity(likeWords('ist'), likeWords('ost')) >= 0);
  });
});
