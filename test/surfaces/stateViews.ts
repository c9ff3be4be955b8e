import type { DashboardView } from '../../src/protocol/dashboardView';
import { askedOnce, askedQuestion, askedToEdit, askedToRun } from '../support/askedSamples';
import { askingTask, PLAN, questionTask } from '../unit/webview/askingTasks';
import { roleTask } from '../unit/webview/hopTasks';
import {
  authorisedTask,
  escalatedTask,
  suspectTask,
  taughtTask,
} from '../unit/webview/loopingTasks';
import { diagnosedTask, doubtfulTask, endedTasks, pauseCauses } from '../unit/webview/pauseCauses';
import { ready, task, turn } from '../unit/webview/samples';
import { sessions } from '../unit/webview/sessionSamples';
import { loopedTask, runningSteps, stepTask } from '../unit/webview/stepTasks';

/** A dashboard for each cause. */
const causes = Object.fromEntries(
  pauseCauses.map((each) => [`cause ${each.id}`, ready([each], { run: 'PAUSED' })]),
);

/** Dashboards of what tasks can be stopped for, and of how they end. */
export const stateViews = {
  ...causes,
  doubtful: ready([doubtfulTask], { run: 'PAUSED' }),
  diagnosed: ready([diagnosedTask], { run: 'PAUSED' }),
  taught: ready([taughtTask], { run: 'PAUSED' }),
  looped: ready([loopedTask], { run: 'PAUSED' }),
  overAttempts: ready([suspectTask, authorisedTask, escalatedTask], { run: 'RUNNING' }),
  debugging: ready([{ ...roleTask, debugger: { turn: 5, kind: 'running' } }], { run: 'RUNNING' }),
  steps: ready(
    [
      {
        ...stepTask(),
        thresholdReason:
          '4 instead of 3: 6 of 7 similar tasks were solved at the fourth turn (claude)',
        prediction: {
          ...{ tasks: 10, paused: 7, probability: 0.67, score: 2 },
          reasons: [{ text: 'same failure 2 times', points: 1 }],
        },
      },
    ],
    { run: 'RUNNING', progress: { task: 1, of: 1, ended: 0, turn: 2, since: turn(62).at } },
  ),
  permissions: ready([askingTask(askedToRun(), askedToEdit(), askedOnce({ id: '3' }))], {
    run: 'RUNNING',
  }),
  questions: ready(
    [questionTask(askedQuestion(), askedQuestion({ id: '2', question: 'Which file?' }))],
    { run: 'RUNNING' },
  ),
  usage: ready(
    [
      stepTask(
        runningSteps({
          plan: PLAN,
          usage: { used: 53_000, size: 200_000, cost: { amount: 0.417, currency: 'USD' } },
        }),
      ),
    ],
    { run: 'RUNNING' },
  ),
  sessions: ready([task('add-login')], { sessions }),
  sessionsWithoutTasks: { kind: 'empty', folder: 'shop', sessions },
  ended: ready([...endedTasks, task('add-login')]),
} satisfies Record<string, DashboardView>;
