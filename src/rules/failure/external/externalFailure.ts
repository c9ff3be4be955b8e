import type { ExternalKind } from '../../../model/failure/failure';
import { findAgentFailure } from './findAgentFailure';
import type { FoundFailure } from './patterns/externalRule';
import { maskSecrets } from '../../../text/maskSecrets';
import { describeRemedy } from './describeRemedy';
import { findRetryAfter } from './retryAfter';
import { findVerificationFailure } from './findVerificationFailure';
import { oneLine } from '../../../text/oneLine';
import { truncate } from '../../../text/truncate';

/** A failure with a cause outside the task, unless a change made for the task explains it. */
export interface ExternalFailure {
  readonly kind: ExternalKind;
  /** The line that reports it, cleaned, secrets masked, at most 200 characters. */
  readonly message: string;
  /** Name of what failed (host, tool, module, path), which a change that explains the failure mentions. */
  readonly subject: string | undefined;
  /** Milliseconds that the service asks to wait; absent if it does not ask. Not capped. */
  readonly retryAfterMs: number | undefined;
  /** `retry`: it may resolve by itself; `blocked`: a human has to act. */
  readonly handling: 'retry' | 'blocked';
  /** What a human can do about it: one sentence. */
  readonly remedy: string;
  /** It names no service, and any program may state it: a change or goal about it explains it. */
  readonly vague?: true;
}

/** Printed lines with their source: an agent talks about errors, a verification prints those of tests. */
export type SpokenLines = {
  /** From `outputLines`. */
  readonly lines: readonly string[];
  /** The time when they were printed, which resolves "resets at 5pm". */
  readonly now: Date;
} & (
  | {
      readonly speaker: 'agent';
      /** Exit code 0: then only a reply that consists of an error of the agent's service counts. */
      readonly endedWell: boolean;
      /** It changed files in this turn: then an error of another program counts only in its last line. */
      readonly hasWorked: boolean;
      /** When the limit of its plan that it met is reset, by its event stream. */
      readonly limitResetsAt?: Date;
    }
  | { readonly speaker: 'verification' }
);

/**
 * Finds the external failure at the end of the text (design §4, rule 2); undefined if there is none or it is uncertain.
 * Reads only the end of long texts; never throws.
 */
export function findExternalFailure(spoken: SpokenLines): ExternalFailure | undefined {
  const found =
    spoken.speaker === 'agent'
      ? findAgentFailure(spoken.lines, spoken)
      : findVerificationFailure(spoken.lines);
  return found === undefined ? undefined : toExternalFailure(found, spoken);
}

/**
 * Returns the limit that ended an agent according to its event stream, whatever its words; undefined if it is reset.
 */
export function toPlanLimit(words: string, resetsAt: Date, now: Date): ExternalFailure | undefined {
  const retryAfterMs = resetsAt.getTime() - now.getTime();
  if (!(retryAfterMs > 0)) return undefined;
  const about = { kind: 'rate_limit', subject: undefined, retryAfterMs } as const;
  const remedy = describeRemedy({ ...about, speaker: 'agent' });
  return { ...about, handling: 'retry', message: toShownText(words), remedy };
}

function toExternalFailure(found: FoundFailure, spoken: SpokenLines): ExternalFailure {
  const { rule } = found;
  const { lines, speaker, now } = spoken;
  const waits = rule.kind === 'rate_limit' || rule.kind === 'outage';
  const retryAfterMs = waits
    ? (msUntilReset(rule.kind, spoken) ?? findRetryAfter(lines, found.at, now))
    : undefined;
  // A limit that is reset is waited for, even if payment would lift it.
  const handling = retryAfterMs === undefined ? rule.handling : 'retry';
  const subject = found.subject === undefined ? undefined : toShownText(found.subject);
  const kept = handling === rule.handling ? rule.remedy : undefined;
  return {
    kind: rule.kind,
    message: toShownText(found.line),
    subject,
    retryAfterMs,
    handling,
    remedy: kept ?? describeRemedy({ kind: rule.kind, speaker, subject, retryAfterMs }),
    ...(rule.vague && subject === undefined && { vague: true }),
  };
}

/** What the event stream says is exact. */
function msUntilReset(kind: ExternalKind, spoken: SpokenLines): number | undefined {
  if (spoken.speaker !== 'agent' || kind !== 'rate_limit') return undefined;
  const { limitResetsAt, now } = spoken;
  const ms = limitResetsAt === undefined ? 0 : limitResetsAt.getTime() - now.getTime();
  return ms > 0 ? ms : undefined;
}

function toShownText(text: string): string {
  return truncate(oneLine(maskSecrets(text.slice(0, 2_000))), 200);
}
