import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createModels } from '../../../src/platform/models/createModels';
import { SAME_REQUEST, lexicalSimilarity } from '../../../src/rules/similarity/lexicalSimilarity';
import { createRequestSimilarity } from '../../../src/engine/similarity/requestSimilarity';
import { lexicalEmbedder } from '../../../src/engine/similarity/lexicalEmbedder';
import { EmbeddingComparison } from '../../../src/engine/similarity/embeddingComparison';
import { createModelSimilarity } from '../../../src/engine/similarity/createModelSimilarity';
import { PAIR_SETS, readPairs } from '../../bench/requestPairs';
import { keyIs, SECRET_KEY, withServer } from '../../support/endpointCalls';
import type { ModelScript, ModelServer } from '../../support/modelServer';
import { limitsOf, type ScriptedRun } from '../../support/scriptedRun';
import {
  gullibleModel,
  knowingModel,
  servesVectors,
  spellingModel,
  textsOf,
} from '../../support/standInModels';
import {
  askingConfig,
  askingRun,
  FINISHED,
  hopRecords,
} from '../../unit/engine/requests/askingRun';

const ASKED = 'Who decides which mails the shop sends?';
const REWORDED = 'Is there anybody in charge of our newsletter?';
const THIRD = 'I would like to know the person responsible for what we mail.';
const DISABLED = ['Please enable the cache for guests', 'For guests, the cache: disable it please'];

const MODELS = createModels({ keys: keyIs(SECRET_KEY) });

/** One turn in which the backend makes these requests, each in a reply of its own. */
async function turnOf(
  requests: readonly string[],
  script: ModelScript,
  use: (run: ScriptedRun, server: ModelServer) => void,
): Promise<void> {
  await withServer(script, async (server) => {
    const run = await askingRun({
      backend: (call) => {
        const request = requests[call - 1];
        return request === undefined ? FINISHED : { reply: `ASK security: ${request}` };
      },
      security: () => ({ reply: 'I am.' }),
    });
    run.config = askingConfig({
      limits: limitsOf({ maxTurns: 1 }),
      embeddings: { url: server.url, model: 'embed-test', timeoutMs: 15_000 },
    });
    run.models = MODELS;
    await run.run();
    use(run, server);
  });
}

const sameAs = (run: ScriptedRun): readonly unknown[] =>
  hopRecords(run).map((hop) => hop.sameAs ?? []);

describe('requests that are compared by a model', () => {
  const script = servesVectors(knowingModel([ASKED, REWORDED, THIRD]));

  it('are the same in words that have nothing in common', async () => {
    ok(lexicalSimilarity(ASKED, REWORDED) < 0.5);
    await turnOf([ASKED, REWORDED], script, (run) => {
      deepEqual(sameAs(run), [[], ['1']]);
      deepEqual(run.warnings, []);
    });
  });

  it('are a collaboration loop when they are made again and again', async () => {
    await turnOf([ASKED, REWORDED, THIRD, ASKED], script, (run) => {
      const [event] = run.events.filter((each) => each.event === 'loop_detected');
      match(JSON.stringify(event), /Repeated collaboration request: backend asked security/);
    });
  });

  it('are sent once each, after the texts that the model is calibrated with', async () => {
    await turnOf([ASKED, REWORDED, THIRD], script, (_run, { requests }) => {
      const sent = requests.map(textsOf);
      deepEqual(sent.slice(-2).flat(), [REWORDED, ASKED, THIRD]);
      equal(new Set(sent.flat()).size, sent.flat().length);
      equal(requests.length, 4);
    });
  });

  it('are two where they clearly contrast, however alike the model finds them; it is not even asked', async () => {
    const same = servesVectors(knowingModel(DISABLED));
    await turnOf(DISABLED, same, (run, { requests }) => {
      deepEqual(sameAs(run), [[], []]);
      equal(requests.length, 0);
    });
  });

  it('are compared by words where nothing is configured, without a call', async () => {
    await withServer(script, async ({ requests }) => {
      const run = await askingRun({
        backend: (call) =>
          call <= 2 ? { reply: `ASK security: ${[ASKED, REWORDED][call - 1]}` } : FINISHED,
      });
      await run.run();
      deepEqual(sameAs(run), [[], []]);
      equal(requests.length, 0);
    });
  });
});

describe('requests where the model of embeddings is of no use', () => {
  const AGAIN = 'Who is it that decides which mails the shop sends?';
  const BAD: readonly (readonly [string, ModelScript, RegExp])[] = [
    ['fails', () => ({ kind: 'status', status: 500 }), /failed \(500\)/],
    [
      'says nonsense',
      () => ({ kind: 'text', body: 'hello' }),
      /127\.0\.0\.1:\d+ did not answer with a list of embeddings/,
    ],
    ['knows no key', () => ({ kind: 'status', status: 401 }), /DEVS_MODEL_KEY/],
    ['cannot tell requests apart', servesVectors(spellingModel), /does not rate equal requests/],
  ];
  for (const [what, script, says] of BAD)
    it(`are compared by words where it ${what}; that is told once, without key or texts`, async () => {
      await turnOf([ASKED, REWORDED, THIRD, AGAIN], script, (run) => {
        deepEqual(sameAs(run), [[], [], [], ['1']]);
        equal(run.warnings.length, 1);
        const [warning = ''] = run.warnings;
        match(warning, says);
        ok(!warning.includes(SECRET_KEY) && !/mails|newsletter|hello/.test(warning), warning);
      });
    });
});

describe('the labelled pairs of requests, compared by a model', () => {
  for (const [what, vectorOf] of [
    ['one that knows spelling alone, as well as by words: it is refused', spellingModel],
    ['one that finds all of them the same, hardly worse than by words', gullibleModel],
  ] as const)
    for (const set of PAIR_SETS)
      it(`${what} (${set.title})`, async () => {
        await withServer(servesVectors(vectorOf), async ({ url }) => {
          const warnings: string[] = [];
          const observer = { onWarning: (told: string) => warnings.push(told) };
          const compare = createModelSimilarity({
            comparison: new EmbeddingComparison(MODELS, observer.onWarning),
            settings: { url, model: 'embed-test', timeoutMs: 15_000 },
            words: createRequestSimilarity(lexicalEmbedder, observer),
            signal: new AbortController().signal,
          });
          const judged = [];
          for (const { a, b, same } of readPairs(set)) {
            const { similarities, sameAbove } = await compare.compare(a, [b]);
            const byWords = lexicalSimilarity(a, b) > SAME_REQUEST;
            judged.push({ same, byWords, called: (similarities[0] ?? 0) > sameAbove });
          }
          const called = judged.filter((pair) => pair.called);
          const right = called.filter(({ same }) => same).length;
          if (vectorOf === spellingModel) {
            equal(warnings.length, 1);
            ok(judged.every((pair) => pair.called === pair.byWords));
          } else {
            deepEqual(warnings, []);
            ok(right > judged.filter(({ byWords }) => byWords).length);
            ok(right / called.length >= 0.9, `${right} of ${called.length}`);
          }
        });
      });
});
