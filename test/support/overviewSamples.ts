import { BUILT_IN_LIMITS } from '../../src/model/config/limits';
import type { Overview, TaskOverview, TurnMark } from '../../src/model/overview/overview';

/** A pending task that never ran. */
export function freshTask(id: string): TaskOverview {
  return {
    id,
    title: id,
    goal: '',
    parent: undefined,
    dependsOn: [],
    priority: 0,
    agent: 'claude',
    status: 'pending',
    statusReason: '',
    unverified: false,
    waitingUntil: undefined,
    bestTurn: undefined,
    entropy: 0,
    loopThreshold: BUILT_IN_LIMITS.loopThreshold,
    pivots: 0,
    turns: [],
    turnCount: 0,
    attempts: 0,
    loop: undefined,
    authority: undefined,
    hops: undefined,
    steps: undefined,
    pivotHistory: [],
    report: undefined,
    hints: [],
    history: [],
    interventions: ['skip'],
    runnable: true,
  };
}

/** A turn of `fix-rounding` that made no progress and was kept. */
export function keptMark(number: number): TurnMark {
  return {
    number,
    taskId: 'fix-rounding',
    outcome: 'no_progress',
    pivot: false,
    at: '2026-11-21T21:30:00.000Z',
    durationMs: 12_100,
    reason: 'verification failed: exit code 1',
    failingTests: undefined,
    testsRun: undefined,
    failure: undefined,
    checkpoint: true,
  };
}

/** A folder with a correct file and no tasks, at rest. */
export function restingOverview(): Overview {
  return {
    config: { kind: 'ok' },
    run: 'IDLE',
    holder: undefined,
    limits: BUILT_IN_LIMITS,
    agents: ['claude'],
    tasks: [],
    stateProblem: undefined,
    notices: [],
  };
}
