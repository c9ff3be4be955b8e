import {
  EventEmitter,
  languages,
  Uri,
  window,
  workspace,
  type Disposable,
  type TextDocumentContentProvider,
} from 'vscode';
import { localFolders } from './configFiles';
import type { FolderApp } from './folderApp';
import type { FolderApps } from './folderApps';
import { reportMarkdown } from './reportMarkdown';
import type { Trust } from './trust';

const SCHEME = 'devs-report';
/** What a report's tab is called after the task's id. */
const SUFFIX = ' pause report.md';

/** Pause reports as read-only documents, read anew from the state whenever one is shown. */
export class ReportDocuments implements TextDocumentContentProvider, Disposable {
  private readonly changed = new EventEmitter<Uri>();
  private readonly registration: Disposable;

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly apps: FolderApps,
    private readonly trust: Trust,
  ) {
    this.registration = workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  /** Opens the newest report of the task; false when there is none. */
  async show({ app, folder }: FolderApp, taskId: string): Promise<boolean> {
    if ((await app.report(taskId)) === undefined) return false;
    const uri = Uri.from({
      scheme: SCHEME,
      path: `/${taskId}${SUFFIX}`,
      query: folder.uri.toString(),
    });
    this.changed.fire(uri);
    const document = await workspace.openTextDocument(uri);
    await languages.setTextDocumentLanguage(document, 'markdown');
    await window.showTextDocument(document, { preview: true });
    return true;
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const folder = localFolders().find((each) => each.uri.toString() === uri.query);
    if (folder === undefined) return 'The folder of this report is not part of the workspace.\n';
    if (!this.trust.granted) return `${this.trust.reason}\n`;
    const taskId = uri.path.slice(1, -SUFFIX.length);
    const opened = this.apps.open(folder);
    const report = await opened.app.report(taskId);
    if (report === undefined) return 'There is no report of this task.\n';
    const { tasks } = opened.overview ?? (await opened.refresh());
    const issue = await opened.app.issueFile(taskId);
    const history = tasks.find(({ id }) => id === taskId)?.history ?? [];
    return reportMarkdown(report, history, issue && Uri.file(issue).toString());
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}
