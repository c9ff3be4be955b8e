import { asksHuman, type Overview, type TaskOverview } from '../../model/overview/overview';
import { needsHuman } from '../../model/task/taskStatus';

/** The tasks that need you: stopped, or working for an agent that asks for a permission or an answer. */
export function tasksNeedingYou(overview: Overview | undefined): readonly TaskOverview[] {
  return (overview?.tasks ?? []).filter((task) => needsHuman(task.status) || asksHuman(task));
}

/** The tasks that stopped because they need you. */
export function pausedTasks(overview: Overview | undefined): readonly TaskOverview[] {
  return (overview?.tasks ?? []).filter((task) => needsHuman(task.status));
}

/** "1 needs you" or "3 need you". */
export function describeNeedsYou(count: number): string {
  return count === 1 ? '1 needs you' : `${count} need you`;
}

/** The badge on the Devs icon; `value` 0 with an empty tooltip hides it. */
export interface NeedsYouBadge {
  readonly value: number;
  readonly tooltip: string;
}

/**
 * The badge for `count` tasks. Never undefined, since VS Code 1.104 and later keep showing the last badge
 * of a webview view whose badge becomes `undefined`.
 */
export function needsYouBadge(count: number): NeedsYouBadge {
  return { value: count, tooltip: count === 0 ? '' : `Devs: ${describeNeedsYou(count)}` };
}
