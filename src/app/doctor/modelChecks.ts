import { LEAST_CALLS } from '../../engine/judge/progressEvaluator';
import type {
  DevsConfig,
  EmbeddingSettings,
  JudgeModel,
  JudgeSettings,
} from '../../model/config/config';
import type { TextKind } from '../../engine/similarity/calibration';
import type { JudgeFailure, JudgePrompt, JudgeReply } from '../../ports/judge';
import { isLoopback } from '../../text/isLoopback';
import { ANSWER_SCHEMA, readAnswer } from '../../rules/judge/readAnswer';
import { countOf } from '../../text/count';
import { describeDuration } from '../../text/describeDuration';
import { capitalise } from '../../text/sentence';
import { findSkipReason, type DoctorContext } from './doctorContext';
import { quote } from './findingText';
import { SHORT_LIMIT_MS, type Finding, type PlannedCheck } from './runChecks';

const PROMPT: JudgePrompt = {
  system:
    'This is a connection test. Answer with one JSON object and nothing else: {"isRegressive": false, "noProgress": false, "external": false, "reasoning": "ready"}',
  user: '{"test":true}',
  schema: ANSWER_SCHEMA,
};
/** The texts that runs compare. */
const TEXT_KINDS: readonly TextKind[] = ['requests', 'failures'];
/** The second call is for models that need another request format. */
const MAX_CALLS = 2;

/** Checks the judge and the embedding model with one small request each. */
export function modelChecks(
  context: DoctorContext,
  { judge, embeddings }: DevsConfig,
): readonly PlannedCheck[] {
  const off = (found: string) => ({ find: (): Finding => ({ level: 'ok', found }) });
  return [
    {
      ...{ id: 'judge', title: 'Judge', group: 'Models' },
      ...(judge === undefined
        ? off('off: rules alone decide')
        : {
            limitMs: judge.timeoutMs + SHORT_LIMIT_MS,
            find: (signal) =>
              askUnlessSkipped(context, judge.model, () => judgeFinding(context, judge, signal)),
          }),
    },
    {
      ...{ id: 'embeddings', title: 'Embeddings', group: 'Models' },
      ...(embeddings === undefined
        ? off('off: texts are compared by their words')
        : {
            limitMs: (1 + TEXT_KINDS.length) * embeddings.timeoutMs + SHORT_LIMIT_MS,
            find: (signal) =>
              askUnlessSkipped(context, embeddings, () =>
                embeddingsFinding(context, embeddings, signal),
              ),
          }),
    },
  ];
}

type CheckedModel = JudgeModel | EmbeddingSettings;

/** Asks the model unless a reason forbids it; says whether a key is set, never its value. */
async function askUnlessSkipped(
  context: DoctorContext,
  model: CheckedModel,
  ask: () => Promise<Finding>,
): Promise<Finding> {
  const { place } = context.options;
  const reason =
    'type' in model && model.type === 'vscode' && place.kind === 'terminal'
      ? 'available in VS Code only; in a terminal rules alone decide'
      : findSkipReason(context, { slow: true });
  if (reason !== undefined)
    return { level: 'skipped', found: `${nameOf(model)} was not asked: ${reason}` };
  const finding = await ask();
  if (!('url' in model)) return finding;
  const key = await context.parts.machine.hasModelKey(model.url);
  const found = `${finding.found}; ${key ? 'with a key' : 'without a key'}`;
  if (!key || finding.level === 'problem' || !isUnencrypted(model.url))
    return { ...finding, found };
  return {
    level: 'warning',
    found: `${found}, which goes over the network unencrypted (http)`,
    remedy: 'Use an https address for a model on another machine.',
    fix: { kind: 'openConfig' },
  };
}

function nameOf(model: CheckedModel): string {
  if ('url' in model) return quote(`${model.model} at ${new URL(model.url).host}`);
  return quote(model.model ?? model.vendor ?? 'a language model of VS Code');
}

function isUnencrypted(url: string): boolean {
  const { protocol, host } = new URL(url);
  return protocol === 'http:' && !isLoopback(host);
}

/**
 * Asks the judge a small question: checks that it answers, in the required format, and how fast.
 */
