import type { JudgeCost } from '../../model/judge/judgedTurn';
import { addCosts } from '../../model/judge/judgeCost';
import { addCall, addSpending, NO_SPENDING } from '../../model/usage/spending';
import type { DebuggerMetric, MetricSet } from '../../model/report/metricSet';
import type { DebuggerFact, Fact, ForcedFact, GateFact, LoopFact, TurnFact } from './facts';

/** Sums facts to metrics, in any order. */
export class FigureTally {
  private readonly tasks = new Set<string>();
  private readonly looping = new Set<string>();
  private readonly gated = new Set<string>();
  private readonly patterns = new Map<string, number>();
  private readonly noLoops = new Map<string, number>();
  private readonly flakyTests = new Map<string, number>();
  private flakyTurns = 0;
  private turns = 0;
  private loops = 0;
  private gates = 0;
  private forced = 0;
  private loopsBefore = 0;
  private falseAlarms = 0;
  private resolved = 0;
  private resolutionMs = 0;
  private turnsAfterProof = 0;
  private msAfterProof = 0;
  private savedTurns = 0;
  private savedMs = 0;
  private spent = NO_SPENDING;
  private spentAfterProof = NO_SPENDING;
  private savedNanoUsd = 0;
  private judge: JudgeCost | undefined;
  private debugger: DebuggerMetric | undefined;

  add(fact: Fact): void {
    if (fact.kind === 'usage') {
      // Turns that are no longer kept count no more, what they cost does.
      this.spent = addCall(this.spent, fact.usage);
      return;
    }
    this.tasks.add(fact.task);
    switch (fact.kind) {
      case 'turn':
        this.addTurn(fact);
        return;
      case 'loop':
        this.addLoop(fact);
        return;
      case 'gate':
        this.addGate(fact);
        return;
      case 'forced':
        this.addForced(fact);
        return;
      case 'dismissal':
        addOne(this.noLoops, fact.detector);
        return;
      case 'debugger':
        this.addDebugger(fact);
        return;
      default:
        fact satisfies never;
    }
  }

  get turnCount(): number {
    return this.turns;
  }

  figures(): MetricSet {
    const { tasks, turns, looping, gated, loops, gates, forced, falseAlarms, resolved } = this;
    return {
      tasks: tasks.size,
      turns,
      loopingTasks: looping.size,
      ...mean('loopRate', looping.size, tasks.size),
      loops,
      ...mean('loopsPerTask', loops, looping.size),
      gates,
      ...mean('gateRate', gated.size, tasks.size),
      ...mean('loopsBeforeGate', this.loopsBefore, gates),
      forced,
      falseAlarms,
      ...mean('falseAlarmRate', falseAlarms, gates + forced),
      resolvedGates: resolved,
      ...mean('resolutionMs', this.resolutionMs, resolved),
      turnsAfterProof: this.turnsAfterProof,
      msAfterProof: this.msAfterProof,
      savedTurns: this.savedTurns,
      savedMs: this.savedMs,
      ...(this.spent.calls > 0 && {
        spent: this.spent,
        spentAfterProof: this.spentAfterProof,
        savedNanoUsd: this.savedNanoUsd,
      }),
      ...(this.judge === undefined ? {} : { judge: this.judge }),
      ...(this.debugger === undefined ? {} : { debugger: this.debugger }),
      flakyTurns: this.flakyTurns,
      flakyTests: Object.fromEntries(mostFrequent(this.flakyTests).slice(0, MAX_FLAKY_TESTS)),
      patterns: Object.fromEntries(mostFrequent(this.patterns)),
      noLoops: Object.fromEntries(mostFrequent(this.noLoops)),
    };
  }

  private addTurn({ afterProof, durationMs, judge, flaky, spent }: TurnFact): void {
    this.turns += 1;
    if (flaky !== undefined) this.flakyTurns += 1;
    for (const test of flaky?.tests ?? []) addOne(this.flakyTests, test);
    if (judge !== undefined) {
      this.judge = this.judge === undefined ? judge : addCosts([this.judge, judge]);
    }
    if (!afterProof) return;
    this.turnsAfterProof += 1;
    this.msAfterProof += durationMs;
    if (spent !== undefined) this.spentAfterProof = addSpending(this.spentAfterProof, spent);
  }

  private addLoop({ task, pattern }: LoopFact): void {
    this.loops += 1;
    this.looping.add(task);
    addOne(this.patterns, pattern);
  }

  private addDebugger({ diagnosis, helped, durationMs }: DebuggerFact): void {
    const sum = this.debugger ?? { calls: 0, diagnoses: 0, helped: 0, durationMs: 0 };
    this.debugger = {
      calls: sum.calls + 1,
      diagnoses: sum.diagnoses + Number(diagnosis),
      helped: sum.helped + Number(helped),
      durationMs: sum.durationMs + durationMs,
    };
  }

  private addForced({ falseAlarm }: ForcedFact): void {
    this.forced += 1;
    if (falseAlarm) this.falseAlarms += 1;
  }

  private addGate(gate: GateFact): void {
    this.gates += 1;
    this.gated.add(gate.task);
    this.loopsBefore += gate.loopsBefore;
    this.savedTurns += gate.savedTurns;
    this.savedMs += gate.savedMs;
    this.savedNanoUsd += gate.savedNanoUsd;
    if (gate.falseAlarm) this.falseAlarms += 1;
    if (gate.resolutionMs === undefined) return;
    this.resolved += 1;
    this.resolutionMs += gate.resolutionMs;
  }
}

/** Most flaky tests that are listed; the most frequent. */
const MAX_FLAKY_TESTS = 20;

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostFrequent(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

/** The quotient under that name; empty for a zero divisor. */
function mean<Name extends keyof MetricSet>(
  name: Name,
  sum: number,
  count: number,
): { readonly [K in Name]?: number } {
  return count === 0 ? {} : ({ [name]: sum / count } as { readonly [K in Name]: number });
}
