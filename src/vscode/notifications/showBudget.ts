import type { EventOf } from '../../model/events/devsEvent';
import { describeBudget } from '../../reports/usage/describeBudget';
import type { NotificationLevel } from '../contributions/contributions';
import type { FolderApp } from '../folders/folderApp';
import { sanitizeLabel } from '../text/sanitizeLabel';
import { titleOf } from './pauseMessage';

/** What a notification about a budget needs of the editor. */
export interface BudgetSurface {
  readonly level: () => NotificationLevel;
  readonly show: (text: string) => void;
}

/** Tells that a budget is nearly used, where every notification is wanted. */
export function showBudget(
  { overview }: Pick<FolderApp, 'overview'>,
  { taskId, data }: EventOf<'budget_used'>,
  { level, show }: BudgetSurface,
): void {
  if (level() !== 'all') return;
  const task = overview?.tasks.find(({ id }) => id === taskId);
  const title = task === undefined ? sanitizeLabel(taskId) : titleOf(task);
  show(`Devs: ${title} nears its budget: ${describeBudget(data)}.`);
}
