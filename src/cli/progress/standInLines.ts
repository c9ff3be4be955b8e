import { clockTime } from '../../text/time';
import { describeAgent } from '../../reports/task/describeAgent';
import type { EventOf } from '../../model/events/devsEvent';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';

/** The lines that say which agent works in whose place: one for each agent of a task, however many turns it has. */
export interface StandInLines {
  /** `lastReason`: what the line above says. */
  scheduled(event: EventOf<'retry_scheduled'>, lastReason: string): readonly string[];
  started(event: EventOf<'turn_started'>): readonly string[];
}

export function createStandInLines(style: Style): StandInLines {
  /** By task, the agent that was named last. */
  const named = new Map<string, string>();
  const line = (taskId: string, words: string): string =>
    `${style.yellow('…')} ${style.bold(printableLine(taskId))}  ${printableLine(words)}`;
  return {
    scheduled: ({ at, taskId, data }, lastReason) => {
      const { until, reason, agent, fallback } = data;
      if (fallback === undefined) return [];
      named.set(taskId, fallback);
      const now = new Date(at);
      const isSaid = reason === lastReason && agent !== undefined;
      const words = isSaid
        ? describeAgent({ agent: fallback, standsInFor: { agent, until } }, now)
        : `${reason}, until ${clockTime(until, now)}`;
      return [line(taskId, words)];
    },
    started: ({ at, taskId, data }) => {
      const { agent, inPlaceOf, until } = data;
      const isNamed = named.get(taskId) === agent;
      if (inPlaceOf === undefined || until === undefined || isNamed) return [];
      named.set(taskId, agent);
      const standsInFor = { agent: inPlaceOf, until };
      return [line(taskId, describeAgent({ agent, standsInFor }, new Date(at)))];
    },
  };
}
