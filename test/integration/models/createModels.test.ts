import { deepEqual, equal, match } from 'node:assert/strict';
import { createModels } from '../../../src/platform/models/createModels';
import type { JudgeModel } from '../../../src/model/config/config';
import type { Judge } from '../../../src/ports/judge';
import { ask, keyIs, withServer } from '../../support/endpointCalls';

const LIMITS = { timeoutMs: 60_000, maxCalls: 10 };
const EDITOR: JudgeModel = { type: 'vscode', vendor: 'copilot', model: 'gpt' };

describe('the models that devs.yaml names', () => {
  it('are reached for only when they are asked', async () => {
    await withServer(
      () => ({ kind: 'chat', content: 'x' }),
      async ({ url, requests }) => {
        const models = createModels({ keys: keyIs(undefined) });
        const judge = models.judge({ model: { type: 'endpoint', url, model: 'm' }, ...LIMITS });
        models.embedder({ url, model: 'e', timeoutMs: 1_000 });
        equal(requests.length, 0);
        equal((await ask(judge)).kind, 'answered');
        equal(requests.length, 1);
      },
    );
  });

  it('a model of the editor is not there in a terminal, and says what to do', async () => {
    const judge = createModels({ keys: keyIs(undefined) }).judge({ model: EDITOR, ...LIMITS });
    const reply = await ask(judge);
    deepEqual(
      [reply.kind === 'failed' && [reply.why, reply.permanent], reply.calls],
      [['not there', true], 0],
    );
    match(reply.kind === 'failed' ? reply.detail : '', /run the tasks in the editor, or configure/);
  });

  it('a model of the editor is the editor’s own there', () => {
    const own: Judge = { name: 'own', ask: () => Promise.reject(new Error('not asked')) };
    const asked: JudgeModel[] = [];
    const models = createModels({
      keys: keyIs(undefined),
      editorJudge: (model) => {
        asked.push(model);
        return own;
      },
    });
    equal(models.judge({ model: EDITOR, ...LIMITS }).name, 'own');
    deepEqual(asked, [EDITOR]);
  });
});
