import type { TaskOverview } from '../../model/overview/overview';
import { clockTime } from '../../text/time';

/** The agent of a task, and in whose place it works until when: "codex in place of claude until 18:00". */
export function describeAgent(
  { agent, standsInFor }: Pick<TaskOverview, 'agent' | 'standsInFor'>,
  now: Date,
): string {
  if (standsInFor === undefined) return agent;
  return `${agent} in place of ${standsInFor.agent} until ${clockTime(standsInFor.until, now)}`;
}
