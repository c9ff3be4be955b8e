import { window } from 'vscode';
import type { FolderApps } from '../folders/folderApps';
import { notificationLevel } from '../settings/notificationSetting';
import type { NotificationSurface } from './notificationSurface';
import type { BudgetSurface } from './showBudget';
import { showAnswer } from './showAnswer';

/** Notifications as the editor shows them. */
export function editorSurface(
  apps: Pick<FolderApps, 'find'>,
  report: (problem: string) => void,
): NotificationSurface {
  return {
    ask: (text, buttons) => window.showWarningMessage(text, ...buttons),
    level: notificationLevel,
    current: ({ folder }) => apps.find(folder),
    showAnswer,
    report,
  };
}

/** Notifications of the editor that ask nothing. */
export const budgetSurface: BudgetSurface = {
  level: notificationLevel,
  show: (text) => void window.showInformationMessage(text),
};
