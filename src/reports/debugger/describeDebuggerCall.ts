import type { EventData } from '../../model/events/devsEvent';
import { describeDuration } from '../../text/describeDuration';
import { shortName } from '../../text/truncate';

/** Describes a `debugger_asked` event in a clause; names and reasons come from outside. */
export function describeDebuggerCall({
  agent,
  answer,
  reason = '',
  durationMs,
}: EventData<'debugger_asked'>): string {
  if (agent === '') return `no debugger agent was called: ${reason}`;
  const who = `the debugger agent ${shortName(agent)}`;
  const took = describeDuration(durationMs);
  return answer === 'diagnosis'
    ? `${who} gave a diagnosis (${took}); the agent tries it in one more strategy`
    : `${who} gave no diagnosis (${took}): ${reason}`;
}
