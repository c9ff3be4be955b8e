import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { MAX_ANSWER } from '../../../../src/vscode/models/askModel';
import { editorJudge } from '../../../../src/vscode/models/editorJudge';
import type { EditorModels } from '../../../../src/vscode/models/editorModels';
import type { EditorModelChoice } from '../../../../src/model/judge/nameEditorModel';
import type { JudgeReply } from '../../../../src/ports/judge';
import {
  never,
  scriptedModel,
  scriptedModels,
  streamOf,
  type ModelScript,
} from '../../../support/scriptedModels';

const PROMPT = { system: 'You judge.', user: 'SECRET GOAL', schema: {} };
const SAID_BY_PROVIDER = 'SECRET WORDS OF A SERVER';
const ANY: EditorModelChoice = { type: 'vscode' };

interface Asking {
  readonly choice?: Partial<EditorModelChoice>;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

async function ask(models: EditorModels, asking: Asking = {}): Promise<JudgeReply> {
  const { choice = {}, signal = new AbortController().signal, timeoutMs = 60_000 } = asking;
  const judge = editorJudge({ ...ANY, ...choice }, models);
  const reply = await judge.ask(PROMPT, { signal, timeoutMs, maxCalls: 3 });
  if (reply.kind === 'failed') {
    ok(!reply.detail.includes('SECRET'), reply.detail);
    ok(!reply.detail.endsWith('.'), reply.detail);
  }
  return reply;
}

const askOne = (script: ModelScript, asking?: Asking) =>
  ask(scriptedModels(scriptedModel(script)), asking);

/** Why it failed, whether for good, and how many calls it took. */
function failure(reply: JudgeReply): unknown {
  return reply.kind === 'failed' ? [reply.why, reply.permanent, reply.calls] : reply;
}

function coded(code: string): Error {
  return Object.assign(new Error(SAID_BY_PROVIDER), { code });
}

async function* throwing(): AsyncGenerator {
  yield await Promise.resolve('{"isRegr');
  throw coded('Unknown');
}

async function* endless(part: string): AsyncGenerator {
  for (;;) yield await Promise.resolve(part);
}

async function* silent(): AsyncGenerator {
  yield await never();
}

describe('a judge among the models of the editor', () => {
  it('is told who it is first, then what it is asked, and its tokens are counted', async () => {
    const model = scriptedModel({ send: () => Promise.resolve(streamOf('{"no', 'Progress":1}')) });
    deepEqual(await ask(scriptedModels(model)), {
      kind: 'answered',
      calls: 1,
      text: '{"noProgress":1}',
      inputTokens: 'You judge.\nSECRET GOAL'.length,
      outputTokens: 16,
    });
    deepEqual(model.requests, [['You judge.', 'SECRET GOAL']]);
  });

  it('reads nothing but texts', async () => {
    const parts = [{ callId: '1', name: 'run', input: {} }, 'a', undefined, 7, 'b'];
    const reply = await askOne({ send: () => Promise.resolve(streamOf(...parts)) });
    equal(reply.kind === 'answered' && reply.text, 'ab');
  });

  it('reads so much and no more, and ends the model then', async () => {
    const model = scriptedModel({ send: () => Promise.resolve(endless('x'.repeat(999))) });
    const reply = await ask(scriptedModels(model));
    equal(reply.kind === 'answered' && reply.text.length, MAX_ANSWER);
    deepEqual(
      model.signals.map(({ aborted }) => aborted),
      [true],
    );
  });

  it('leaves a stream that says nothing and never ends when nobody waits any longer', async () => {
    const controller = new AbortController();
    let left: (after: number) => void = () => undefined;
    const leftAfter = new Promise<number>((resolve) => (left = resolve));
    async function* wordless(): AsyncGenerator {
      let parts = 0;
      try {
        while (parts < 1_000) {
          parts += 1;
          if (parts === 3) controller.abort();
          yield await new Promise((resolve) => setImmediate(resolve, ''));
        }
      } finally {
        left(parts);
      }
    }
    const reply = await askOne(
      { send: () => Promise.resolve(wordless()) },
      { signal: controller.signal },
    );
    deepEqual(failure(reply), ['cancelled', false, 1]);
    equal(await leftAfter, 3);
  });

  describe('is found', () => {
    const models = scriptedModels(
      scriptedModel({ id: 'a', family: 'small', vendor: 'one' }),
      scriptedModel({ id: 'b', family: 'large', vendor: 'two' }),
      scriptedModel({ id: 'small', family: 'other', vendor: 'two' }),
    );
    const found = async (choice: Partial<EditorModelChoice>): Promise<string> => {
      let asked = '';
      await ask(
        {
          ...models,
          find: async (vendor) =>
            (await models.find(vendor)).map((model) => ({
              ...model,
              send: () => {
                asked = model.id;
                return Promise.resolve(streamOf());
              },
            })),
        },
        { choice },
      );
      return asked;
    };

    it('as the first one where nothing is said', async () => equal(await found({}), 'a'));
    it('by its vendor', async () => equal(await found({ vendor: 'two' }), 'b'));
    it('by its family', async () => equal(await found({ model: 'large' }), 'b'));
    it('by its id before a family of that name', async () =>
      equal(await found({ model: 'small' }), 'small'));
    it('by both', async () => equal(await found({ vendor: 'one', model: 'small' }), 'a'));
  });

  it('that is not there is told with those that are', async () => {
    const models = scriptedModels(
      ...['one', 'one', 'two\u001b[2J'].map((family) => scriptedModel({ family })),
    );
    const reply = await ask(models, { choice: { vendor: 'other', model: 'gpt' } });
    deepEqual(failure(reply), ['not there', true, 0]);
    match(
      (reply as { detail: string }).detail,
      /^gpt of other was not found: VS Code offers one of vendor, two\\u\{1b\}\[2J of vendor$/,
    );
  });

  it('says so where there is no model at all', async () => {
    const reply = await ask(scriptedModels());
    deepEqual(failure(reply), ['not there', true, 0]);
    match((reply as { detail: string }).detail, /offers no language model/);
  });

  it('that no human has allowed is not asked', async () => {
    const model = scriptedModel({ mayBeAsked: false });
    const reply = await ask(scriptedModels(model));
    deepEqual(failure(reply), ['not allowed', true, 0]);
    match((reply as { detail: string }).detail, /run "Devs: Allow Judge Model…" once$/);
    deepEqual(model.requests, []);
  });

  it('gives way to one that fits as well and was allowed', async () => {
    const closed = scriptedModel({ mayBeAsked: false, vendor: 'first' });
    const open = scriptedModel({ vendor: 'second' });
    equal((await ask(scriptedModels(closed, open))).kind, 'answered');
    deepEqual([closed.requests.length, open.requests.length], [0, 1]);
  });

  it('whose consent was taken back is not asked again', async () => {
    const models = scriptedModels(
      scriptedModel({ send: () => Promise.reject(coded('NoPermissions')) }),
    );
    const reply = await ask(models);
    deepEqual(failure(reply), ['not allowed', true, 0]);
    equal(
      reply.kind === 'failed' && reply.detail,
      'Devs may no longer ask model of vendor: run "Devs: Allow Judge Model…" again',
    );
    deepEqual([...models.allowed], [['vendor', false]]);
  });

  for (const [code, expected] of [
    ['Blocked', ['rate limit', false, 1]],
    ['NotFound', ['not there', false, 0]],
    ['Unknown', ['service failure', false, 1]],
  ] as const) {
    it(`that fails with ${code} is told in our own words`, async () => {
      deepEqual(failure(await askOne({ send: () => Promise.reject(coded(code)) })), expected);
    });
  }

  it('that breaks off in the middle has failed', async () => {
    const reply = await askOne({ send: () => Promise.resolve(throwing()) });
    deepEqual(failure(reply), ['service failure', false, 1]);
  });

  it('that does not answer, or never ends, is left when its time is up', async () => {
    for (const send of [never, () => Promise.resolve(silent()), () => Promise.resolve(slow())]) {
      const model = scriptedModel({ send: send as NonNullable<ModelScript['send']> });
      const reply = await ask(scriptedModels(model), { timeoutMs: 30 });
      deepEqual(failure(reply), ['timeout', false, 1]);
      equal(model.signals[0]?.aborted, true);
    }
  });

  it('that is still being looked for when its time is up was not called', async () => {
    const models = { ...scriptedModels(), find: () => never<never>() };
    const reply = await ask(models, { timeoutMs: 30, choice: { vendor: 'slow', model: 'gpt' } });
    deepEqual(failure(reply), ['timeout', false, 0]);
    match(
      (reply as { detail: string }).detail,
      /^VS Code did not list gpt of slow in time: an extension /,
    );
  });

  it('is left as soon as nobody waits any longer', async () => {
    const controller = new AbortController();
    const model = scriptedModel({
      send: () => {
        controller.abort();
        return never();
      },
    });
    const reply = await ask(scriptedModels(model), { signal: controller.signal });
    deepEqual(failure(reply), ['cancelled', false, 1]);
    equal(model.signals[0]?.aborted, true);
  });

  it('is not called when nobody waits to begin with', async () => {
    const model = scriptedModel();
    const reply = await ask(scriptedModels(model), { signal: AbortSignal.abort() });
    deepEqual(failure(reply), ['cancelled', false, 0]);
    deepEqual(model.requests, []);
  });

  it('that cannot be listed has failed', async () => {
    const models = { ...scriptedModels(), find: () => Promise.reject(coded('Unknown')) };
    deepEqual(failure(await ask(models)), ['service failure', false, 0]);
  });

  it('is not sent what it cannot read', async () => {
    const model = scriptedModel({ maxInputTokens: 10 });
    const reply = await ask(scriptedModels(model));
    deepEqual(failure(reply), ['service failure', true, 0]);
    match(
      (reply as { detail: string }).detail,
      /accepts at most 10 tokens, but the question has 22/,
    );
    deepEqual(model.requests, []);
  });

  for (const [how, countTokens] of [
    ['fails', () => Promise.reject(coded('Unknown'))],
    [
      'throws',
      () => {
        throw coded('Unknown');
      },
    ],
    ['never ends', () => never<number>()],
    ['gives no whole number', () => Promise.resolve(Number.NaN)],
    ['gives less than nothing', () => Promise.resolve(-1)],
  ] as const) {
    it(`whose counting ${how} has answered all the same`, async () => {
      deepEqual(await askOne({ countTokens, maxInputTokens: 10 }, { timeoutMs: 1_000 }), {
        kind: 'answered',
        calls: 1,
        text: 'yes',
      });
    });
  }
});

/** A word now and then, for ever: only time goes by. */
async function* slow(): AsyncGenerator {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    yield '.';
  }
}
