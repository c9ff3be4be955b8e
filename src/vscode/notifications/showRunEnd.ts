import { commands, window, workspace } from 'vscode';
import type { RunAnswer } from '../../app/api/answers';
import { COMMANDS } from '../contributions/contributions';
import type { FolderApp } from '../folders/folderApp';
import { notificationText } from '../text/editorWords';
import { notificationLevel } from '../settings/notificationSetting';
import type { PauseNotification } from './pauseNotification';

const SHOW = 'Open Dashboard';
const OUTPUT = 'Show Output';

export interface RunEndOptions {
  readonly pauses: Pick<PauseNotification, 'covers'>;
  /** Whether the folder's dashboard is open in front. */
  readonly isOnScreen: (folder: FolderApp) => boolean;
}

/** Notifies that a run has ended, unless a pause notification covers it or the dashboard shows it. */
export async function showRunEnd(
  folder: FolderApp,
  answer: RunAnswer,
  { pauses, isOnScreen }: RunEndOptions,
): Promise<void> {
  await folder.refresh();
  const several = (workspace.workspaceFolders?.length ?? 0) > 1;
  const where = several ? `${folder.folder.name}: ` : '';
  const text = notificationText(`Devs: ${where}${answer.message}`);
  if (!answer.ok) {
    const choice = await window.showErrorMessage(text, OUTPUT);
    if (choice === OUTPUT) await commands.executeCommand(COMMANDS.showOutput);
    return;
  }
  const { end } = answer;
  if (end.kind === 'needsHuman' && end.taskIds.some((id) => pauses.covers(folder, id))) return;
  if (notificationLevel() !== 'all' || isOnScreen(folder)) return;
  const good = end.kind === 'allDone' || end.kind === 'stopped' || end.kind === 'cancelled';
  const show = good ? window.showInformationMessage : window.showWarningMessage;
  const choice = await show(text, SHOW);
  if (choice === SHOW) await commands.executeCommand(COMMANDS.openDashboard);
}
