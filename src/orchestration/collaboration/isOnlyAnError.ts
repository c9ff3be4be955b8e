import { externalFailure } from '../../detection/external/externalFailure';
import { outputLines } from '../../detection/output/outputLines';
import type { AgentResult } from '../../ports/agent';

/** Whether an agent that ended well says nothing but that its service failed (rule 2): that is no answer. */
export function isOnlyAnError({ reply, errorTail }: AgentResult, now: Date): boolean {
  const lines = outputLines(reply.trim() === '' ? errorTail : reply);
  const hasWorked = false;
  return (
    externalFailure({ lines, speaker: 'agent', endedWell: true, hasWorked, now }) !== undefined
  );
}
