import type { MetricSet, Metrics } from '../../../src/model/report/metricSet';

/** Figures of nothing; `change` replaces what a test is about. */
export function figures(change: Partial<MetricSet> = {}): MetricSet {
  return {
    tasks: 0,
    turns: 0,
    loopingTasks: 0,
    loops: 0,
    gates: 0,
    forced: 0,
    falseAlarms: 0,
    resolvedGates: 0,
    turnsAfterProof: 0,
    msAfterProof: 0,
    savedTurns: 0,
    savedMs: 0,
    flakyTurns: 0,
    flakyTests: {},
    noLoops: {},
    patterns: {},
    ...change,
  };
}

function dayFigures(index: number): MetricSet {
  const turns = 12 + ((index * 7) % 19);
  return figures({
    tasks: 5,
    turns,
    loopingTasks: 1 + (index % 3),
    loopRate: (1 + (index % 3)) / 5,
    loops: 2 + (index % 4),
    gates: index % 2,
    gateRate: (index % 2) / 5,
    turnsAfterProof: Math.round(turns / (3 + (index % 4))),
    msAfterProof: 900_000,
  });
}

/** Three weeks with two agents. */
export const metrics: Metrics = {
  from: '2026-11-01T08:00:00.000Z',
  to: '2026-11-21T22:00:00.000Z',
  forgottenTurns: 0,
  all: figures({
    tasks: 40,
    turns: 410,
    loopingTasks: 11,
    loopRate: 0.275,
    loops: 31,
    loopsPerTask: 2.82,
    gates: 9,
    gateRate: 0.2,
    forced: 0,
    falseAlarms: 1,
    falseAlarmRate: 1 / 9,
    resolvedGates: 8,
    resolutionMs: 1_500_000,
    turnsAfterProof: 96,
    msAfterProof: 7_260_000,
    savedTurns: 212,
    savedMs: 15_900_000,
    flakyTurns: 0,
    flakyTests: {},
    patterns: { same_failure: 18, same_state: 9, no_progress_repeat: 4 },
  }),
  agents: [
    { agent: 'claude', figures: figures({ tasks: 30, turns: 300, loops: 20, loopRate: 0.2 }) },
    { agent: 'codex', figures: figures({ tasks: 10, turns: 110, loops: 11, loopRate: 0.5 }) },
  ],
  days: Array.from({ length: 21 }, (_, index) => ({
    day: `2026-11-${String(index + 1).padStart(2, '0')}`,
    figures: dayFigures(index),
  })),
};

/** Before the first turn. */
export const noMetrics: Metrics = { forgottenTurns: 0, all: figures(), agents: [], days: [] };
