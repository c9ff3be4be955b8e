import type { Disposable, Uri, WorkspaceFolder } from 'vscode';
import type { App } from '../app/api/app';
import type { DashboardView as View } from '../protocol/dashboardView';
import type { Handlers } from './dashboard/answerRequest';
import type { DashboardAccess } from './dashboard/dashboardAccess';
import { DoctorPages } from './doctor/doctorPages';
import { CheckpointDocuments } from './documents/checkpointDocuments';
import { KindsDocuments } from './documents/kindsDocuments';
import { findFolder } from './folders/configFiles';
import type { CurrentFolder } from './folders/currentFolder';
import type { FolderApp } from './folders/folderApp';
import type { FolderApps } from './folders/folderApps';
import type { Trust } from './folders/trust';
import { registerTaskLinks } from './links/registerTaskLinks';
import { pickStepLimits } from './replay/pickStepLimits';
import { ReplayPages } from './replay/replayPages';
import type { FolderActions } from './run/folderActions';
import { SetUpPages } from './setUp/setUpPages';
import { TaskPages } from './taskPage/taskPages';

/** Dependencies of the pages. */
export interface HostPagesOptions {
  readonly extensionUri: Uri;
  readonly apps: FolderApps;
  readonly trust: Trust;
  readonly current: CurrentFolder;
  readonly access: Pick<DashboardAccess, 'show' | 'open'>;
  readonly createApp: (folder: WorkspaceFolder) => App;
  readonly actions: () => FolderActions;
  /** The handlers of a dashboard of the folder. */
  readonly handlers: (folder: () => FolderApp | undefined) => Handlers;
  /** Undefined while the folder is being opened. */
  readonly model: (
    folder: WorkspaceFolder | undefined,
    open: ReadonlySet<string>,
  ) => View | undefined;
  readonly report: (problem: string) => void;
}

/** What opens in the editor area. */
export class HostPages {
  readonly setUps: SetUpPages;
  readonly replays: ReplayPages;
  readonly doctor: DoctorPages;
  readonly tasks: TaskPages;
  private readonly checkpoints: CheckpointDocuments;
  private readonly kinds: KindsDocuments;
  private readonly links: Disposable;

  constructor({ current, access, createApp, model, ...options }: HostPagesOptions) {
    const { extensionUri, apps, trust, actions, report } = options;
    this.setUps = new SetUpPages({
      ...{ extensionUri, apps, trust, actions, report },
      openDashboard: (folder) => access.show(folder),
      decide: async (folder) => {
        await access.show(folder);
        await access.open();
      },
    });
    this.checkpoints = new CheckpointDocuments(apps, trust);
    this.kinds = new KindsDocuments(apps, trust);
    this.replays = new ReplayPages({
      ...{ extensionUri, report },
      limits: () => {
        const folder = current.get();
        return pickStepLimits(folder && apps.find(folder)?.overview?.limits);
      },
      workspace: () => current.get()?.uri.fsPath,
    });
    this.doctor = new DoctorPages({ apps, trust, create: createApp });
    this.tasks = new TaskPages({
      ...{ extensionUri, apps, trust, report },
      model: ({ folder, taskId }) => model(findFolder(folder), new Set([taskId])),
      handlers: options.handlers,
    });
    this.links = registerTaskLinks({ apps, trust, pages: this.tasks, report });
  }

  /** To be called before the apps end: these pages use them. */
  disposeUsers(): void {
    this.links.dispose();
    this.doctor.dispose();
    this.setUps.dispose();
  }

  /** To be called after the apps have ended: until then these pages show them. */
  disposeViews(): void {
    this.replays.dispose();
    this.tasks.dispose();
    this.checkpoints.dispose();
    this.kinds.dispose();
  }
}
