import { deepEqual, equal, match, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { AllowedVendors } from '../../src/vscode/models/allowedVendors';
import { editorJudge } from '../../src/vscode/models/editorJudge';
import { vscodeModels } from '../../src/vscode/models/vscodeModels';
import type { Judge, JudgeReply } from '../../src/ports/judge';
import { MODEL_VENDOR } from '../realVscode/inHost/modelVendor';
import { honestAnswer } from '../support/honestModel';
import { describeLlmEvaluation } from '../support/llmEvaluation';
import { ScriptedProvider, says, type ProvidedRequest } from './modelProvider';
import { until } from './support';

const PROMPT = { system: 'You judge.', user: 'SECRET GOAL', schema: {} };

/** A memory that was told that the models of these tests are allowed. */
function allowedVendors(): AllowedVendors {
  const memory = new Map<string, unknown>([['devs.allowedModelVendors', [MODEL_VENDOR]]]);
  return new AllowedVendors({
    get: (key: string) => memory.get(key),
    update: (key, value) => Promise.resolve(void memory.set(key, value)),
  });
}

function judge(model = 'scripted-small'): Judge {
  // VS Code says so of every model; it is read where Devs itself asks, in the last tests.
  const access = { canSendRequest: () => true, onDidChange: () => ({ dispose: () => undefined }) };
  const models = vscodeModels({ access, allowed: allowedVendors() });
  return editorJudge({ type: 'vscode', vendor: MODEL_VENDOR, model }, models);
}

async function ask(timeoutMs = 20_000): Promise<JudgeReply> {
  const { signal } = new AbortController();
  const reply = await judge().ask(PROMPT, { signal, timeoutMs, maxCalls: 1 });
  ok(reply.kind === 'answered' || !reply.detail.includes('SECRET'));
  return reply;
}

const failure = (reply: JudgeReply) => (reply.kind === 'failed' ? reply.why : reply);

describe('a judge among the language models of VS Code', () => {
  let provider: ScriptedProvider;

  before(() => (provider = new ScriptedProvider()));
  after(() => provider.dispose());
  beforeEach(() => provider.requests.splice(0));

  describe('as the loop-detection-algorithm decision has it', () => {
    before(() => {
      provider.answer = (request) => says(honestAnswer({ user: lastText(request) }))(request);
    });
    describeLlmEvaluation(judge);
  });

  it('is told who it is and what it is asked, by the user, and counts its tokens', async () => {
    provider.answer = says('{"no', 'Progress": tr', 'ue}');
    deepEqual(await ask(), {
      kind: 'answered',
      calls: 1,
      text: '{"noProgress": true}',
      inputTokens: 4,
      outputTokens: 2,
    });
    const [request] = provider.requests;
    equal(request?.model, 'scripted-small');
    deepEqual(request.messages, [
      [1, 'You judge.'],
      [1, 'SECRET GOAL'],
    ]);
  });

  it('has answered with half an object, which is for others to judge', async () => {
    provider.answer = says('{"isRegressive": tr');
    const reply = await ask();
    equal(reply.kind === 'answered' && reply.text, '{"isRegressive": tr');
  });

  it('has said nothing where it would rather call a tool', async () => {
    provider.answer = ({ progress }) => {
      progress.report(new vscode.LanguageModelToolCallPart('1', 'run', { command: 'rm' }));
      return Promise.resolve();
    };
    const reply = await ask();
    equal(reply.kind === 'answered' && reply.text, '');
  });

  it('that throws at once, or in the middle, has failed', async () => {
    provider.answer = () => {
      throw new Error('SECRET');
    };
    equal(failure(await ask()), 'service failure');
    provider.answer = async (request) => {
      await says('{"isRegr')(request);
      throw new Error('SECRET');
    };
    equal(failure(await ask()), 'service failure');
  });

  it('that refuses because of its quota is told as that', async () => {
    provider.answer = () => Promise.reject(vscode.LanguageModelError.Blocked('SECRET'));
    equal(failure(await ask()), 'rate limit');
  });

  it('whose consent was taken back is told as that, forgotten, and not reached for again', async () => {
    provider.answer = () => Promise.reject(vscode.LanguageModelError.NoPermissions('SECRET'));
    const revoked = judge();
    const limits = { signal: new AbortController().signal, timeoutMs: 20_000, maxCalls: 1 };
    const told = async (): Promise<unknown> => {
      const reply = await revoked.ask(PROMPT, limits);
      return reply.kind === 'failed' && [reply.why, reply.permanent, reply.detail];
    };
    const name = 'scripted-small of devs-tests';
    deepEqual(await told(), [
      ...['not allowed', true],
      `Devs may no longer ask ${name}: run "Devs: Allow Judge Model…" again`,
    ]);
    deepEqual(await told(), [
      ...['not allowed', true],
      `Devs may not ask ${name} yet: run "Devs: Allow Judge Model…" once`,
    ]);
    equal(provider.requests.length, 1);
  });

  it('that never answers is left in time, and its provider hears of it', async () => {
    provider.answer = () => new Promise(() => undefined);
    equal(failure(await ask(1_000)), 'timeout');
    // VS Code 1.104 passes a cancellation on only until the request has started.
    if (vscode.version.startsWith('1.104.')) return;
    await until('the provider is cancelled', () => {
      return provider.requests[0]?.token.isCancellationRequested;
    });
  });

  it('whose provider cannot count has answered all the same', async () => {
    provider.answer = says('yes');
    const { count } = provider;
    provider.count = () => Promise.reject(new Error('SECRET'));
    deepEqual(await ask(), { kind: 'answered', calls: 1, text: 'yes' });
    provider.count = count;
  });

  it('that is not there is told with those that are', async () => {
    const { signal } = new AbortController();
    const limits = { signal, timeoutMs: 20_000, maxCalls: 1 };
    const reply = await judge('huge').ask(PROMPT, limits);
    match(
      reply.kind === 'failed' ? reply.detail : '',
      /^huge of devs-tests was not found: VS Code offers .*scripted-large of devs-tests, scripted-small of devs-tests/,
    );
  });
});

function lastText({ messages }: ProvidedRequest): string {
  return messages.at(-1)?.[1] ?? '';
}