async function judgeFinding(
  { parts }: DoctorContext,
  { model, timeoutMs, maxCalls }: JudgeSettings,
  signal: AbortSignal,
): Promise<Finding> {
  const judge = parts.adapters.models.judge({ model, timeoutMs, maxCalls: MAX_CALLS });
  const began = parts.clock.elapsed();
  const reply = await judge.ask(PROMPT, { signal, timeoutMs, maxCalls: MAX_CALLS });
  const took = describeDuration(parts.clock.elapsed() - began);
  const name = quote(judge.name);
  if (reply.kind === 'failed') {
    const permit = model.type === 'vscode' ? 'allowJudge' : 'setModelKey';
    return failedFinding(name, reply, { key: 'judge', permit });
  }
  const cost = [countOf(reply.calls, 'call'), ...tokensOf(reply)].join(', ');
  if (readAnswer(reply.text) !== undefined) {
    const found = `${name} answered in ${took} (${cost})`;
    return maxCalls < LEAST_CALLS ? tooFewCallsFinding(found, maxCalls) : { level: 'ok', found };
  }
  return {
    level: 'problem',
    found: `${name} answered in ${took} (${cost}), but not in the requested format`,
    remedy:
      'Choose a judge model that returns valid JSON. Until then, Devs decides by its rules alone.',
    fix: { kind: 'openConfig' },
  };
}

function tooFewCallsFinding(answer: string, maxCalls: number): Finding {
  return {
    level: 'warning',
    found: `${answer}, but no run uses it with \`maxCalls: ${maxCalls}\`: an answer takes two calls`,
    remedy: 'Set `maxCalls` under `judge` in devs.yaml to at least 2.',
    fix: { kind: 'openConfig' },
  };
}

function tokensOf({ inputTokens, outputTokens }: Extract<JudgeReply, { kind: 'answered' }>) {
  if (inputTokens === undefined || outputTokens === undefined) return [];
  return [`${inputTokens} + ${outputTokens} tokens`];
}

interface FailedModel {
  /** Its key in devs.yaml. */
  readonly key: 'judge' | 'embeddings';
  /** Fix of a missing permission. */
  readonly permit: 'setModelKey' | 'allowJudge';
}

/** The failure's text has the form "what" or "what: remedy". */
function failedFinding(
  name: string,
  { why, detail }: { readonly why: JudgeFailure; readonly detail: string },
  { key, permit }: FailedModel,
): Finding {
  const [what = '', ...rest] = quote(detail, 400).split(': ');
  const fix = fixOf(why, permit);
  return {
    level: why === 'rate limit' ? 'warning' : 'problem',
    found: what.startsWith('it ') ? `${name} ${what.slice('it '.length)}` : what,
    remedy:
      rest.length === 0
        ? `Raise \`timeout\` under \`${key}\` in devs.yaml, or choose another model.`
        : toSentence(rest.join(': ')),
    ...(fix === undefined ? {} : { fix: { kind: fix } }),
  };
}

function toSentence(words: string): string {
  return words.endsWith('?') ? capitalise(words) : `${capitalise(words)}.`;
}

function fixOf(
  why: JudgeFailure,
  permit: FailedModel['permit'],
): FailedModel['permit'] | 'openConfig' | undefined {
  switch (why) {
    case 'not allowed':
      return permit;
    case 'unreachable':
    case 'timeout':
    case 'not there':
      return 'openConfig';
    case 'rate limit':
    case 'service failure':
    case 'cancelled':
      return undefined;
    default:
      return why satisfies never;
  }
}

/**
 * Calibrates the model as a run does: checks that it answers as many texts as a run asks about, how fast, and that it
 * rates equal texts as more similar than different ones.
 */
async function embeddingsFinding(
  { parts }: DoctorContext,
  settings: EmbeddingSettings,
  signal: AbortSignal,
): Promise<Finding> {
  const { clock, adapters } = parts;
  const embedder = adapters.models.embedder(settings);
  const name = quote(embedder.name);
  const began = clock.elapsed();
  // A repeated text would be answered from the cache.
  const answer = await embedder.cosines([[`ready ${clock.newId()}`, 'ready']], signal);
  if (answer.kind === 'failed')
    return failedFinding(name, answer, { key: 'embeddings', permit: 'setModelKey' });
  const { calibrationOf } = await import('../../engine/similarity/calibration');
  const useless: TextKind[] = [];
  for (const kind of TEXT_KINDS) {
    const calibration = await calibrationOf(embedder, kind, signal);
    if (calibration.kind === 'failed')
      return failedFinding(name, calibration, { key: 'embeddings', permit: 'setModelKey' });
    if (calibration.kind === 'cannot tell') useless.push(kind);
  }
  const took = describeDuration(clock.elapsed() - began);
  const found = `${name} answered in ${took} (${countOf(1 + TEXT_KINDS.length, 'call')})`;
  if (useless.length === 0) return { level: 'ok', found };
  const kinds = useless.join(' and ');
  return {
    level: useless.length < TEXT_KINDS.length ? 'warning' : 'problem',
    found: `${found}, but does not rate equal ${kinds} as more similar than different ones`,
    remedy: `Set \`embeddings.model\` to another model. Until then, Devs compares ${kinds} by their words.`,
    fix: { kind: 'openConfig' },
  };
}
