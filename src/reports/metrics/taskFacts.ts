import { isCounted } from '../../model/turn/turn';
import type { Spending } from '../../model/usage/spending';
import type { TurnSummary } from '../../ports/store';
import type { DebuggerFact, Fact, ForcedFact, GateFact } from './facts';
import type { FigureEvent } from './figureEvents';

/** Kept history of one counting task. */
export interface TaskHistory {
  readonly task: string;
  /** Oldest first. */
  readonly turns: readonly TurnSummary[];
  /** In the order in which they were recorded. */
  readonly events: readonly FigureEvent[];
  /** What a turn used; undefined if nothing was recorded. */
  readonly spentIn: (turn: TurnSummary) => Spending | undefined;
}

type OpenGate = { -readonly [K in keyof GateFact]: GateFact[K] };
type OpenDebugger = { -readonly [K in keyof DebuggerFact]: DebuggerFact[K] };
type OpenForced = { -readonly [K in keyof ForcedFact]: ForcedFact[K] };

/** Iterates over the history of one task and yields its events; see `Figures` for what counts. */
export function factsOfTask(history: TaskHistory, maxTurns: number): readonly Fact[] {
  const walk = new Walk(history, maxTurns);
  let next = 0;
  for (const event of history.events) {
    for (; next < history.turns.length; next += 1) {
      const turn = history.turns[next];
      if (turn === undefined || isAfter(turn, event)) break;
      walk.passTurn(turn);
    }
    walk.passEvent(event);
  }
  for (const turn of history.turns.slice(next)) walk.passTurn(turn);
  return walk.facts;
}

function isAfter(turn: TurnSummary, event: FigureEvent): boolean {
  return event.turn === undefined ? turn.startedAt >= event.at : turn.number > event.turn;
}

class Walk {
  readonly facts: Fact[] = [];
  /** A loop is proved, and neither broken nor escalated to a human. */
  private looping = false;
  private loops = 0;
  /** Counted turns since the last intervention. */
  private spent = 0;
  private agent: string | undefined;
  /** Open gates by task, until the task continues. */
  private readonly gates = new Map<string, OpenGate>();
  /** Open forced ends by task. */
  private readonly forced = new Map<string, OpenForced>();
  /** The last diagnosis, until the task pauses or a human decides. */
  private diagnosed: OpenDebugger | undefined;
  private readonly meanMs: number;
  private readonly meanNanoUsd: number;

  constructor(
    private readonly history: TaskHistory,
    private readonly maxTurns: number,
  ) {
    this.meanMs = meanDuration(history.turns);
    this.meanNanoUsd = meanPrice(history);
  }

  passTurn(turn: TurnSummary): void {
    const { startedAt, agent, outcome, durationMs = 0, judged, flaky } = turn;
    const spent = this.history.spentIn(turn);
    this.agent = agent ?? this.agent;
    if (outcome === 'success' || outcome === 'progress') {
      this.looping = false;
      if (this.diagnosed !== undefined) this.diagnosed.helped = true;
    }
    if (isCounted(outcome)) this.spent += 1;
    this.facts.push({
      kind: 'turn',
      at: startedAt,
      task: this.history.task,
      agent,
      durationMs,
      afterProof: this.looping && outcome === 'no_progress',
      ...(judged === undefined ? {} : { judge: judged.cost }),
      ...(flaky === undefined ? {} : { flaky }),
      ...(spent && { spent }),
    });
  }

  passEvent(event: FigureEvent): void {
    switch (event.kind) {
      case 'proof':
        this.looping = true;
        this.loops += 1;
        this.facts.push({ kind: 'loop', ...this.placeOf(event), pattern: event.pattern });
        return;
      case 'gate':
        this.passGate(event);
        return;
      case 'forced':
        this.passForced(event);
        return;
      case 'human':
        this.passDecision(event);
        return;
      case 'dismissal':
        this.passDismissal(event);
        return;
      case 'debugger':
        this.passDebugger(event);
        return;
      default:
        event satisfies never;
    }
  }

  private passGate(event: FigureEvent): void {
    const savedTurns = this.maxTurns === 0 ? 0 : Math.max(0, this.maxTurns - this.spent);
    const gate: OpenGate = {
      kind: 'gate',
      ...this.placeOf(event),
      loopsBefore: this.loops,
      savedTurns,
      savedMs: Math.round(savedTurns * this.meanMs),
      savedNanoUsd: Math.round(savedTurns * this.meanNanoUsd),
      falseAlarm: false,
    };
    this.looping = false;
    this.diagnosed = undefined;
    this.gates.set(event.taskId, gate);
    this.facts.push(gate);
  }

  private passDebugger({
    diagnosis,
    durationMs,
    ...event
  }: FigureEvent & { readonly kind: 'debugger' }): void {
    const fact: OpenDebugger = {
      ...this.placeOf(event),
      ...{ kind: 'debugger', diagnosis, helped: false, durationMs },
    };
    this.diagnosed = diagnosis ? fact : undefined;
    this.facts.push(fact);
  }

  /** The loop of an earlier turn was none: turns since then do not come after a proof. */
  private passDismissal({
    detector,
    ofTurn,
    ...event
  }: FigureEvent & { readonly kind: 'dismissal' }): void {
    const agent = this.history.turns.find(({ number }) => number === ofTurn)?.agent;
    const place = this.placeOf({ ...event, ...(agent === undefined ? {} : { agent }) });
    this.looping = false;
    this.facts.push({ kind: 'dismissal', ...place, detector });
  }

  private passForced(event: FigureEvent): void {
    const forced: OpenForced = { kind: 'forced', ...this.placeOf(event), falseAlarm: false };
    this.looping = false;
    this.forced.set(event.taskId, forced);
    this.facts.push(forced);
  }

  private passDecision({ at, taskId, what }: FigureEvent & { readonly kind: 'human' }): void {
    const gate = this.gates.get(taskId);
    if (gate !== undefined) {
      gate.resolutionMs ??= millisecondsBetween(gate.at, at);
      if (what === 'notALoop') gate.falseAlarm = true;
    }
    const forced = this.forced.get(taskId);
    if (forced !== undefined && what === 'notALoop') forced.falseAlarm = true;
    // A rewind does not change the task's status.
    if (what === 'rewind') return;
    this.diagnosed = undefined;
    this.gates.delete(taskId);
    this.forced.delete(taskId);
    this.looping = false;
    if (what === 'skip') return;
    this.loops = 0;
    this.spent = 0;
  }

  private placeOf({ at, agent }: Pick<FigureEvent, 'at' | 'agent'>): {
    readonly at: string;
    readonly task: string;
    readonly agent: string | undefined;
  } {
    return { at, task: this.history.task, agent: agent ?? this.agent };
  }
}

/** 0 without an ended turn. */
function meanDuration(turns: readonly TurnSummary[]): number {
  let [sum, count] = [0, 0];
  for (const { outcome, durationMs } of turns) {
    if (durationMs === undefined || !isCounted(outcome)) continue;
    sum += durationMs;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

/** 0 if no price of a turn is known. */
function meanPrice({ turns, spentIn }: TaskHistory): number {
  let [sum, count] = [0, 0];
  for (const turn of turns) {
    const spent = isCounted(turn.outcome) ? spentIn(turn) : undefined;
    if (spent === undefined || spent.callsWithoutPrice > 0) continue;
    sum += spent.nanoUsd;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

/** Never below 0, since clocks may be set back. */
function millisecondsBetween(from: string, to: string): number {
  const ms = Date.parse(to) - Date.parse(from);
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
