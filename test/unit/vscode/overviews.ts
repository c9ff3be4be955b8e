import type { LeaseHolder } from '../../../src/model/workspace/leaseHolder';
import type { Overview, TaskOverview, TurnMark } from '../../../src/model/overview/overview';
import type { FailureAnalysisReport } from '../../../src/model/report/pauseReport';
import { applicableInterventions } from '../../../src/model/task/transitionTable';
import type { ThisProcess } from '../../../src/vscode/folders/otherHolder';
import { freshTask, keptMark, restingOverview } from '../../support/overviewSamples';

/** The window that the tests look from. */
export const self: ThisProcess = { pid: 100, host: 'here' };

/** This window as holder of the lease. */
export const thisWindow: LeaseHolder = {
  pid: 100,
  who: 'window',
  host: 'here',
  since: '2026-11-21T21:30:00.000Z',
};

/** A terminal as holder of the lease. */
export const terminal: LeaseHolder = { ...thisWindow, pid: 42, who: 'terminal' };

/** Only where there is something to go back to, a doubtful pass, or a review: a test says so itself. */
const SPECIAL: ReadonlySet<string> = new Set([
  ...['rewind', 'redo', 'accept', 'sendBack', 'discard'],
]);

/** A pending task that can run; `change` replaces what a test is about. */
export function task(id: string, change: Partial<TaskOverview> = {}): TaskOverview {
  const status = change.status ?? 'pending';
  return {
    ...freshTask(id),
    interventions: applicableInterventions(status).filter((what) => !SPECIAL.has(what)),
    runnable: status === 'pending',
    ...change,
  };
}

/** A folder with a correct file, at rest; `change` replaces what a test is about. */
export function overview(change: Partial<Overview> = {}): Overview {
  return { ...restingOverview(), ...change };
}

/** A turn that ended without progress and was recorded; `change` replaces what a test is about. */
export function mark(number: number, change: Partial<TurnMark> = {}): TurnMark {
  return { ...keptMark(number), taskId: 'a', durationMs: 1_000, reason: '', ...change };
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
