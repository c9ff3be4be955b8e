import type { DevsEvent } from '../../model/events/devsEvent';

/**
 * The log lines of a proved loop over attempts and of its recovery, word for word as
 * docs/decisions/loop-recovery.md ("Logs") has them; none for other events.
 */
export function loopLog(event: DevsEvent): readonly string[] {
  if (event.event === 'loop_detected') {
    const { data } = event;
    if (data.loopType === undefined || data.level !== 'stuck') return [];
    const { loopType, taskId, attemptCount, recommendation } = data;
    return [
      `Loop detected: ${loopType}, taskId=${taskId}, attemptCount=${attemptCount}, recommendation=${recommendation}`,
    ];
  }
  if (event.event !== 'loop_recovery' || event.data.loop_type === undefined) return [];
  const { action } = event.data;
  const applied = `Loop recovery applied: ${action}`;
  return action === 'unblock_authority'
    ? [`Granting unblock authority for ${event.taskId}`, applied]
    : [applied];
}
