import { findExternalFailure } from '../../rules/failure/external/externalFailure';
import { outputLines } from '../../rules/output/outputLines';
import type { AgentResult } from '../../ports/agent';

/**
 * Whether a successful agent replied only with a failure of its service (rule 2), or its event stream reports a
 * failure: neither is an answer.
 */
export function isOnlyAnError({ reply, errorTail, failure }: AgentResult, now: Date): boolean {
  if (failure !== undefined) return true;
  const lines = outputLines(reply.trim() === '' ? errorTail : reply);
  const hasWorked = false;
  return (
    findExternalFailure({ lines, speaker: 'agent', endedWell: true, hasWorked, now }) !== undefined
  );
}
