import type { FailureAnalysisReport } from '../../src/model/report/pauseReport';
import type { TaskLoop } from '../../src/model/task/provingAttempt';

/** The report of `fix-rounding`, whose agent is not logged in. */
export function aBlockReport(change: Partial<FailureAnalysisReport> = {}): FailureAnalysisReport {
  return {
    taskId: 'fix-rounding',
    reason: 'BLOCKED',
    terminalStatus: 'blocked',
    stopReason: 'not logged in: Invalid API key',
    failureCount: 0,
    failedStrategies: [],
    lastError: '',
    createdAt: '2026-11-21T22:05:00.000Z',
    turns: [],
    advice: ['Log in; then resume the task.'],
    ...change,
  };
}

/** A loop over three attempts at `fix-rounding`, of which the newest two are listed. */
export function aTaskLoop(change: Partial<TaskLoop> = {}): TaskLoop {
  const common = { taskId: 'fix-rounding', status: 'blocked', agent: 'claude' } as const;
  const blockers = ['no critic'];
  return {
    loopType: 'blocked_task_spin',
    level: 'stuck',
    attemptCount: 3,
    recommendation: 'escalate',
    message: 'stopped 3 times',
    tasks: ['fix-rounding'],
    evidence: [2, 5, 8],
    attempts: [
      {
        ...{ ...common, number: 5, at: '2026-11-21T21:00:00.000Z', blockers },
        ...{ turns: { first: 7, last: 7 }, done: [], changed: [] },
      },
      {
        ...{ ...common, number: 8, at: '2026-11-21T22:00:00.000Z', blockers },
        ...{ turns: { first: 9, last: 11 }, done: ['a stub'], changed: ['src/a.js', 'src/b.js'] },
      },
    ],
    ...change,
  };
}
