import { commands, window } from 'vscode';
import { COMMANDS } from '../contributions/contributions';
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

const SHOW = 'Open Dashboard';

/** Notifications about budgets as the editor shows them: in full, as it cuts those without a button to one line. */
export const budgetSurface: BudgetSurface = {
  level: notificationLevel,
  show: (text) =>
    void window.showInformationMessage(text, SHOW).then(async (choice) => {
      if (choice === SHOW) await commands.executeCommand(COMMANDS.openDashboard);
    }),
};
