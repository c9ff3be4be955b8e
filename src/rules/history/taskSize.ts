import type { LastingEvent } from '../../model/events/lastingEvents';
import type { Measurement } from '../../model/verification/measurement';

/** How large a task is: failing tests before its first turn. */
export type TaskSize = 'unmeasured' | 'small' | 'large';

/** Failing tests from which on a task is large. */
const LARGE_FROM = 6;

/** Determines the size from the baseline; a baseline without a failing test says nothing about the work. */
export function toTaskSize(baseline: Measurement | null | undefined): TaskSize {
  const failing = baseline?.failed ?? 0;
  if (failing < 1) return 'unmeasured';
  return failing < LARGE_FROM ? 'small' : 'large';
}

/** Sizes by task, from the newest baseline of each; a Retry discards it. */
export function listSizes(events: readonly LastingEvent[]): ReadonlyMap<string, TaskSize> {
  const sizes = new Map<string, TaskSize>();
  for (const { event, taskId, data } of events) {
    if (event === 'baseline_measured') sizes.set(taskId, toTaskSize(data.measurement));
    else if (event === 'intervention' && data.what === 'retry') sizes.delete(taskId);
  }
  return sizes;
}

/** The size in a few words; '' where it was not measured. */
export function describeSize(size: TaskSize): string {
  switch (size) {
    case 'unmeasured':
      return '';
    case 'small':
      return `fewer than ${LARGE_FROM} failing tests at first`;
    case 'large':
      return `${LARGE_FROM} failing tests or more at first`;
    default:
      return size satisfies never;
  }
}
