import { isTaskView, type DashboardView } from '../../protocol/dashboardView';
import type { TaskPageContent } from '../../protocol/taskPage/taskPageView';

/** What the page of a task shows of a dashboard in which the task is opened; another state of the folder as it is. */
export function pageContent(view: DashboardView, taskId: string): TaskPageContent {
  if (view.kind !== 'ready') return view;
  const task = view.tasks.find(({ id }) => id === taskId);
  if (task === undefined || !isTaskView(task)) return { kind: 'removed' };
  const { run, maxPivots, agents, actions } = view;
  const { pause, keepGoing } = actions;
  return {
    kind: 'task',
    ...{ task, run, maxPivots, agents },
    actions: { pause, ...(keepGoing && { keepGoing }) },
  };
}
