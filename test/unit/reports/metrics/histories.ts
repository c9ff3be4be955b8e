import { LASTING_EVENTS } from '../../../../src/model/events/lastingEvents';
import { isNamed, type DevsEvent, type EventName } from '../../../../src/model/events/devsEvent';
import type { Metrics } from '../../../../src/model/report/metricSet';
import type { TurnOutcome } from '../../../../src/model/turn/turn';
import { buildMetrics } from '../../../../src/reports/metrics/buildMetrics';
import type { TurnSummary } from '../../../../src/ports/store';
import { type Changes, eventOf } from '../../../support/sampleEvents';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE = 60_000;

/** A moment so many minutes after the new year, UTC. */
export function minute(number: number): string {
  return new Date(START + number * MINUTE).toISOString();
}

/** What happened in a workspace, told in the order in which it happened. */
export class History {
  readonly turns: TurnSummary[] = [];
  readonly events: DevsEvent[] = [];
  /** Turns that were forgotten. */
  forgotten = new Map<string, number>();
  maxTurns = 0;

  constructor(
    private time = 0,
    private readonly agent = 'claude',
  ) {}

  /** Turns of a task, one minute each. */
  turn(
    task: string,
    outcome: TurnOutcome = 'no_progress',
    change: Partial<TurnSummary> = {},
  ): this {
    const { countsOn = task } = change;
    const number = this.turns.filter((turn) => turn.countsOn === countsOn).length + 1;
    this.turns.push({
      id: `${task}-${number}`,
      taskId: task,
      countsOn,
      number,
      startedAt: minute(this.time),
      pivotDirective: 0,
      outcome,
      reason: '',
      transcript: '',
      durationMs: MINUTE,
      agent: this.agent,
      ...change,
    });
    return this.wait(1);
  }

  /** So many turns without progress. */
  failing(task: string, turns: number): this {
    for (let count = 0; count < turns; count += 1) this.turn(task);
    return this;
  }

  proof(task: string, data: Changes = {}): this {
    const turn = this.turns.filter(({ countsOn }) => countsOn === task).length;
    return this.event('loop_detected', task, {
      ...{ level: 'stuck', detector: 'entropy', turn, agent_id: this.agent },
      ...data,
    });
  }

  gate(task: string, data: Changes = {}): this {
    const turn = this.turns.filter(({ countsOn }) => countsOn === task).length;
    const facts = { reason: 'MAX_PIVOTS_EXCEEDED', turn, agent_id: this.agent };
    return this.event('gate_triggered', task, { ...facts, ...data });
  }

  human(task: string, what: string): this {
    return this.event('intervention', task, { what });
  }

  event(event: EventName, taskId: string, changes: Changes = {}): this {
    this.events.push(eventOf(event, changes, { taskId, at: minute(this.time) }));
    return this;
  }

  wait(minutes: number): this {
    this.time += minutes;
    return this;
  }

  /** Another workspace's history, as if both were one. */
  and(other: History): this {
    this.turns.push(...other.turns);
    this.events.push(...other.events);
    return this;
  }

  metrics(since?: string): Metrics {
    const { turns, events, forgotten, maxTurns } = this;
    const kept = (task: string): number => turns.filter((turn) => turn.countsOn === task).length;
    return buildMetrics({
      store: {
        listTurnSummaries: () => turns,
        listEventsNamed: (names) => events.filter((event) => isNamed(event, names)),
        listRunningCalls: () => [],
        listLastingEvents: () => events.filter((event) => isNamed(event, LASTING_EVENTS)),
        countTurns: (task) => kept(task) + (forgotten.get(task) ?? 0),
      },
      maxTurns,
      ...(since === undefined ? {} : { since }),
    });
  }
}
