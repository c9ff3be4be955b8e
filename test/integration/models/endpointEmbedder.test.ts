import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { endpointEmbedder } from '../../../src/platform/models/endpointEmbedder';
import { MAX_EMBEDDED, type Cosines, type TextPair } from '../../../src/ports/embedder';
import { keyIs, SECRET_KEY, SECRET_WORDS, withServer } from '../../support/endpointCalls';
import type { ModelScript, ModelServer, ScriptedAnswer } from '../../support/modelServer';
import { knowingModel, servesVectors, textsOf } from '../../support/standInModels';

const MODEL = 'embed-test';
const PAIR: TextPair = [SECRET_WORDS, 'paint the crane anew'];

type Compare = (pairs: readonly TextPair[], signal?: AbortSignal) => Promise<Cosines>;

function comparing<T>(
  script: ModelScript,
  use: (compare: Compare, server: ModelServer) => Promise<T>,
  timeoutMs = 15_000,
): Promise<T> {
  return withServer(script, async (server) => {
    const settings = { url: server.url, model: MODEL, timeoutMs };
    const embedder = endpointEmbedder(settings, keyIs(SECRET_KEY));
    const never = new AbortController().signal;
    return await use((pairs, signal = never) => embedder.cosines(pairs, signal), server);
  });
}

function told(answer: Cosines): readonly number[] {
  ok(answer.kind === 'told', JSON.stringify(answer));
  return answer.cosines;
}

const embedding = (place: number, vector: unknown): object => ({
  object: 'embedding',
  index: place,
  embedding: vector,
});
const listOf = (...data: readonly unknown[]): ScriptedAnswer => ({
  kind: 'json',
  body: { object: 'list', data, model: MODEL },
});

describe('the cosines of an endpoint', () => {
  it('are those of the vectors that its model gives the two texts of each pair', async () => {
    const vectors = new Map([
      ['right', [2, 0]],
      ['up', [0, 0.5]],
      ['left', [-7, 0]],
      ['between', [1e200, 1e200]],
    ]);
    const script = servesVectors((text) => vectors.get(text) ?? []);
    const cosines = await comparing(script, async (compare) =>
      told(
        await compare([
          ['right', 'right'],
          ['right', 'up'],
          ['right', 'left'],
          ['between', 'up'],
        ]),
      ),
    );
    deepEqual(
      cosines.map((cosine) => Number(cosine.toFixed(6))),
      [1, 0, -1, 0.707107],
    );
  });

  it('are asked with the model, the key and each text once', async () => {
    const pairs: readonly TextPair[] = [PAIR, [PAIR[0], 'other'], ['other', PAIR[1]]];
    await comparing(servesVectors(knowingModel()), async (compare, { requests }) => {
      told(await compare(pairs));
      told(await compare([...pairs, ['other', 'new']]));
      deepEqual(requests.map(textsOf), [[PAIR[0], PAIR[1], 'other'], ['new']]);
      const [request] = requests;
      equal(request?.path, '/v1/embeddings');
      equal(request.headers.authorization, `Bearer ${SECRET_KEY}`);
      equal((request.body as { readonly model: unknown }).model, MODEL);
    });
  });

  it('of many texts are asked in batches of 32, and forgotten when others have come', async () => {
    const many = (name: string, count: number): readonly TextPair[] =>
      Array.from({ length: count }, (_, place) => [`${name} ${place}`, `${name} ${place} again`]);
    await comparing(servesVectors(knowingModel()), async (compare, { requests }) => {
      told(await compare(many('first', 40)));
      deepEqual(
        requests.map((request) => textsOf(request).length),
        [32, 32, 16],
      );
      equal(told(await compare(many('second', 300))).length, 300);
      const before = requests.length;
      told(await compare([['second 299', 'first 0']]));
      deepEqual(requests.slice(before).map(textsOf), [['first 0']]);
    });
  });

  it('are of the beginning of a long text, and an empty one is like none', async () => {
    const long = `${'a'.repeat(MAX_EMBEDDED - 1)}😀 and more`;
    await comparing(servesVectors(knowingModel()), async (compare, { requests }) => {
      deepEqual(told(await compare([['', long]])), [0]);
      deepEqual(requests.map(textsOf), [[long.slice(0, MAX_EMBEDDED - 1)]]);
      deepEqual(told(await compare([['', ' ']])), [0]);
      equal(requests.length, 1);
    });
  });

  it('go by the places that the server names, whatever its order', async () => {
    const script = (): ScriptedAnswer => listOf(embedding(1, [0, 1]), embedding(0, [1, 0]));
    await comparing(script, async (compare) => {
      const [cosine] = told(await compare([['one', 'two']]));
      equal(cosine, 0);
      // A third text alone: the same server now says too much.
      equal((await compare([['one', 'three']])).kind, 'failed');
    });
  });
});

