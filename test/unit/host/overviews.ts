import type { LeaseHolder } from '../../../src/domain/lease';
import type { Overview, TaskOverview, TurnMark } from '../../../src/domain/overview';
import type { FailureAnalysisReport } from '../../../src/domain/report';
import { applicableInterventions } from '../../../src/domain/taskStatus';
import type { Self } from '../../../src/host/holder';

/** The window that the tests look from. */
export const self: Self = { pid: 100, host: 'here' };

/** This window as holder of the lease. */
export const thisWindow: LeaseHolder = {
  pid: 100,
  who: 'window',
  host: 'here',
  since: '2026-11-21T21:30:00.000Z',
};

/** A terminal as holder of the lease. */
export const terminal: LeaseHolder = { ...thisWindow, pid: 42, who: 'terminal' };

/** Only where there is something to go back to: a test says so itself. */
const GOING_BACK: ReadonlySet<string> = new Set(['rewind', 'redo']);

/** A pending task that can run; `change` replaces what a test is about. */
export function task(id: string, change: Partial<TaskOverview> = {}): TaskOverview {
  const status = change.status ?? 'pending';
  return {
    id,
    title: id,
    goal: '',
    parent: undefined,
    dependsOn: [],
    priority: 0,
    agent: 'claude',
    status,
    statusReason: '',
    unverified: false,
    waitingUntil: undefined,
    bestTurn: undefined,
    entropy: 0,
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
    interventions: applicableInterventions(status).filter((what) => !GOING_BACK.has(what)),
    runnable: status === 'pending',
    ...change,
  };
}

/** A folder with a correct file, at rest; `change` replaces what a test is about. */
export function overview(change: Partial<Overview> = {}): Overview {
  return {
    config: { kind: 'ok' },
    run: 'IDLE',
    holder: undefined,
    limits: {
      loopThreshold: 3,
      maxPivots: 2,
      maxTurns: 50,
      maxMinutes: 0,
      maxRetries: 6,
      retrySeconds: 30,
      turnsPerVisit: 0,
      plannerToResearcher: 5,
      plannerToCoder: 5,
      plannerToVerifier: 3,
      maxSteps: 30,
      repeatedCalls: 3,
      similarCalls: 3,
      callCycles: 3,
      undoneEdits: 3,
      failuresAfterEdits: 5,
      repeatedTexts: 3,
      inactiveHours: 24,
      keepDays: 30,
      keepFailures: 10,
      maxStateMb: 2_000,
      checkpointFileMb: 25,
    },
    agents: ['claude'],
    tasks: [],
    stateProblem: undefined,
    notices: [],
    ...change,
  };
}

/** A turn that ended without progress and was recorded; `change` replaces what a test is about. */
export function mark(number: number, change: Partial<TurnMark> = {}): TurnMark {
  return {
    number,
    taskId: 'a',
    outcome: 'no_progress',
    pivot: false,
    at: '2026-11-21T21:30:00.000Z',
    durationMs: 1_000,
    reason: '',
    failingTests: undefined,
    testsRun: undefined,
    failure: undefined,
    checkpoint: true,
    ...change,
  };
}

/** The report of a task whose planner asks something. */
export function asking(question: string): FailureAnalysisReport {
  return {
    taskId: 'a',
    reason: 'QUESTION',
    failureCount: 1,
    failedStrategies: [],
    lastError: '',
    createdAt: '2026-11-21T21:30:00.000Z',
    turns: [],
    advice: [],
    terminalStatus: 'PAUSED_FOR_INTERVENTION',
    stopReason: 'The tests disagree.',
    question,
  };
}
