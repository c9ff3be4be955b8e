import assert from 'node:assert/strict';
import type {
  EmbeddingSettings,
  JudgeModel,
  JudgeSettings,
} from '../../../../src/model/config/config';
import type { Check } from '../../../../src/model/workspace/setupReport';
import type { Cosines, TextPair } from '../../../../src/ports/embedder';
import type { JudgeFailure, JudgeReply } from '../../../../src/ports/judge';
import { FAILURE_TRIPLES } from '../../../../src/rules/lessons/failureTriples';
import { REQUEST_TRIPLES } from '../../../../src/rules/similarity/requestTriples';
import { constantModel, knowingModel, type TextVector } from '../../../support/standInModels';
import { scriptedEmbedder } from '../../engine/similarity/scriptedEmbedder';
import { heldClock } from '../../../support/heldClock';
import { modelsOf, NO_MODELS, scriptedJudge } from '../../../support/scriptedJudge';
import { checkOf, valid, type Patient } from './diagnosing';

const ENDPOINT: JudgeModel = { type: 'endpoint', url: 'http://localhost:11434/v1', model: 'qwen3' };
const ANSWER = { isRegressive: false, noProgress: false, external: false, reasoning: 'ready' };

function judgeOf(model: JudgeModel = ENDPOINT): JudgeSettings {
  return { model, timeoutMs: 60_000, maxCalls: 10 };
}

async function asked(reply: JudgeReply, patient: Patient = {}, model = ENDPOINT): Promise<Check> {
  const models = modelsOf(scriptedJudge(() => reply));
  return await checkOf('judge', { models, config: valid({ judge: judgeOf(model) }), ...patient });
}

function failing(why: JudgeFailure, detail = 'it says no'): JudgeReply {
  return { kind: 'failed', why, detail, permanent: true, calls: 1 };
}

const answered = (text: string): JudgeReply => ({
  ...{ kind: 'answered', text, calls: 1, inputTokens: 90, outputTokens: 20 },
});

describe('the check of the judge', () => {
  it('is one tiny call, its cost and time told', async () => {
    const judge = scriptedJudge(() => answered(JSON.stringify(ANSWER)));
    const { level, found } = await checkOf('judge', {
      models: modelsOf(judge),
      config: valid({ judge: judgeOf() }),
    });
    assert.equal(judge.asked.length, 1);
    assert.ok(JSON.stringify(judge.asked[0]).length < 2_000);
    assert.equal(level, 'ok');
    assert.equal(found, 'scripted judge answered in 0 s (1 call, 90 + 20 tokens); without a key');
  });

  it('warns where so few calls are allowed that no run ever asks it', async () => {
    const fine = answered(JSON.stringify(ANSWER));
    const allowed = (maxCalls: number) =>
      asked(fine, { config: valid({ judge: { ...judgeOf(), maxCalls } }) });
    const one = await allowed(1);
    assert.equal(one.level, 'warning');
    assert.match(one.found, /but no run uses it with `maxCalls: 1`/);
    assert.match(one.remedy ?? '', /`maxCalls`/);
    assert.equal((await allowed(2)).level, 'ok');
  });

  it('is a problem when the answer has another shape', async () => {
    for (const text of ['yes', '{"isRegressive": "no"}', '{"isRegressive": fal']) {
      const { level, found } = await asked(answered(text));
      assert.equal(level, 'problem', text);
      assert.match(found, /not in the requested format/);
    }
  });

  it('gives each failure its level and its fix', async () => {
    const fixes = new Map<JudgeFailure, Check['fix']>([
      ['unreachable', { kind: 'openConfig' }],
      ['timeout', { kind: 'openConfig' }],
      ['not allowed', { kind: 'setModelKey' }],
      ['not there', { kind: 'openConfig' }],
      ['service failure', undefined],
      ['rate limit', undefined],
    ]);
    for (const [why, fix] of fixes) {
      const check = await asked(failing(why, 'it says no: try another model'));
      assert.equal(check.level, why === 'rate limit' ? 'warning' : 'problem', why);
      assert.match(check.found, /^scripted judge says no; without a key$/);
      assert.equal(check.remedy, 'Try another model.');
      assert.deepEqual(check.fix, fix, why);
    }
    const place = { kind: 'editor', trusted: true } as const;
    const editor = await asked(failing('not allowed'), { options: { place } }, { type: 'vscode' });
    assert.deepEqual(editor.fix, { kind: 'allowJudge' });
  });

  it('takes the remedy from the failure, where it has one', async () => {
    const detail = 'localhost:11434 could not be reached: check "url" and the network';
    const own = await asked(failing('unreachable', detail));
    assert.equal(own.found, 'localhost:11434 could not be reached; without a key');
    assert.equal(own.remedy, 'Check "url" and the network.');
    const question = 'nothing listens on localhost:11434: is Ollama running there?';
    const asks = await asked(failing('unreachable', question));
    assert.equal(asks.remedy, 'Is Ollama running there?');
    const slow = await asked(failing('timeout', 'qwen3 did not answer in time'));
    assert.match(slow.remedy ?? '', /Raise `timeout` under `judge`/);
  });

  it('tells whether there is a key, and warns of one that travels unencrypted', async () => {
    const machine = { hasModelKey: () => Promise.resolve(true) };
    const fine = answered(JSON.stringify(ANSWER));
    const near = await asked(fine, { machine });
    assert.deepEqual([near.level, near.found.endsWith('; with a key')], ['ok', true]);
    const far = { ...ENDPOINT, url: 'http://gpu.example.com/v1' };
    const open = await asked(fine, { machine }, far);
    assert.equal(open.level, 'warning');
    assert.match(open.found, /unencrypted/);
    assert.equal(
      (await asked(fine, { machine }, { ...far, url: 'https://x.example/v1' })).level,
      'ok',
    );
    assert.equal((await asked(fine, {}, far)).level, 'ok');
  });

  it('asks nobody when it is off, in a hurry, or of an editor that is not there', async () => {
    const off = await checkOf('judge', { models: NO_MODELS });
    assert.deepEqual([off.level, off.found], ['ok', 'off: rules alone decide']);
    const models = NO_MODELS;
    const quick = await asked(failing('timeout'), { models, options: { quick: true } });
    assert.equal(quick.level, 'skipped');
    assert.match(quick.found, /^qwen3 at localhost:11434 was not asked/);
    const terminal = await asked(
      failing('timeout'),
      { models },
      { type: 'vscode', vendor: 'copilot' },
    );
    assert.equal(terminal.level, 'skipped');
    assert.match(terminal.found, /available in VS Code only/);
  });
});

