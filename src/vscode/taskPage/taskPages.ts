import {
  Uri,
  ViewColumn,
  window,
  type Disposable,
  type WebviewPanel,
  type WebviewPanelSerializer,
} from 'vscode';
import type { Answer } from '../../ports/answer';
import { readPagedTask } from '../../protocol/taskPage/pagedTask';
import type { TaskPageSnapshot } from '../../protocol/taskPage/taskPageMessages';
import type { PagedTask } from '../../protocol/taskPage/taskPageView';
import { TASK_PAGE } from '../contributions/contributions';
import type { FolderApp } from '../folders/folderApp';
import type { FolderApps } from '../folders/folderApps';
import type { TaskOpener } from '../folders/taskOpener';
import type { Trust } from '../folders/trust';
import { StepDocuments } from './stepDocuments';
import { TaskPage, type TaskPageOptions } from './taskPage';
import { TurnAccess } from './turnAccess';

/** Dependencies of `TaskPages`. */
export type TaskPagesOptions = Omit<TaskPageOptions, 'turns' | 'documents'> & {
  readonly apps: FolderApps;
  readonly trust: Trust;
};

/** The pages of tasks, one for each task; they come back after a reload of the window. */
export class TaskPages implements TaskOpener, WebviewPanelSerializer, Disposable {
  private readonly pages = new Map<string, TaskPage>();
  private readonly registration: Disposable;
  private readonly turns: TurnAccess;
  private readonly documents: StepDocuments;

  constructor(private readonly options: TaskPagesOptions) {
    this.turns = new TurnAccess(options.apps, options.trust);
    this.documents = new StepDocuments(this.turns);
    this.registration = window.registerWebviewPanelSerializer(TASK_PAGE, this);
  }

  async open(
    { folder, refresh }: FolderApp,
    taskId: string,
    wanted?: TaskPageSnapshot['reveal'],
  ): Promise<Answer> {
    const { tasks } = await refresh();
    if (!tasks.some(({ id }) => id === taskId)) {
      return { ok: false, message: `There is no task "${taskId}".` };
    }
    const paged = { folder: folder.uri.toString(), taskId };
    const page = this.pages.get(keyOf(paged)) ?? this.add(createPanel(taskId), paged);
    page.show(wanted);
    return { ok: true, message: '' };
  }

  deserializeWebviewPanel(panel: WebviewPanel, state: unknown): Promise<void> {
    const paged = readPagedTask(state);
    if (paged === undefined || this.pages.has(keyOf(paged))) panel.dispose();
    else this.add(panel, paged);
    return Promise.resolve();
  }

  /** Something changed in the folders, or may. */
  refresh(): void {
    for (const page of this.pages.values()) page.refresh();
  }

  dispose(): void {
    this.registration.dispose();
    this.documents.dispose();
    for (const page of [...this.pages.values()]) page.dispose();
  }

  private add(panel: WebviewPanel, paged: PagedTask): TaskPage {
    const { turns, documents } = this;
    panel.iconPath = Uri.joinPath(this.options.extensionUri, 'media', 'devs.svg');
    const page = new TaskPage(panel, paged, { ...this.options, turns, documents });
    this.pages.set(keyOf(paged), page);
    panel.onDidDispose(() => this.pages.delete(keyOf(paged)));
    return page;
  }
}

function createPanel(title: string): WebviewPanel {
  return window.createWebviewPanel(TASK_PAGE, title, ViewColumn.Active);
}

function keyOf({ folder, taskId }: PagedTask): string {
  return JSON.stringify([folder, taskId]);
}
