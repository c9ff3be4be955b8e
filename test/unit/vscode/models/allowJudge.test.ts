import { deepEqual, equal, match } from 'node:assert/strict';
import type { JudgeModel } from '../../../../src/model/config/config';
import { allowJudge } from '../../../../src/vscode/models/allowJudge';
import type { EditorModels } from '../../../../src/vscode/models/editorModels';
import type { ActionAnswer } from '../../../../src/vscode/notifications/showAnswer';
import { anOverview, fakeApp } from '../../cli/fakeApp';
import { never, scriptedModel, scriptedModels } from '../../../support/scriptedModels';
import { configOf } from '../../../support/scriptedRun';

const OF_EDITOR: JudgeModel = { type: 'vscode', vendor: 'vendor' };

function appWith(model?: JudgeModel) {
  const judge = model && { model, timeoutMs: 60_000, maxCalls: 10 };
  const config = configOf(judge && { judge });
  return fakeApp(anOverview(), { config: () => Promise.resolve({ kind: 'ok', config }) });
}

const allow = (
  models: EditorModels,
  { app = appWith(OF_EDITOR), signal = new AbortController().signal } = {},
): Promise<ActionAnswer | undefined> =>
  allowJudge(app, { models, withProgress: (_title, work) => work(signal) });

const failing = (code: string) =>
  scriptedModel({
    mayBeAsked: false,
    send: () => Promise.reject(Object.assign(new Error('SECRET'), { code })),
  });

describe('Devs: Allow Judge Model…', () => {
  it('names an endpoint that needs no consent so that nobody is deceived', async () => {
    const model = 'gpt\u202e4\u200b-o [a](command:x)';
    const app = appWith({ type: 'endpoint', url: 'http://h/v1', model });
    const { message = '' } = (await allow(scriptedModels(), { app })) ?? {};
    match(message, /^Devs calls the judge model gpt\\u\{202e\}4\\u\{200b\}-o .* directly at h,/);
  });

  it('asks the model something small, and allows it when it answers', async () => {
    const model = scriptedModel({ mayBeAsked: false });
    const models = scriptedModels(model);
    deepEqual(await allow(models), {
      ok: true,
      message: 'model of vendor answered: runs may ask it from now on.',
    });
    equal(model.requests.length, 1);
    deepEqual([...models.allowed], [['vendor', true]]);
  });

  it('says so when the human refuses, and forgets what was allowed before', async () => {
    const models = scriptedModels(failing('NoPermissions'));
    const answer = await allow(models);
    deepEqual([answer?.ok, ...models.allowed.entries()], [false, ['vendor', false]]);
    match(answer?.message ?? '', /was not allowed/);
  });

  for (const code of ['Blocked', 'Unknown']) {
    it(`allows a model that fails with ${code}, since it was reached, and says that it failed`, async () => {
      const models = scriptedModels(failing(code));
      const answer = await allow(models);
      deepEqual([answer?.ok, ...models.allowed.entries()], [false, ['vendor', true]]);
      match(answer?.message ?? '', /^model of vendor is allowed, but model of vendor [^S]*\.$/);
    });
  }

  it('changes nothing and says nothing when the human thinks better of it', async () => {
    const controller = new AbortController();
    const model = scriptedModel({
      send: () => {
        controller.abort();
        return never();
      },
    });
    const models = scriptedModels(model);
    equal(await allow(models, { signal: controller.signal }), undefined);
    equal(models.allowed.size, 0);
  });

  it('says which models there are when the configured one is not', async () => {
    const answer = await allow(scriptedModels(scriptedModel({ vendor: 'other' })));
    deepEqual(answer, {
      ok: false,
      message: 'Language model of vendor was not found: VS Code offers model of other.',
    });
  });

  it('has nothing to ask for an endpoint, and names what keeps its key', async () => {
    const endpoint = { type: 'endpoint', url: 'http://localhost:11434/v1', model: 'qwen3:8b' };
    const models = scriptedModels(scriptedModel());
    const answer = await allow(models, { app: appWith(endpoint as JudgeModel) });
    match(
      answer?.message ?? '',
      /^Devs calls the judge model qwen3:8b directly at localhost:11434, .*Set Model Key…/,
    );
    equal(models.allowed.size, 0);
  });

  it('says what is missing where no judge, or no right devs.yaml, is there', async () => {
    const answers = [
      await allow(scriptedModels(), { app: appWith() }),
      await allow(scriptedModels(), { app: fakeApp(anOverview()) }),
    ];
    deepEqual(
      answers.map((answer) => answer?.message),
      [
        'devs.yaml names no judge model, so there is none to allow.',
        'There is no devs.yaml in this folder.',
      ],
    );
  });
});
