import type { ExternalKind } from '../../../model/failure/failure';
import { MAX_RETRY_AFTER_MS } from '../../../model/config/limits';
import { findAgentFailure } from './findAgentFailure';
import type { FoundFailure } from './patterns/externalRule';
import { maskSecrets } from '../../../text/maskSecrets';
import { describeRemedy } from './describeRemedy';
import { findRetryAfter } from './retryAfter';
import { findVerificationFailure } from './findVerificationFailure';
import { oneLine } from '../../../text/oneLine';
import { truncate } from '../../../text/truncate';

/** A failure with a cause outside the task, unless a change made on the task explains it. */
export interface ExternalFailure {
  readonly kind: ExternalKind;
  /** The line that says so, cleaned, keys and tokens masked, 200 characters at most. */
  readonly message: string;
  /** What failed by name (host, tool, module, path): a change that explains the failure mentions it. */
  readonly subject: string | undefined;
  /** Milliseconds that the service asks to wait; absent when it does not say. Not capped. */
  readonly retryAfterMs: number | undefined;
  /** `retry`: it may pass by itself; `blocked`: a human has to do something. */
  readonly then: 'retry' | 'blocked';
  /** What a human can do about it, one sentence. */
  readonly remedy: string;
}

/** Who printed the lines: agents talk about errors, verifications show those of tests. */
export type SpokenLines = {
  /** From `outputLines`. */
  readonly lines: readonly string[];
  /** The moment they were printed, against which "resets at 5pm" is read. */
  readonly now: Date;
} & (
  | {
      readonly speaker: 'agent';
      /** Exit code 0: then only a reply that is nothing but an error of the agent's service counts. */
      readonly endedWell: boolean;
      /** It changed files in this turn: then an error of a program that it ran counts as its last line only. */
      readonly hasWorked: boolean;
    }
  | { readonly speaker: 'verification' }
);

/**
 * The external failure that the text ends with (design §4, rule 2); undefined when there is none, or
 * when it is undecided. Reads the end of long texts only; never throws.
 */
export function findExternalFailure(spoken: SpokenLines): ExternalFailure | undefined {
  const found =
    spoken.speaker === 'agent'
      ? findAgentFailure(spoken.lines, spoken)
      : findVerificationFailure(spoken.lines);
  return found === undefined ? undefined : toExternalFailure(found, spoken);
}

function toExternalFailure(
  found: FoundFailure,
  { lines, speaker, now }: SpokenLines,
): ExternalFailure {
  const { rule } = found;
  const waits = rule.kind === 'rate_limit' || rule.kind === 'outage';
  const retryAfterMs = waits ? findRetryAfter(lines, found.at, now) : undefined;
  const then = decideResponse(found, retryAfterMs);
  const subject = found.subject === undefined ? undefined : toShownText(found.subject);
  const kept = then === rule.then ? rule.remedy : undefined;
  return {
    kind: rule.kind,
    message: toShownText(found.line),
    subject,
    retryAfterMs,
    then,
    remedy: kept ?? describeRemedy({ kind: rule.kind, then, speaker, subject, retryAfterMs }),
  };
}

/** A limit with a reset within reach is waited for, even one that money would lift; one beyond is not. */
function decideResponse(
  { rule }: FoundFailure,
  retryAfterMs: number | undefined,
): 'retry' | 'blocked' {
  if (retryAfterMs === undefined) return rule.then;
  return retryAfterMs <= MAX_RETRY_AFTER_MS ? 'retry' : 'blocked';
}

function toShownText(text: string): string {
  return truncate(oneLine(maskSecrets(text.slice(0, 2_000))), 200);
}
