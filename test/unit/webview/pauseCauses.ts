import type { FailureAnalysisReport } from '../../../src/model/report/pauseReport';
import type { TaskView } from '../../../src/protocol/dashboardView';
import { askingTask } from './hopTasks';
import { pausedTask, report } from './pausedTask';
import { action, task, turn, uncounted } from './samples';

/** Paused because of a doubtful pass. */
export const doubtfulTask: TaskView = {
  ...askingTask,
  interventions: ['skip', 'resume', 'accept', 'rewind'],
  actions: { ...askingTask.actions, accept: action(true, 'Ends the task as done.') },
  report: {
    ...askingTask.report!,
    reason: 'DOUBTFUL_PASS',
    stopReason: 'the verification passed, but that proves nothing: 1 test ran, 2 before',
    question: 'Is this done? The verification passed, but that proves nothing.',
  },
};

/** Paused after a debugger was asked. */
export const diagnosedTask: TaskView = {
  ...pausedTask,
  report: {
    ...pausedTask.report!,
    debugger: {
      ...{ agent: 'codex', turn: 5, durationMs: 12_000 },
      result: {
        ...{ kind: 'diagnosed', diagnosis: 'It rounds <b>twice</b>.\u202e' },
        ...{ turns: [6, 7, 8], progress: [] },
      },
      changes: { undone: ['src/round.js'], kept: [] },
    },
  },
};

/** A task that needs you for this reason; `status` is how it ended there. */
function needing(
  id: string,
  status: 'PAUSED_FOR_INTERVENTION' | 'aborted_stuck' | 'blocked',
  change: Partial<FailureAnalysisReport>,
): TaskView {
  const stopReason = change.stopReason ?? '';
  return task(id, {
    ...{ status, statusReason: stopReason, turns: [turn(1), turn(2), turn(3)] },
    report: { ...report, taskId: id, terminalStatus: status, ...change },
  });
}

/** One task for each other cause that Devs stops a task for. */
export const pauseCauses: readonly TaskView[] = [
  reviewedTask(),
  needing('use-up-turns', 'PAUSED_FOR_INTERVENTION', { reason: 'MAX_TURNS' }),
  needing('use-up-minutes', 'PAUSED_FOR_INTERVENTION', { reason: 'MAX_MINUTES' }),
  needing('reach-the-agents-limit', 'PAUSED_FOR_INTERVENTION', {
    reason: 'AGENT_LIMIT',
    stopReason: 'claude stopped: the maximum of 40 turns that its command sets is reached',
    advice: ['Raise the limit in the agent’s command in devs.yaml, or resume to start afresh.'],
  }),
  needing('conflict', 'PAUSED_FOR_INTERVENTION', {
    reason: 'LANDING_CONFLICT',
    stopReason: 'its change conflicts with the workspace in src/total.js',
    advice: ['Resume the task: its agent then resolves the conflict in the worktree of the task.'],
  }),
  needing('use-up-the-budget', 'PAUSED_FOR_INTERVENTION', {
    reason: 'BUDGET',
    stopReason: 'the budget of this task ($5.00) is used up: $5.02 (claude $5.02)',
  }),
  needing('ask-the-human', 'PAUSED_FOR_INTERVENTION', {
    reason: 'AGENT_QUESTION',
    question: 'Which of the two price lists is right, prices.csv or prices-2026.csv?',
  }),
  needing('give-up', 'aborted_stuck', {
    reason: 'GAVE_UP',
    stopReason: 'The planner states that the goal contradicts the tests.',
  }),
  needing('start-the-agent', 'blocked', {
    reason: 'BLOCKED',
    stopReason: 'program "claude" was not found on PATH',
    missing: { of: 'agent', program: 'claude' },
    lastError: '',
    turns: [],
    failedStrategies: [],
    advice: ['Install claude, or choose another agent.'],
  }),
  needing('start-the-verification', 'blocked', {
    reason: 'BLOCKED',
    stopReason: 'program "mocha" was not found on PATH',
    missing: { of: 'verify', program: 'mocha' },
    lastError: 'sh: 1: mocha: not found',
    turns: [],
    failedStrategies: [],
    advice: ['Install mocha, or correct the verify command in devs.yaml.'],
  }),
];

/** Ended tasks: verified, without a verification, partly, and taken off the list. */
export const endedTasks: readonly TaskView[] = [
  task('add-users', {
    status: 'done',
    turns: [
      turn(1),
      turn(2, { ...uncounted, outcome: 'success', reason: 'verified: 10 tests pass' }),
    ],
  }),
  task('write-the-docs', {
    status: 'done',
    unverified: true,
    turns: [turn(1, { ...uncounted, outcome: 'success', reason: 'there is no verify command' })],
  }),
  task('fix-rounding', {
    status: 'done_partial',
    statusReason: 'the planner asked for the next task: 2 of 10 tests still fail',
    turns: [turn(1), turn(2)],
  }),
  task('translate-the-handbook', {
    status: 'skipped',
    statusReason: 'skipped by a human',
    turns: [turn(1)],
  }),
];

/** A task whose change waits for a review. */
export function reviewedTask({ comments = 0 }: { readonly comments?: number } = {}): TaskView {
  const stopReason = 'waits for your review: 3 files changed, +40 −2';
  const id = 'fix-rounding';
  return task(id, {
    ...{ status: 'PAUSED_FOR_INTERVENTION', statusReason: stopReason, turns: [turn(1), turn(2)] },
    interventions: ['skip', 'accept', 'sendBack', 'discard', 'rewind'],
    review: { taskId: id, turn: 2, files: 3, added: 40, deleted: 2, comments },
    report: { ...report, taskId: id, reason: 'REVIEW', failureCount: 0, stopReason },
  });
}
