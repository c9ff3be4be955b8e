import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAME_REQUEST } from '../../../../src/detection/collaboration/sameRequest';
import { lexicalSimilarity } from '../../../../src/detection/collaboration/similarity';

interface Pair {
  readonly id: string;
  readonly kind: string;
  readonly same: boolean;
  readonly a: string;
  readonly b: string;
}

interface Quality {
  /** Of the pairs called the same, the share that are. */
  readonly precision: number;
  /** Of the pairs that are the same, the share called so. */
  readonly recall: number;
  /** How many of each kind were judged right, for the message: never which, nor their texts. */
  readonly table: string;
}

const file = join(__dirname, '../../../fixtures/requestPairs/pairs.json');
const pairs = JSON.parse(readFileSync(file, 'utf8')) as readonly Pair[];

function half(remainder: 0 | 1): readonly Pair[] {
  return pairs.filter(({ id }) => Number(id.slice(1)) % 2 === remainder);
}

function qualityOf(own: readonly Pair[]): Quality {
  const judged = own.map(({ kind, same, a, b }) => {
    return { kind, same, called: lexicalSimilarity(a, b) > SAME_REQUEST };
  });
  const called = judged.filter((pair) => pair.called);
  const right = called.filter(({ same }) => same).length;
  const rows = [...new Set(own.map(({ kind }) => kind))].map((kind) => {
    const ofKind = judged.filter((pair) => pair.kind === kind);
    return `${kind}: ${ofKind.filter((pair) => pair.called === pair.same).length} of ${ofKind.length}`;
  });
  return {
    precision: right / called.length,
    recall: right / own.filter(({ same }) => same).length,
    table: `${right} of ${called.length} called the same are; right: ${rows.join(', ')}`,
  };
}

describe('the similarity of requests, measured on pairs written without knowing it', () => {
  it('calls hardly two different requests the same on the half that nobody tunes by', () => {
    const { precision, recall, table } = qualityOf(half(0));
    assert.ok(precision >= 0.95, table);
    assert.ok(recall >= 0.4, table);
  });

  it('does no worse on the half for tuning', () => {
    const { precision, recall, table } = qualityOf(half(1));
    assert.ok(precision >= 0.95, table);
    assert.ok(recall >= 0.48, table);
  });

  it('takes no request about one matter for one about another', () => {
    const requests = half(1).map(({ a }) => a);
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
    assert.ok(compared.every((likeness) => likeness >= 0 && likeness <= 1));
  });
});
