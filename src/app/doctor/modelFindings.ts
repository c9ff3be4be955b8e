import * as z from 'zod';
import { answerSchema, readAnswer } from '../../rules/judge/readAnswer';
import { LEAST_CALLS } from '../../engine/judge/progressEvaluator';
import type { EmbeddingSettings, JudgeModel, JudgeSettings } from '../../model/config/config';
import type { JudgeFailure, JudgePrompt, JudgeReply } from '../../ports/judge';
import type { DoctorContext } from './doctorContext';
import type { Finding } from './plannedCheck';
import { quote } from './findingText';
import { capitalise } from '../../text/sentence';
import { countOf } from '../../text/count';
import { describeDuration } from '../../text/describeDuration';

const PROMPT: JudgePrompt = {
  system:
    'This is a connection test. Answer with one JSON object and nothing else: {"isRegressive": false, "noProgress": false, "external": false, "reasoning": "ready"}',
  user: '{"test":true}',
  schema: z.toJSONSchema(answerSchema),
};
/** The second call is for models that need another request format. */
const MAX_CALLS = 2;

/**
 * Asks the judge a small question: checks that it answers, in the required format, and how fast.
 */
export async function judgeFinding(
  { parts }: DoctorContext,
  { model, timeoutMs, maxCalls }: JudgeSettings,
  signal: AbortSignal,
): Promise<Finding> {
  const judge = parts.adapters.models.judge({ model, timeoutMs, maxCalls: MAX_CALLS });
  const began = parts.clock.now().getTime();
  const reply = await judge.ask(PROMPT, { signal, timeoutMs, maxCalls: MAX_CALLS });
  const took = describeDuration(parts.clock.now().getTime() - began);
  const name = quote(judge.name);
  if (reply.kind === 'failed') return failedFinding(name, reply, toFailingJudge(model));
  const cost = [countOf(reply.calls, 'call'), ...tokensOf(reply)].join(', ');
  if (readAnswer(reply.text) !== undefined) {
    const found = `${name} answered in ${took} (${cost})`;
    return maxCalls < LEAST_CALLS ? tooFewCallsFinding(found, maxCalls) : { level: 'ok', found };
  }
  return {
    level: 'problem',
    found: `${name} answered in ${took} (${cost}), but not in the requested format`,
    remedy: 'Choose a model that returns valid JSON; until then rules alone decide.',
    fix: { kind: 'openConfig' },
  };
}

function tooFewCallsFinding(answer: string, maxCalls: number): Finding {
  return {
    level: 'warning',
    found: `${answer}, but no run uses it with \`maxCalls: ${maxCalls}\`: an answer takes two calls`,
    remedy: 'Set `maxCalls` under `judge` to at least 2.',
    fix: { kind: 'openConfig' },
  };
}

function tokensOf({ inputTokens, outputTokens }: Extract<JudgeReply, { kind: 'answered' }>) {
  if (inputTokens === undefined || outputTokens === undefined) return [];
  return [`${inputTokens} + ${outputTokens} tokens`];
}

/** Splits a failure message of the form "what: what to do" into finding and remedy. */
function failedFinding(
  name: string,
  { why, detail }: { readonly why: JudgeFailure; readonly detail: string },
  failing: FailingModel,
): Finding {
  const [what = '', ...rest] = quote(detail, 400).split(': ');
  const todo = remedyFor(why, failing);
  return {
    level: why === 'rate limit' ? 'warning' : 'problem',
    found: what.startsWith('it ') ? `${name} ${what.slice('it '.length)}` : what,
    ...todo,
    ...(rest.length === 0 ? {} : { remedy: toSentence(rest.join(': ')) }),
  };
}

function toSentence(words: string): string {
  return words.endsWith('?') ? capitalise(words) : `${capitalise(words)}.`;
}

function toFailingJudge({ type }: JudgeModel): FailingModel {
  const without = 'until then rules alone decide';
  return { key: 'judge', ofEditor: type === 'vscode', without };
}

/** The failing model: its key in devs.yaml, and what decides without it. */
interface FailingModel {
  readonly key: 'judge' | 'embeddings';
  readonly ofEditor: boolean;
  readonly without: string;
}

const EMBEDDINGS: FailingModel = {
  key: 'embeddings',
  ofEditor: false,
  without: 'until then texts are compared by their words',
};

function remedyFor(
  why: JudgeFailure,
  { key, ofEditor, without }: FailingModel,
): Pick<Finding, 'remedy' | 'fix'> {
  const open = { kind: 'openConfig' } as const;
  switch (why) {
    case 'not allowed':
      return ofEditor
        ? { remedy: 'Allow Devs to use the model.', fix: { kind: 'allowJudge' } }
        : {
            remedy: 'Set the key: DEVS_MODEL_KEY in the environment, or store it in the editor.',
            fix: { kind: 'setModelKey' },
          };
    case 'unreachable':
      return { remedy: `Start the service, or correct \`url\` under \`${key}\`.`, fix: open };
    case 'timeout':
      return { remedy: `Raise \`timeout\` under \`${key}\`, or choose a faster model.`, fix: open };
    case 'not there':
      return {
        remedy: `Correct \`model\` and \`url\` under \`${key}\`, or download the model.`,
        fix: open,
      };
    case 'rate limit':
    case 'service failure':
    case 'cancelled':
      return { remedy: `Try again later; ${without}.` };
    default:
      return why satisfies never;
  }
}

/** Compares two short texts: checks that the model answers, and how fast. */
export async function embeddingsFinding(
  { parts }: DoctorContext,
  settings: EmbeddingSettings,
  signal: AbortSignal,
): Promise<Finding> {
  const { clock, adapters } = parts;
  const embedder = adapters.models.embedder(settings);
  const name = quote(embedder.name);
  const began = clock.now().getTime();
  // A repeated text would be answered from the cache.
  const answer = await embedder.cosines([[`ready ${clock.newId()}`, 'ready']], signal);
  if (answer.kind === 'failed') return failedFinding(name, answer, EMBEDDINGS);
  const took = describeDuration(clock.now().getTime() - began);
  const [cosine] = answer.cosines;
  if (cosine !== undefined && Math.abs(cosine) <= 1) {
    return { level: 'ok', found: `${name} answered in ${took} (1 call)` };
  }
  return {
    level: 'problem',
    found: `${name} answered in ${took}, but its vectors cannot be compared`,
    remedy: 'Choose an embedding model; until then texts are compared by their words.',
    fix: { kind: 'openConfig' },
  };
}
