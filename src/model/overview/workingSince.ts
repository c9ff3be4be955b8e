import type { Overview, TaskOverview } from './overview';

/** When the present run began with a task: the start of its first turn there, ISO 8601, UTC; undefined before it. */
export function workingSince(
  { holder }: Pick<Overview, 'holder'>,
  { turns, status }: Pick<TaskOverview, 'turns' | 'status'>,
): string | undefined {
  if (holder === undefined || status !== 'in_progress') return undefined;
  return turns.find(({ at }) => Date.parse(at) >= Date.parse(holder.since))?.at;
}
