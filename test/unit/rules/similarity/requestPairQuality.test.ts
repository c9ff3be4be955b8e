import assert from 'node:assert/strict';
import {
  lexicalSimilarity,
  SAME_REQUEST,
} from '../../../../src/rules/similarity/lexicalSimilarity';
import { PAIR_SETS, readPairs, TUNED, type RequestPair } from '../../../bench/requestPairs';

interface Quality {
  /** Of the pairs called the same, the share that are. */
  readonly precision: number;
  /** Of the pairs that are the same, the share called so. */
  readonly recall: number;
  /** How many of each kind were judged right, for the message: never which, nor their texts. */
  readonly table: string;
}

function qualityOf(pairs: readonly RequestPair[]): Quality {
  const judged = pairs.map(({ kind, same, a, b }) => {
    return { kind, same, called: lexicalSimilarity(a, b) > SAME_REQUEST };
  });
  const called = judged.filter((pair) => pair.called);
  const right = called.filter(({ same }) => same).length;
  const rows = [...new Set(pairs.map(({ kind }) => kind))].map((kind) => {
    const ofKind = judged.filter((pair) => pair.kind === kind);
    return `${kind}: ${ofKind.filter((pair) => pair.called === pair.same).length} of ${ofKind.length}`;
  });
  return {
    precision: right / called.length,
    recall: right / pairs.filter(({ same }) => same).length,
    table: `${right} of ${called.length} called the same are; right: ${rows.join(', ')}`,
  };
}

describe('the similarity of requests, measured on pairs written without knowing it', () => {
  for (const set of PAIR_SETS)
    it(`calls hardly two different requests the same, and finds many again: ${set.title}`, () => {
      const { precision, recall, table } = qualityOf(readPairs(set));
      assert.ok(precision >= 0.95, table);
      assert.ok(recall >= set.leastRecall, table);
    });

  it('takes no request about one matter for one about another', () => {
    const requests = readPairs(TUNED).map(({ a }) => a);
    for (const [index, one] of requests.entries())
      for (const other of requests.slice(index + 1))
        assert.ok(lexicalSimilarity(one, other) <= SAME_REQUEST, `${one} / ${other}`);
  });

  it('compares two long requests in no time', () => {
    const text = (step: number): string =>
      Array.from({ length: 1_600 }, (_, index) => `w${(index * step).toString(26)}`)
        .join(' ')
        .slice(0, 10_000);
    const compared = Array.from({ length: 20 }, (_, index) =>
      lexicalSimilarity(text(7 + index), text(11 + index)),
    );
    assert.ok(compared.every((similarity) => similarity >= 0 && similarity <= 1));
  });
});
