import type { FailureAnalysisReport } from '../../../src/model/report/pauseReport';
import type { TaskView } from '../../../src/protocol/dashboardView';
import type { ProvingStep, RunningSteps, StepVerdict } from '../../../src/model/steps/step';
import { report } from './pausedTask';
import { at, task, turn, uncounted } from './samples';

/** Two of three: only shown. */
export const suspicion: StepVerdict = {
  step: 11,
  level: 'suspect',
  detector: 'repeated call',
  evidence: [9, 11],
  count: 2,
  limit: 3,
  message: 'Bash npm test gave the same result 2 times in a row',
};

/** An agent that runs the tests for the third time; `change` replaces what a test is about. */
export function runningSteps(change: Partial<RunningSteps> = {}): RunningSteps {
  return {
    turn: 2,
    agent: 'claude',
    count: 11,
    current: { number: 12, tool: 'Bash', call: 'npm test', startedAt: at(62.9) },
    ...change,
  };
}

/** A task whose agent prints its steps. */
export function stepTask(steps: RunningSteps = runningSteps()): TaskView {
  return task('fix-rounding', {
    status: 'in_progress',
    entropy: 1,
    turns: [
      turn(1),
      turn(2, { ...uncounted, at: at(62), outcome: 'running', durationMs: undefined, reason: '' }),
    ],
    steps,
  });
}

function provingStep(number: number, change: Partial<ProvingStep> = {}): ProvingStep {
  const call = 'npm test -- --grep "rounds half to even"';
  const result = '1 failing: rounds half to even: expected 2.68, got 2.67';
  return { number, tool: 'Bash', call, result, ...change };
}

/** What proves a cycle of two calls. */
export const PROOF: readonly ProvingStep[] = [14, 15, 16, 17, 18, 19].map((number) =>
  number % 2 === 0
    ? provingStep(number)
    : provingStep(number, {
        tool: 'Edit',
        call: '{"file_path":"src/round.js","old_string":"Math.round","new_string":"Math.floor"}',
        result: 'The file src/round.js has been updated.',
      }),
);

/** The report of a task whose last turn was ended for a loop of its steps. */
export const stepReport: FailureAnalysisReport = {
  ...report,
  inTurnLoop: {
    detector: 'call cycle',
    message: 'The agent went through the same 2 calls with the same results 3 times',
    hops: [],
    steps: PROOF,
  },
};

/** Paused for it. */
export const loopedTask: TaskView = task('fix-rounding', {
  status: 'PAUSED_FOR_INTERVENTION',
  statusReason: '3 strategies failed',
  entropy: 3,
  pivots: 2,
  turns: [turn(1), turn(2)],
  report: stepReport,
});