describe('the check of embeddings', () => {
  const embeddings: EmbeddingSettings = {
    ...{ url: 'http://localhost:11434/v1', model: 'nomic-embed-text', timeoutMs: 30_000 },
  };
  const check = async (
    vectorOf: TextVector,
    fails?: (call: number) => Cosines | undefined,
    clock = heldClock(),
  ): Promise<Check & { readonly asked: readonly (readonly TextPair[])[] }> => {
    const embedder = scriptedEmbedder(vectorOf, fails);
    const models = { ...NO_MODELS, embedder: () => embedder };
    const patient = { models, config: valid({ embeddings }), parts: { clock } };
    return { ...(await checkOf('embeddings', patient)), asked: embedder.asked };
  };
  const knowing = knowingModel(
    ...[...REQUEST_TRIPLES, ...FAILURE_TRIPLES].map(([one, same]) => [one, same]),
  );

  it('asks about as much text as a run does, and is in order when the model knows what is the same', async () => {
    const { level, found, asked } = await check(knowing);
    assert.equal(level, 'ok');
    assert.match(found, /^scripted answered in .* \(3 calls\)/);
    const [first, ...calibrations] = asked;
    assert.equal(first?.length, 1);
    assert.ok(calibrations.every((pairs) => pairs.length > 10));
  });

  it('really asks each time', async () => {
    const clock = heldClock();
    const one = await check(knowing, undefined, clock);
    const other = await check(knowing, undefined, clock);
    assert.notDeepEqual(one.asked[0], other.asked[0]);
  });

  it('is a problem when the model rates all texts alike, as a run would not use it', async () => {
    const { level, found, remedy } = await check(constantModel);
    assert.equal(level, 'problem');
    assert.match(found, /but does not rate equal requests and failures as more similar than/);
    assert.match(remedy ?? '', /^Set `embeddings.model` to another model/);
  });

  it('is a problem when no vectors come back, also when only a long list is refused', async () => {
    const detail = 'nobody listens there: correct "url"';
    const failed: Cosines = { kind: 'failed', why: 'unreachable', detail, permanent: false };
    for (const failing of [1, 2, 3]) {
      const { level, found, remedy } = await check(knowing, (call) =>
        call === failing ? failed : undefined,
      );
      assert.equal(level, 'problem');
      assert.match(found, /^nobody listens there; without a key$/);
      assert.equal(remedy, 'Correct "url".');
    }
  });

  it('asks nobody when it is off', async () => {
    assert.equal((await checkOf('embeddings')).found, 'off: texts are compared by their words');
  });
});
