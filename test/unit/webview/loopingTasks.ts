import type { FoundLesson } from '../../../src/model/failure/lesson';
import type { ProvingAttempt } from '../../../src/model/task/provingAttempt';
import type { TaskView } from '../../../src/protocol/dashboardView';
import { pausedTask, report } from './pausedTask';
import { at, task, turn } from './samples';

/** An attempt of one turn that changed nothing, unless told otherwise. */
export function attempt(number: number, change: Partial<ProvingAttempt> = {}): ProvingAttempt {
  return {
    ...{ number, taskId: 'publish-prices', at: at(number), status: 'in_progress', agent: 'claude' },
    ...{ turns: { first: number, last: number }, blockers: [], done: [], changed: [] },
    ...change,
  };
}

/** What helped with failures like that of the paused task. */
export const lessons: readonly FoundLesson[] = [
  {
    similarity: 1,
    lesson: {
      id: 'l1',
      taskId: 'fix-invoices',
      at: at(-4_000),
      agent: 'codex',
      failure: report.failure!.signature,
      brokenBy: 'hint',
      text: 'Money is rounded half to even: use the decimal library, never floats.',
      helped: 3,
    },
  },
  {
    similarity: 0.826,
    lesson: {
      id: 'l2',
      taskId: 'fix-taxes',
      at: at(-9_000),
      agent: 'claude',
      failure: report.failure!.signature,
      brokenBy: 'pivot',
      text: 'Compare cents as whole numbers.',
      helped: 1,
    },
  },
];

/** Paused, with lessons in its report. */
export const taughtTask: TaskView = { ...pausedTask, report: { ...report, lessons } };

/** Visited again and again without progress; only suspected still. */
export const suspectTask: TaskView = task('translate-handbook', {
  priority: 5,
  attempts: 4,
  turns: [turn(1), turn(2), turn(3), turn(4)],
  loop: {
    loopType: 'no_progress_repeat',
    level: 'suspect',
    attemptCount: 4,
    recommendation: 'continue',
    message: 'The last 4 attempts ended alike, without progress.',
    tasks: ['translate-handbook'],
    evidence: [7, 9, 11],
    attempts: [7, 9, 11].map((number) =>
      attempt(number, { taskId: 'translate-handbook', changed: ['handbook.md'] }),
    ),
  },
});

/** Spins on a blocker and may work around it. */
export const authorisedTask: TaskView = task('style-the-shop', {
  status: 'in_progress',
  attempts: 3,
  turns: [turn(1), turn(2)],
  authority: ['critic:design_system unavailable', 'the icon font is missing'],
});

/** The human is asked: the loop persisted. */
export const escalatedTask: TaskView = task('publish-prices', {
  status: 'blocked',
  statusReason:
    'Blocked by the same after authority was granted: price feed unavailable. A human has to look at it.',
  attempts: 5,
  turns: [turn(1), turn(2), turn(3)],
  loop: {
    loopType: 'blocked_task_spin',
    level: 'stuck',
    attemptCount: 4,
    recommendation: 'escalate',
    message: 'The last 4 attempts were blocked by the same: price feed unavailable.',
    tasks: ['publish-prices'],
    evidence: [3, 6, 10, 12],
    attempts: [6, 10, 12].map((number) =>
      attempt(number, { status: 'blocked', blockers: ['price feed unavailable'] }),
    ),
  },
});
