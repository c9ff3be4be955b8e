import { describeRemedy } from '../../rules/failure/external/describeRemedy';
import type { ExternalFailure } from '../../rules/failure/external/externalFailure';
import { isExplainedByChange } from '../../rules/failure/external/isExplainedByChange';
import { isMessageInChange } from '../../rules/failure/external/isMessageInChange';
import { findVerdictEffect } from '../../rules/judge/controlQuestion';
import { decideRetry } from '../../rules/turn/decideRetry';
import {
  EXTERNAL_KINDS,
  type ErrorType,
  type ExternalKind,
  type FailureSignature,
} from '../../model/failure/failure';
import type { JudgedTurn } from '../../model/judge/judgedTurn';
import { taskChanges } from '../turn/context/causedByTask';
import type { TurnContext, TurnFacts } from '../turn/context/turnFacts';
import type { TurnRun } from '../turn/calls/turnRun';

/** Applies the judge's decision about the cause; the waits of a turn's verification count together. */
export async function decideCause(
  context: TurnContext,
  facts: TurnFacts,
  judged: JudgedTurn,
): Promise<TurnRun> {
  const external = await fromOutside(context, facts, judged);
  if (external === undefined) return { kind: 'counted', facts };
  const failures = (facts.repeated?.times ?? 0) + 1;
  const decision = decideRetry(external, {
    failures,
    limits: context.config.limits,
    now: context.deps.clock.now(),
  });
  const about = { reason: decision.reason, external: external.kind };
  return decision.kind === 'retry'
    ? {
        kind: 'externalFailure',
        facts,
        handling: 'retryAfter',
        delayMs: decision.delayMs,
        ...about,
      }
    : { kind: 'externalFailure', facts, handling: 'blocked', remedy: decision.remedy, ...about };
}

/** The external failure according to the judge, unless other facts contradict it. */
async function fromOutside(
  context: TurnContext,
  { verification, findings: { failure }, changedFiles }: TurnFacts,
  judged: JudgedTurn,
): Promise<ExternalFailure | undefined> {
  if (judged.kind !== 'decided' || failure === undefined || verification === undefined)
    return undefined;
  if (findVerdictEffect(judged, judged.verdict) !== 'external') return undefined;
  const found = asExternal(failure, judged.by);
  const changes = await taskChanges(context, changedFiles);
  if (changes === undefined || isExplainedByChange(found, changes)) return undefined;
  // What the task's own files say may be said for the judge to read.
  return isMessageInChange(failure.exactMessage, changes.texts.values()) ? undefined : found;
}

const HUMANS_HELP: ReadonlySet<ExternalKind> = new Set<ExternalKind>([
  'authentication',
  'missing_tool',
  'missing_dependency',
  'disk_full',
  'permission',
]);

/** A missing dependency may be one that the task declared; what else has no name among them is a service that fails. */
function externalKind(errorType: ErrorType): ExternalKind {
  if (errorType === 'dependency') return 'missing_dependency';
  return EXTERNAL_KINDS.find((each) => each === errorType) ?? 'outage';
}

function asExternal({ errorType, exactMessage }: FailureSignature, by: string): ExternalFailure {
  const kind = externalKind(errorType);
  const handling = HUMANS_HELP.has(kind) ? 'blocked' : 'retry';
  const about = { kind, handling, subject: undefined, retryAfterMs: undefined } as const;
  const [line = ''] = exactMessage.split('\n', 1);
  return {
    ...about,
    message: `${line.slice(0, 200)} (according to the judge, ${by})`,
    remedy: describeRemedy({ ...about, speaker: 'verification' }),
  };
}
