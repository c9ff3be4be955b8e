import type { Metrics } from '../../model/report/metricSet';
import type { EventOf } from '../../model/events/devsEvent';
import type { StoreReader, TurnSummary } from '../../ports/store';
import { listCourses } from '../../rules/history/listCourses';
import { assessPredictions } from '../../rules/prediction/assessPredictions';
import type { Spending } from '../../model/usage/spending';
import { readSpending } from '../usage/readSpending';
import type { Fact } from './facts';
import {
  FIGURE_EVENTS,
  toFigureEvent,
  type FigureEvent,
  type FigureEventName,
} from './figureEvents';
import { FigureTally } from './figureTally';
import { factsOfTask } from './taskFacts';

export interface MetricsRequest {
  readonly store: Pick<
    StoreReader,
    | 'listTurnSummaries'
    | 'listEventsNamed'
    | 'listLastingEvents'
    | 'listRunningCalls'
    | 'countTurns'
  >;
  /** `limits.maxTurns`; 0 = no limit. */
  readonly maxTurns: number;
  /** First counted day, YYYY-MM-DD, UTC; absent: all. */
  readonly since?: string;
}

/** Turns and events of one counting task. */
interface Sorted {
  readonly turns: TurnSummary[];
  readonly events: FigureEvent[];
}

const DAY = /^\d{4}-\d\d-\d\d(?=T)/;

/** Builds the metrics of everything in the store. Events before `since` are read but not counted. */
export function buildMetrics({ store, maxTurns, since = '' }: MetricsRequest): Metrics {
  const turns = store.listTurnSummaries();
  const sorted = sortOut(turns, store.listEventsNamed(FIGURE_EVENTS));
  const count = new Counting(since);
  const spending = readSpending(store);
  const spentIn = ({ taskId, number }: TurnSummary): Spending | undefined =>
    spending.ofTurn(taskId, number);
  for (const [task, history] of sorted) {
    for (const fact of factsOfTask({ task, ...history, spentIn }, maxTurns)) count.add(fact);
  }
  for (const event of store.listLastingEvents()) {
    if (event.event !== 'usage_reported') continue;
    const { at, taskId: task, data } = event;
    count.add({ kind: 'usage', at, task, agent: data.agent, usage: data });
  }
  let forgottenTurns = -turns.length;
  for (const task of sorted.keys()) forgottenTurns += store.countTurns(task);
  const courses = listCourses({ turns, events: store.listLastingEvents() });
  const prediction = assessPredictions(courses.values(), since);
  return {
    ...count.metrics(),
    ...(prediction.predictions > 0 && { prediction }),
    forgottenTurns: Math.max(0, forgottenTurns),
  };
}

/** Groups turns and events by counting task; a task without kept turns counts on itself. */
function sortOut(
  turns: readonly TurnSummary[],
  events: readonly EventOf<FigureEventName>[],
): ReadonlyMap<string, Sorted> {
  const countsOn = new Map<string, string>();
  const sorted = new Map<string, Sorted>();
  const historyOf = (task: string): Sorted => {
    const known = sorted.get(task);
    if (known !== undefined) return known;
    const made: Sorted = { turns: [], events: [] };
    sorted.set(task, made);
    return made;
  };
  for (const turn of turns) {
    countsOn.set(turn.taskId, turn.countsOn);
    historyOf(turn.countsOn).turns.push(turn);
  }
  for (const each of events) {
    const event = toFigureEvent(each);
    if (event !== undefined)
      historyOf(countsOn.get(event.taskId) ?? event.taskId).events.push(event);
  }
  return sorted;
}

/** Sums facts: in total, per agent, per day. */
class Counting {
  private readonly all = new FigureTally();
  private readonly agents = new Map<string, FigureTally>();
  private readonly days = new Map<string, FigureTally>();
  private from: string | undefined;
  private to: string | undefined;

  constructor(private readonly since: string) {}

  add(fact: Fact): void {
    const day = DAY.exec(fact.at)?.[0];
    if ((day ?? '') < this.since) return;
    if (this.from === undefined || fact.at < this.from) this.from = fact.at;
    if (this.to === undefined || fact.at > this.to) this.to = fact.at;
    this.all.add(fact);
    if (fact.agent !== undefined) tallyOf(this.agents, fact.agent).add(fact);
    if (day !== undefined) tallyOf(this.days, day).add(fact);
  }

  metrics(): Omit<Metrics, 'forgottenTurns'> {
    return {
      ...(this.from === undefined ? {} : { from: this.from }),
      ...(this.to === undefined ? {} : { to: this.to }),
      all: this.all.figures(),
      agents: [...this.agents]
        .sort(([a, m], [b, n]) => n.turnCount - m.turnCount || (a < b ? -1 : 1))
        .map(([agent, tally]) => ({ agent, figures: tally.figures() })),
      days: [...this.days]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([day, tally]) => ({ day, figures: tally.figures() })),
    };
  }
}

function tallyOf(tallies: Map<string, FigureTally>, key: string): FigureTally {
  const known = tallies.get(key);
  if (known !== undefined) return known;
  const made = new FigureTally();
  tallies.set(key, made);
  return made;
}