describe('an endpoint that gives no vectors to compare', () => {
  const [zero, one, nan] = [
    [0, 0],
    [0, 1],
    [1, 'NaN'],
  ];
  const HOSTILE: readonly (readonly [string, ScriptedAnswer])[] = [
    ['fewer than asked', listOf(embedding(0, one))],
    ['more than asked', listOf(...[0, 1, 2].map((place) => embedding(place, one)))],
    ['the same place twice', listOf(embedding(0, one), embedding(0, one))],
    ['places that nobody asked for', listOf(embedding(7, one), embedding(8, one))],
    ['different lengths', listOf(embedding(0, one), embedding(1, [1, 2, 3]))],
    ['words for numbers', listOf(embedding(0, one), embedding(1, nan))],
    ['nothing in a vector', listOf(embedding(0, []), embedding(1, []))],
    ['all zero', listOf(embedding(0, one), embedding(1, zero))],
    ['null', listOf(embedding(0, null), embedding(1, one))],
    ['text for a vector', listOf(embedding(0, 'AAAA'), embedding(1, one))],
    ['no list', { kind: 'json', body: { data: { 0: one } } }],
    ['numbers beyond all bounds', { kind: 'text', body: bounds(), type: 'application/json' }],
    ['half a document', { kind: 'hangs up', when: 'midway' }],
    ['a page', { kind: 'text', body: '<html>' }],
    ['an error', { kind: 'status', status: 500 }],
    ['that it knows no key', { kind: 'status', status: 401 }],
    ['a body without end', { kind: 'floods' }],
  ];
  for (const [what, answer] of HOSTILE)
    it(`says so where it gives ${what}, without key, texts or the server's words`, async () => {
      const failed = await comparing(
        () => answer,
        (compare) => compare([PAIR]),
      );
      ok(failed.kind === 'failed', JSON.stringify(failed));
      const said = JSON.stringify(failed);
      for (const secret of [SECRET_KEY, SECRET_WORDS, 'crane', 'html'])
        ok(!said.includes(secret), said);
      match(failed.detail, /^[^\n]{10,300}[^.\n]$/);
      equal(failed.detail.match(/(?:localhost|127\.0\.0\.1)(?::\d+)?/g)?.length, 1, failed.detail);
    });

  it('is not waited for longer than the configuration says', async () => {
    const failed = await comparing(
      () => ({ kind: 'hangs' }),
      (compare) => compare([PAIR]),
      50,
    );
    ok(failed.kind === 'failed' && failed.why === 'timeout', JSON.stringify(failed));
  });

  it('is let go of when nobody waits any more', async () => {
    const cancel = new AbortController();
    const script: ModelScript = () => {
      cancel.abort();
      return { kind: 'hangs' };
    };
    await comparing(script, async (compare, { requests }) => {
      const failed = await compare([PAIR], cancel.signal);
      ok(failed.kind === 'failed' && failed.why === 'cancelled', JSON.stringify(failed));
      await requests[0]?.gone;
    });
  });

  it('forgets what it was told where the model turns into another one', async () => {
    const script: ModelScript = (request, n) => ({
      kind: 'vectors',
      vectors: textsOf(request).map(() => (n === 2 ? [1, 2, 3] : [1, 2])),
    });
    await comparing(script, async (compare, { requests }) => {
      told(await compare([['one', 'two']]));
      equal((await compare([['one', 'three']])).kind, 'failed');
      told(await compare([['one', 'two']]));
      deepEqual(requests.map(textsOf), [['one', 'two'], ['three'], ['one', 'two']]);
    });
  });
});

function bounds(): string {
  return '{"data": [{"index": 0, "embedding": [1e999]}, {"index": 1, "embedding": [1]}]}';
}
