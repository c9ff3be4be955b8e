import type { AskedPermission } from '../../../src/model/permissions/askedPermission';
import type { AgentQuestion } from '../../../src/model/tools/agentQuestion';
import type { PlanEntry } from '../../../src/model/steps/plan';
import type { TaskView } from '../../../src/protocol/dashboardView';
import { runningSteps, stepTask } from './stepTasks';

/** What an agent means to do, of which two things are done. */
export const PLAN: readonly PlanEntry[] = [
  { text: 'Read the failing test', status: 'completed' },
  { text: 'Find where the price is rounded', status: 'completed' },
  { text: 'Round half to even in src/round.js', status: 'in_progress' },
  { text: 'Add a test for negative prices', status: 'pending' },
  { text: 'Run all tests', status: 'pending' },
];

/** A running task whose agent asks for these permissions. */
export function askingTask(...asks: readonly AskedPermission[]): TaskView {
  const steps = runningSteps({ plan: PLAN, said: 'I need the dependencies.' });
  return stepTask({ ...steps, ...(asks.length > 0 && { asks }) });
}

/** A running task whose agent asks these questions. */
export function questionTask(...questions: readonly AgentQuestion[]): TaskView {
  const steps = runningSteps({ plan: PLAN, said: 'Both roundings are in use.' });
  return stepTask({ ...steps, ...(questions.length > 0 && { questions }) });
}
