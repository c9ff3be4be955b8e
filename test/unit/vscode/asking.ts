import type { TaskOverview } from '../../../src/model/overview/overview';
import type { AgentQuestion } from '../../../src/model/tools/agentQuestion';
import type { AskedPermission } from '../../../src/model/permissions/askedPermission';
import { task } from './overviews';

/** A running task whose agent asks for these permissions. */
export function askingTask(id: string, ...asks: readonly AskedPermission[]): TaskOverview {
  const steps = { turn: 1, agent: 'claude', count: 0, ...(asks.length > 0 && { asks }) };
  return task(id, { status: 'in_progress', steps });
}

/** A running task whose agent asked these questions. */
export function questionTask(id: string, ...questions: readonly AgentQuestion[]): TaskOverview {
  return task(id, {
    status: 'in_progress',
    steps: { turn: 1, agent: 'claude', count: 0, questions },
  });
}
