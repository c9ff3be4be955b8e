import type { KnownCall, KnownResult } from '../calls/observedStep';
import { quoteOutcome } from '../shown/quoteReasonLine';

type OutcomeCall = Pick<KnownCall, 'args' | 'effect'>;

/**
 * What a call says of its outcome, at the end of a sentence: ": 2 failing"; '' for nothing. Of content that it only
 * reads, what is short.
 */
export function sayOutcome(call: OutcomeCall, result: KnownResult): string {
  const said = quoteOutcome(result, call.args, { isContent: call.effect.kind === 'reads' });
  return said === '' ? '' : `: ${said}`;
}

/** What several calls with the same result did: "failed in the same way". */
export function describeSame({ kind }: Pick<KnownResult, 'kind'>): string {
  if (kind === 'failure') return 'failed in the same way';
  return kind === 'nothing' ? 'printed nothing' : 'gave the same result';
}
