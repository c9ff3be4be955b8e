import type { InterventionRecord } from '../../../src/model/run/intervention';
import type { TaskView } from '../../../src/protocol/dashboardView';
import { pausedTask } from './pausedTask';
import { action, at } from './samples';

const inWindow = { pid: 4711, who: 'window', host: 'laptop' } as const;
const inTerminal = { pid: 42, who: 'terminal', host: 'laptop' } as const;
const PAUSED = 'PAUSED_FOR_INTERVENTION';

/** Newest first; the oldest is of a version that did not note who it was. */
export const history: readonly InterventionRecord[] = [
  {
    at: at(61),
    what: 'rewind',
    who: inWindow,
    from: PAUSED,
    to: PAUSED,
    detail: 'to after turn 2, 3 files',
  },
  {
    at: at(5),
    what: 'resume',
    who: inTerminal,
    from: PAUSED,
    to: 'pending',
    detail: 'hint: The tests want banker’s rounding.',
  },
  { at: at(5), what: 'retry', from: 'done', to: 'pending', detail: '' },
];

/** The paused task after a rewind that can be undone. */
export const rewoundTask: TaskView = {
  ...pausedTask,
  history,
  interventions: [...pausedTask.interventions, 'redo'],
  actions: { ...pausedTask.actions, redo: action(true, 'Undoes the latest rewind.') },
};
