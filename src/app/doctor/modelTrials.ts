import * as z from 'zod';
import { answerSchema, readAnswer } from '../../detection/judge/readAnswer';
import type { EmbeddingSettings, JudgeModel, JudgeSettings } from '../../domain/config';
import type { JudgeFailure, JudgePrompt, JudgeReply } from '../../ports/judge';
import type { DoctorContext } from './doctorContext';
import type { Finding } from './plannedCheck';
import { counted, inWords, quoted } from './words';

const PROMPT: JudgePrompt = {
  system:
    'This is a test of whether you can be reached. Answer with one JSON object and nothing else: {"isRegressive": false, "noProgress": false, "external": false, "reasoning": "ready"}',
  user: '{"test":true}',
  schema: z.toJSONSchema(answerSchema),
};
/** A second one where the model has to be asked in another way. */
const MAX_CALLS = 2;

/** Asks the judge one tiny question: whether it answers, in the shape that is needed, and how fast. */
export async function judgeFinding(
  { parts }: DoctorContext,
  { model, timeoutMs }: JudgeSettings,
  signal: AbortSignal,
): Promise<Finding> {
  const judge = parts.adapters.models.judge({ model, timeoutMs, maxCalls: MAX_CALLS });
  const began = parts.clock.now().getTime();
  const reply = await judge.ask(PROMPT, { signal, timeoutMs, maxCalls: MAX_CALLS });
  const took = inWords(parts.clock.now().getTime() - began);
  const name = quoted(judge.name);
  if (reply.kind === 'failed') return failedFinding(name, reply, model);
  const cost = [counted(reply.calls, 'call'), ...tokensOf(reply)].join(', ');
  if (readAnswer(reply.text) !== undefined) {
    return { level: 'ok', found: `${name} answered in ${took} (${cost})` };
  }
  return {
    level: 'problem',
    found: `${name} answered in ${took} (${cost}), but not in the shape that was asked for`,
    remedy: 'Choose a model that keeps to JSON; until then rules alone decide.',
    fix: { kind: 'openConfig' },
  };
}

function tokensOf({ inputTokens, outputTokens }: Extract<JudgeReply, { kind: 'answered' }>) {
  if (inputTokens === undefined || outputTokens === undefined) return [];
  return [`${inputTokens} + ${outputTokens} tokens`];
}

function failedFinding(
  name: string,
  { why, detail }: Extract<JudgeReply, { kind: 'failed' }>,
  model: JudgeModel,
): Finding {
  const level = why === 'rate limit' ? 'warning' : 'problem';
  return { level, found: `${name}: ${quoted(detail, 300)}`, ...whatToDo(why, model) };
}

function whatToDo(why: JudgeFailure, model: JudgeModel): Pick<Finding, 'remedy' | 'fix'> {
  const open = { kind: 'openConfig' } as const;
  switch (why) {
    case 'not allowed':
      return model.type === 'vscode'
        ? { remedy: 'Allow Devs to use the model.', fix: { kind: 'allowJudge' } }
        : {
            remedy: 'Set the key: DEVS_MODEL_KEY in the environment, or the editor keeps it.',
            fix: { kind: 'setModelKey' },
          };
    case 'unreachable':
      return { remedy: 'Start the service, or correct `url` under `judge`.', fix: open };
    case 'timeout':
      return { remedy: 'Raise `timeout` under `judge`, or take a faster model.', fix: open };
    case 'not there':
      return { remedy: 'Correct `model` and `url` under `judge`, or fetch the model.', fix: open };
    case 'rate limit':
    case 'service failure':
    case 'cancelled':
      return { remedy: 'Try again later; until then rules alone decide.' };
    default:
      return why satisfies never;
  }
}

/** Compares two short texts with a third: whether the model answers, and with likenesses. */
export async function embeddingsFinding(
  { parts }: DoctorContext,
  settings: EmbeddingSettings,
): Promise<Finding> {
  const embedder = parts.adapters.models.embedder(settings);
  const name = quoted(embedder.name);
  const began = parts.clock.now().getTime();
  const asked = 'how do we handle errors';
  const others = ['how are errors handled', 'a blue bicycle'];
  const answer = await embedder.cosines(
    others.map((other) => [asked, other] as const),
    new AbortController().signal,
  );
  if (answer.kind === 'failed')
    return { level: 'problem', found: `${name}: ${quoted(answer.detail, 300)}`, ...CORRECT };
  const took = inWords(parts.clock.now().getTime() - began);
  return { level: 'ok', found: `${name} answered in ${took} (1 call)` };
}

const CORRECT = {
  remedy:
    'Start the service, or correct `embeddings`; until then texts are compared by their words.',
  fix: { kind: 'openConfig' },
} as const;
