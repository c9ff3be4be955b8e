import { randomBytes } from 'node:crypto';
import { env, Uri, window, type Disposable, type WebviewPanel } from 'vscode';
import type { TurnMark } from '../../model/overview/overview';
import type { DashboardView } from '../../protocol/dashboardView';
import type {
  TaskPageHostMessage,
  TaskPageRequests,
  TaskPageSnapshot,
} from '../../protocol/taskPage/taskPageMessages';
import type { PagedTask, TaskPageContent } from '../../protocol/taskPage/taskPageView';
import type { Handlers } from '../dashboard/answerRequest';
import { findFolder } from '../folders/configFiles';
import type { FolderApp } from '../folders/folderApp';
import { answerPage, type PageHandlers, type Report } from '../pages/answerPage';
import { webviewHtml } from '../pages/webviewHtml';
import { sanitizeLabel } from '../text/sanitizeLabel';
import { closedContent, pageContent } from './pageContent';
import type { StepDocuments } from './stepDocuments';
import { taskPageHandlers } from './taskPageHandlers';
import type { TurnAccess } from './turnAccess';
import { TurnFollower } from './turnFollower';

/** Dependencies of `TaskPage`. */
export interface TaskPageOptions {
  readonly extensionUri: Uri;
  readonly turns: TurnAccess;
  readonly documents: StepDocuments;
  /** The dashboard of a folder with a task opened; undefined while there is none to show yet. */
  readonly model: (paged: PagedTask) => DashboardView | undefined;
  /** Answers the requests of the dashboard in the given folder. */
  readonly handlers: (folder: () => FolderApp | undefined) => Handlers;
  readonly report: Report;
}

/** Longest title of a task in that of its tab, in characters. */
const MAX_TITLE = 60;

/** The page of one task in the editor area. Texts are sent as JSON and shown as text. */
export class TaskPage implements Disposable {
  private readonly handlers: PageHandlers<TaskPageRequests>;
  private followed: TurnFollower | undefined;
  private revision = 0;
  private shown = '';
  private wanted: TaskPageSnapshot['reveal'];
  private closed = false;

  constructor(
    private readonly panel: WebviewPanel,
    readonly paged: PagedTask,
    private readonly options: TaskPageOptions,
  ) {
    const { handlers, documents } = options;
    const openFolder = (): FolderApp | string => options.turns.openFolder(paged.folder);
    this.handlers = {
      ...handlers(() => {
        const folder = openFolder();
        return typeof folder === 'string' ? undefined : folder;
      }),
      ...taskPageHandlers({
        ...{ paged, documents },
        folder: openFolder,
        snapshot: () => this.snapshot(),
        turnOf: (number) => this.turnOf(number),
        follow: (turn) => this.follow(turn),
        followed: () => this.followed,
        showFile: async (file) => {
          await window.showTextDocument(Uri.file(file), { preview: false });
        },
        toClipboard: async (text) => env.clipboard.writeText(text),
      }),
    };
    panel.onDidDispose(() => {
      this.closed = true;
      this.followed?.dispose();
    });
    panel.onDidChangeViewState(() => {
      // A hidden page is destroyed; it asks again when it is shown.
      if (!panel.visible) this.stopFollowing();
    });
    panel.webview.onDidReceiveMessage((raw: unknown) => this.answer(raw));
    this.load();
  }

  /** Brings the page to the front, at its report if that is wanted. */
  show(wanted?: TaskPageSnapshot['reveal']): void {
    this.wanted = wanted;
    this.panel.reveal();
    if (wanted !== undefined) this.refresh();
  }

  /** Sends what changed in the folder. */
  refresh(): void {
    const content = this.content();
    this.setTitle(content);
    if (!this.panel.visible || content === undefined) return;
    this.followed?.update();
    const text = JSON.stringify(content);
    if (text === this.shown && this.wanted === undefined) return;
    this.post({ type: 'view', snapshot: this.toSnapshot(content) });
  }

  /** Ends reading. The panel stays: closing it would take it out of what a reload brings back. */
  dispose(): void {
    this.closed = true;
    this.stopFollowing();
  }

  private load(): void {
    const { webview } = this.panel;
    const root = Uri.joinPath(this.options.extensionUri, 'dist', 'webview');
    webview.options = { enableScripts: true, localResourceRoots: [root] };
    const address = (file: string): string =>
      webview.asWebviewUri(Uri.joinPath(root, file)).toString();
    webview.html = webviewHtml({
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('hex'),
      scriptUri: address('task.js'),
      styleUri: address('task-style.css'),
    });
    this.setTitle(this.content());
  }

  private content(): TaskPageContent | undefined {
    if (findFolder(this.paged.folder) === undefined) return closedContent(this.paged);
    const view = this.options.model(this.paged);
    return view && pageContent(view, this.paged.taskId);
  }

  private async snapshot(): Promise<TaskPageSnapshot | undefined> {
    const folder = this.options.turns.openFolder(this.paged.folder);
    if (typeof folder !== 'string') await folder.refresh();
    const content = this.content();
    this.setTitle(content);
    return content && this.toSnapshot(content);
  }

  private toSnapshot(content: TaskPageContent): TaskPageSnapshot {
    const { paged, wanted } = this;
    this.wanted = undefined;
    this.shown = JSON.stringify(content);
    const revision = ++this.revision;
    return { revision, view: { paged, content }, ...(wanted && { reveal: wanted }) };
  }

  /** A task that is gone, or not known yet, keeps the title that it had. */
  private setTitle(content: TaskPageContent | undefined): void {
    if (content?.kind !== 'task') return;
    const shown = sanitizeLabel(content.task.title, MAX_TITLE);
    if (this.panel.title !== shown) this.panel.title = shown;
  }

  private turnOf(number: number): TurnMark | undefined {
    const content = this.content();
    return content?.kind === 'task'
      ? content.task.turns.find((turn) => turn.number === number)
      : undefined;
  }

  private async follow({ number: turn, taskId }: TurnMark): Promise<TurnFollower | string> {
    if (this.followed?.turn === turn) return this.followed;
    const { folder } = this.paged;
    const reader = await this.options.turns.readerOf({ folder, taskId, turn });
    if (typeof reader === 'string') return reader;
    this.stopFollowing();
    this.followed = new TurnFollower({
      ...{ turn, reader },
      isRunning: () => this.turnOf(turn)?.outcome === 'running',
      nextRevision: () => ++this.revision,
      send: (steps) => this.post({ type: 'steps', steps }),
      report: (error) => this.options.report(String(error)),
    });
    return this.followed;
  }

  private stopFollowing(): void {
    this.followed?.dispose();
    this.followed = undefined;
  }

  private post(message: TaskPageHostMessage): void {
    if (!this.closed && this.panel.visible) void this.panel.webview.postMessage(message);
  }

  private async answer(raw: unknown): Promise<void> {
    const { handlers } = this;
    const { report } = this.options;
    const validator = async () =>
      (await import('../../protocol/taskPage/validateTaskPageRequest')).validateTaskPageRequest;
    const response = await answerPage<TaskPageRequests>(raw, { validator, handlers, report });
    // The page may have been closed meanwhile.
    if (response !== undefined && !this.closed) await this.panel.webview.postMessage(response);
  }
}
