import type { WorkspaceFolder } from 'vscode';
import type { DashboardView } from '../../protocol/dashboardView';
import type { FolderApps } from '../folders/folderApps';
import type { ThisProcess } from '../folders/otherHolder';
import type { Trust } from '../folders/trust';
import { createDashboardView } from './dashboardModel';

/** Input of `folderView`. */
export interface FolderViewOptions {
  readonly apps: Pick<FolderApps, 'find'>;
  readonly trust: Pick<Trust, 'granted'>;
  readonly self: ThisProcess;
  /** Ids of tasks that are complete in any case. */
  readonly open: ReadonlySet<string>;
}

/** The dashboard of a workspace folder; undefined while the folder is being opened. */
export function folderView(
  folder: WorkspaceFolder | undefined,
  { apps, trust, self, open }: FolderViewOptions,
): DashboardView | undefined {
  if (folder === undefined) return { kind: 'noFolder' };
  if (!trust.granted) return { kind: 'untrusted' };
  const opened = apps.find(folder);
  if (opened?.overview === undefined) return undefined;
  return createDashboardView({
    folder: opened.folder.name,
    overview: opened.overview,
    self,
    runningHere: opened.app.isRunning(),
    runReport: opened.runReport,
    askingJudge: opened.askingJudge,
    open,
  });
}
