import type { CurrentFolder } from '../folders/currentFolder';
import type { FolderApp } from '../folders/folderApp';
import type { TaskInFolder } from '../folders/taskInFolder';
import { tasksNeedingYou } from '../notifications/tasksNeedingYou';
import type { DashboardViewProvider } from './dashboardViewProvider';

/** Dependencies of `DashboardAccess`. */
export interface DashboardAccessOptions {
  readonly current: Pick<CurrentFolder, 'get' | 'set'>;
  readonly apps: { all(): readonly FolderApp[] };
  readonly dashboard: () => Pick<DashboardViewProvider, 'focus' | 'answerTask' | 'isVisible'>;
}

/** The ways from elsewhere in the editor into the dashboard. */
export class DashboardAccess {
  constructor(private readonly options: DashboardAccessOptions) {}

  /** Opens it where the task, or else the first that needs you, is answered; tasks of the shown folder come first. */
  async open(taskId?: string): Promise<undefined> {
    const waiting = this.folders().flatMap((folder) =>
      tasksNeedingYou(folder.overview).map((task) => ({ folder, task })),
    );
    const wanted = waiting.find(({ task }) => task.id === taskId) ?? waiting[0];
    if (wanted === undefined) await this.options.dashboard().focus();
    else await this.answer(wanted);
  }

  /** Shows a task, with its folder, and puts the cursor where it is answered; `question` as in `WantedAnswer`. */
  async answer({ folder: { folder }, task }: TaskInFolder, question?: string): Promise<undefined> {
    const { current, dashboard } = this.options;
    if (current.get() !== folder) await current.set(folder);
    await dashboard().answerTask({ taskId: task.id, ...(question !== undefined && { question }) });
  }

  /** Shows a folder. */
  async show({ folder }: Pick<FolderApp, 'folder'>): Promise<undefined> {
    const { current, dashboard } = this.options;
    if (current.get() !== folder) await current.set(folder);
    await dashboard().focus();
  }

  /** Whether the folder's dashboard is open in front. */
  isOnScreen({ folder }: Pick<FolderApp, 'folder'>): boolean {
    return this.options.dashboard().isVisible && this.options.current.get() === folder;
  }

  private folders(): readonly FolderApp[] {
    const shown = this.options.current.get();
    const all = this.options.apps.all();
    return [
      ...all.filter(({ folder }) => folder === shown),
      ...all.filter(({ folder }) => folder !== shown),
    ];
  }
}
