import { isNamed, type StoredEvent } from '../../src/model/events/devsEvent';
import { LASTING_EVENTS, type LastingEvent } from '../../src/model/events/lastingEvents';
import type { TurnThreshold } from '../../src/model/turn/turnThreshold';
import type { HistoryTurn, RecordedHistory } from '../../src/rules/history/historyTurn';
import { eventOf, type EventPlace } from './sampleEvents';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE = 60_000;

/** Records what happened in a workspace, one minute after the other. */
export class RecordedWorkspace implements RecordedHistory {
  readonly turns: HistoryTurn[] = [];
  readonly events: LastingEvent[] = [];
  private minutes = 0;
  /** Tasks whose entropy a human reset since their last turn. */
  private readonly reset = new Set<string>();

  constructor(
    public agent = 'claude',
    private readonly threshold: TurnThreshold = { value: 3 },
  ) {}

  /** Turns of a task: F failed, P made progress, S passed, I was interrupted. */
  turn(task: string, letters: string, change: Partial<HistoryTurn> = {}): this {
    for (const letter of letters) this.one(task, letter, change);
    return this;
  }

  /** A task that failed so many turns in a row and then passed. */
  solvedAfter(task: string, failed: number): this {
    return this.turn(task, `${'F'.repeat(failed)}S`);
  }

  /** A task that failed so many turns in a row and then paused. */
  pausedAfter(task: string, failed: number): this {
    return this.turn(task, 'F'.repeat(failed)).gate(task);
  }

  gate(task: string, reason = 'MAX_PIVOTS_EXCEEDED'): this {
    return this.event(
      eventOf('gate_triggered', { reason, turn: this.of(task).length }, this.at(task)),
    );
  }

  human(task: string, what: string, detail = ''): this {
    if (what !== 'rewind') this.reset.add(task);
    return this.event(eventOf('intervention', { what, detail }, this.at(task)));
  }

  /** Inside the next turn of the task. */
  baseline(task: string, failed: number): this {
    this.minutes += 0.5;
    const measurement = { passed: 1, failed, skipped: 0 };
    return this.event(eventOf('baseline_measured', { measurement }, this.at(task)));
  }

  private one(task: string, letter: string, change: Partial<HistoryTurn>): void {
    const before = this.of(task).findLast(({ outcome }) => outcome !== 'interrupted');
    const failed = letter === 'F';
    const isReset = this.reset.delete(task) || before?.consequence === 'pivot';
    const entropy = isReset ? 0 : (before?.entropyAfter ?? 0);
    this.turns.push({
      ...{ taskId: task, countsOn: task, number: this.of(task).length + 1 },
      ...{ startedAt: this.now(), durationMs: MINUTE, agent: this.agent, pivotDirective: 0 },
      ...{ outcome: OUTCOMES[letter] ?? 'no_progress', threshold: this.threshold },
      ...{ entropyAfter: failed ? entropy + 1 : 0, consequence: letter === 'S' ? 'done' : 'none' },
      ...change,
    });
    this.minutes += 1;
  }

  private of(task: string): readonly HistoryTurn[] {
    return this.turns.filter(({ countsOn }) => countsOn === task);
  }

  private event(event: StoredEvent): this {
    if (isNamed(event, LASTING_EVENTS)) this.events.push(event);
    this.minutes += 0.25;
    return this;
  }

  private at(taskId: string): EventPlace {
    return { taskId, at: this.now() };
  }

  private now(): string {
    return new Date(START + this.minutes * MINUTE).toISOString();
  }
}

const OUTCOMES: Readonly<Record<string, HistoryTurn['outcome']>> = {
  ...{ F: 'no_progress', P: 'progress', S: 'success', I: 'interrupted' },
};
