import type { Hop } from '../../../../src/model/hops/hop';
import type { RunReport, RunReportTask, RunReportTurn } from '../../../../src/model/run/runReport';

/** A hop from the planner to the coder. */
export function aHop(change: Partial<Hop> = {}): Hop {
  return {
    number: 1,
    kind: 'edge',
    from: 'planner',
    to: 'coder',
    agent: 'claude',
    reason: 'the test still fails',
    request: 'round half up',
    outcome: 'answered',
    answer: 'done so',
    startedAt: '2026-11-21T21:30:10.000Z',
    durationMs: 12_100,
    edge: { name: 'planner_to_coder', count: 3, limit: 5 },
    transcript: '',
    ...change,
  };
}

export function aTurn(change: Partial<RunReportTurn> = {}): RunReportTurn {
  return {
    taskId: 'fix',
    number: 1,
    agent: 'claude',
    startedAt: '2026-11-21T21:30:05.000Z',
    durationMs: 61_000,
    outcome: 'no_progress',
    reason: 'verification failed: exit code 1',
    pivotDirective: 0,
    changedFiles: ['src/round.ts'],
    hops: [],
    transcripts: [],
    ...change,
  };
}

export function aTaskOfRun(change: Partial<RunReportTask> = {}): RunReportTask {
  return {
    id: 'fix',
    title: 'Fix rounding',
    status: 'PAUSED_FOR_INTERVENTION',
    statusReason: 'every strategy failed',
    loops: ['Loop detected after 3 attempts'],
    pivots: 2,
    interventions: [],
    ...change,
  };
}

/** A run of one task that was paused. */
export function aRunReport(change: Partial<RunReport> = {}): RunReport {
  return {
    id: '2026-11-21T21-30-00-123',
    startedAt: '2026-11-21T21:30:00.123Z',
    endedAt: '2026-11-21T21:32:04.123Z',
    by: { pid: 4711, who: 'terminal', host: 'desk' },
    selection: [],
    terminalStatus: 'PAUSED_FOR_INTERVENTION',
    stopReason: 'fix: every strategy failed. Loop detected after 3 attempts.',
    tasks: [aTaskOfRun()],
    turns: [aTurn()],
    hopCount: 0,
    ...change,
  };
}
