import { deepEqual } from 'node:assert/strict';
import { readEmbeddings } from '../../../../src/platform/models/embeddingAnswer';

const list = (data: unknown, usage?: unknown): string => JSON.stringify({ data, usage });
const vector = (embedding: unknown, index?: unknown): object => ({ embedding, index });
const NOT = { kind: 'not understood' };

describe('a list of embeddings', () => {
  it('is in the order of the texts, whatever order it comes in', () => {
    deepEqual(
      readEmbeddings(list([vector([3, 4], 1), vector([1, 2], 0)], { prompt_tokens: 9 }), 2),
      {
        kind: 'answered',
        vectors: [
          [1, 2],
          [3, 4],
        ],
        inputTokens: 9,
      },
    );
    deepEqual(readEmbeddings(list([vector([1]), vector([2])]), 2), {
      kind: 'answered',
      vectors: [[1], [2]],
    });
  });

  it('must have one for each text', () => {
    deepEqual(readEmbeddings(list([vector([1], 0)]), 2), NOT);
    deepEqual(readEmbeddings(list([vector([1], 0), vector([1], 1), vector([1], 2)]), 2), NOT);
    deepEqual(readEmbeddings(list([vector([1], 0), vector([2], 0)]), 2), NOT);
    deepEqual(readEmbeddings(list([vector([1], 0), vector([2], 5)]), 2), NOT);
  });

  it('must hold numbers, as many in each', () => {
    for (const data of [
      [vector([1, 2]), vector([1])],
      [vector([]), vector([])],
      [vector([1, '2']), vector([1, 2])],
      [vector([1, null]), vector([1, 2])],
      [vector('AACAPw=='), vector('AACAPw==')],
      [vector([[1]]), vector([[1]])],
      [null, vector([1])],
      { 0: vector([1]), 1: vector([1]) },
    ])
      deepEqual(readEmbeddings(list(data), 2), NOT);
    deepEqual(readEmbeddings('{"data": [{"embedding": [1e999]}]}', 1), NOT);
    deepEqual(readEmbeddings('<html>', 1), NOT);
    deepEqual(readEmbeddings('[]', 1), NOT);
  });

  it('that reports a failure is that failure', () => {
    deepEqual(readEmbeddings('{"error": {"code": 404}}', 1), { kind: 'status', status: 404 });
  });
});
