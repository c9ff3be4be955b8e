import { isTaskView, type DashboardView } from '../../protocol/dashboardView';
import type { PagedTask, TaskPageContent } from '../../protocol/taskPage/taskPageView';

/** What the page of a task shows whose folder is not open: the folder's name. */
export function closedContent({ folder }: PagedTask): TaskPageContent {
  const name = folder.split('/').findLast((part) => part !== '') ?? folder;
  try {
    return { kind: 'closed', folder: decodeURIComponent(name) };
  } catch {
    return { kind: 'closed', folder: name };
  }
}

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
