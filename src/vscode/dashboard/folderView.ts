import type { WorkspaceFolder } from 'vscode';
import type { DashboardView } from '../../protocol/dashboardView';
import type { FolderApps } from '../folders/folderApps';
import type { ThisProcess } from '../folders/otherHolder';
import type { Trust } from '../folders/trust';
import { sessionViews } from '../guard/sessionView';
import type { SessionWatch } from '../guard/sessionWatch';
import { createDashboardView } from './dashboardModel';

/** Input of `folderView`. */
export interface FolderViewOptions {
  readonly apps: Pick<FolderApps, 'find'>;
  readonly trust: Pick<Trust, 'granted'>;
  readonly self: ThisProcess;
  readonly sessions: Pick<SessionWatch, 'in'>;
  /** Ids of tasks that are complete in any case. */
  readonly open: ReadonlySet<string>;
}

/** The dashboard of a workspace folder; undefined while the folder is being opened. */
export function folderView(
  folder: WorkspaceFolder | undefined,
  { apps, trust, self, sessions, open }: FolderViewOptions,
): DashboardView | undefined {
  if (folder === undefined) return { kind: 'noFolder' };
  if (!trust.granted) return { kind: 'untrusted' };
  const opened = apps.find(folder);
  if (opened?.overview === undefined) return undefined;
  const view = createDashboardView({
    folder: opened.folder.name,
    overview: opened.overview,
    self,
    runningHere: opened.app.isRunning(),
    runReport: opened.runReport,
    askingJudge: opened.askingJudge,
    open,
  });
  const shown = sessionViews(sessions.in(folder), new Date());
  return shown.length === 0 ? view : { ...view, sessions: shown };
}
