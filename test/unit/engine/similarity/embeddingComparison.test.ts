import assert from 'node:assert/strict';
import { REQUEST_TRIPLES } from '../../../../src/rules/similarity/requestTriples';
import { EmbeddingComparison } from '../../../../src/engine/similarity/embeddingComparison';
import type { Cosines, ModelEmbedder, TextPair } from '../../../../src/ports/embedder';
import {
  constantModel,
  knowingModel,
  randomModel,
  spellingModel,
  type TextVector,
} from '../../../support/standInModels';
import { scriptedEmbedder } from './scriptedEmbedder';

const SETTINGS = { url: 'http://localhost:11434/v1', model: 'nomic', timeoutMs: 30_000 };
const PAIRS: readonly TextPair[] = [
  ['Is it done?', 'Has it come to its end?'],
  ['Is it done?', 'Who is it for?'],
];
const KNOWING = knowingModel(PAIRS[0] ?? []);
const { signal } = new AbortController();

const DOWN: Cosines = { kind: 'failed', why: 'unreachable', detail: 'no answer', permanent: false };

/** A comparison with the models that one after the other are opened. */
function deskWith(...models: readonly ModelEmbedder[]): {
  readonly comparison: EmbeddingComparison;
  readonly warnings: readonly string[];
} {
  const warnings: string[] = [];
  const left = models.values();
  const embedder = (): ModelEmbedder => left.next().value ?? assert.fail('opened once more');
  return {
    comparison: new EmbeddingComparison({ embedder }, (told) => warnings.push(told)),
    warnings,
  };
}

const ask = (comparison: EmbeddingComparison): ReturnType<EmbeddingComparison['compare']> =>
  comparison.compare(SETTINGS, { kind: 'requests', pairs: PAIRS, signal });

describe('asking a model how alike texts are', () => {
  it('tells its cosines and the threshold that was found for it', async () => {
    const { comparison, warnings } = deskWith(scriptedEmbedder(KNOWING));
    const told = await ask(comparison);
    const { cosines: [same = 0, different = 1] = [], sameAbove = 0 } = told ?? {};
    assert.ok(same > sameAbove && different < sameAbove, JSON.stringify(told));
    assert.deepEqual(warnings, []);
  });

  it('calibrates it once, and each kind of texts by itself', async () => {
    const model = scriptedEmbedder(KNOWING);
    const { comparison } = deskWith(model);
    await ask(comparison);
    await ask(comparison);
    const { comparison: another } = deskWith(model);
    await ask(another);
    const text = REQUEST_TRIPLES[0]?.[0] ?? '';
    const calibrations = (): number =>
      model.asked.filter((pairs) => pairs.some((pair) => pair.includes(text))).length;
    assert.equal(calibrations(), 1);
    assert.equal(model.asked.length, 4);
    await comparison.compare(SETTINGS, { kind: 'failures', pairs: PAIRS, signal });
    assert.deepEqual([calibrations(), model.asked.length], [1, 6]);
  });

  const USELESS: readonly (readonly [string, TextVector])[] = [
    ['gives all texts the same vector', constantModel],
    ['gives each text a vector by chance', randomModel],
    ['knows spelling alone', spellingModel],
  ];
  for (const [what, vectorOf] of USELESS)
    for (const kind of ['requests', 'failures'] as const)
      it(`refuses one that ${what}, for ${kind}, and says so once`, async () => {
        const { comparison, warnings } = deskWith(scriptedEmbedder(vectorOf));
        for (let time = 1; time <= 3; time += 1)
          assert.equal(
            await comparison.compare(SETTINGS, { kind, pairs: PAIRS, signal }),
            undefined,
          );
        assert.equal(warnings.length, 1);
        assert.match(
          warnings[0] ?? '',
          new RegExp(
            `^${kind} are compared by their words only: scripted does not rate equal ${kind}`,
          ),
        );
      });

  it('asks one that fails once more the next time, then no more; says so once', async () => {
    const model = scriptedEmbedder(KNOWING, () => DOWN);
    const { comparison, warnings } = deskWith(model);
    for (let time = 1; time <= 4; time += 1) assert.equal(await ask(comparison), undefined);
    assert.equal(model.asked.length, 2);
    assert.equal(warnings.length, 1);
  });

  it('tells of a failure what went wrong, and where only once', async () => {
    const detail = 'nothing listens on localhost:11434: is Ollama running there?';
    const model = scriptedEmbedder(KNOWING, () => ({ ...DOWN, detail }));
    const { comparison, warnings } = deskWith({ ...model, name: 'nomic at localhost:11434' });
    await ask(comparison);
    assert.deepEqual(warnings, [
      `the embedding model failed, so texts are compared by their words only: ${detail}`,
    ]);
  });

  it('asks one no more that cannot answer before a human did something', async () => {
    const model = scriptedEmbedder(KNOWING, () => ({ ...DOWN, permanent: true }));
    const { comparison } = deskWith(model);
    await ask(comparison);
    await ask(comparison);
    assert.equal(model.asked.length, 1);
  });

  it('goes on where it failed once, calibration included', async () => {
    const model = scriptedEmbedder(KNOWING, (call) => (call === 1 ? DOWN : undefined));
    const { comparison, warnings } = deskWith(model);
    assert.equal(await ask(comparison), undefined);
    assert.notEqual(await ask(comparison), undefined);
    assert.equal(warnings.length, 1);
  });

  it('takes being cancelled for no failure', async () => {
    const model = scriptedEmbedder(KNOWING, () => ({ ...DOWN, why: 'cancelled' }));
    const { comparison, warnings } = deskWith(model);
    for (let time = 1; time <= 4; time += 1) assert.equal(await ask(comparison), undefined);
    assert.equal(model.asked.length, 4);
    assert.deepEqual(warnings, []);
  });
});
