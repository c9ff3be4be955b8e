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
import { linkPlace } from './linkPlace';
import type { Trust } from './trust';

const SCHEME = 'devs-run-report';
/** What a report's tab is called after the run's id. */
const SUFFIX = ' run report.md';

/** Run reports as read-only documents whose links open transcripts and diffs as files. */
export class RunReportDocuments implements TextDocumentContentProvider, Disposable {
  private readonly changed = new EventEmitter<Uri>();
  private readonly registration: Disposable;

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly apps: FolderApps,
    private readonly trust: Trust,
  ) {
    this.registration = workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  /** Opens the report with this id, which was found before. */
  async open({ folder }: FolderApp, id: string): Promise<void> {
    const uri = Uri.from({
      scheme: SCHEME,
      path: `/${id}${SUFFIX}`,
      query: folder.uri.toString(),
    });
    this.changed.fire(uri);
    const document = await workspace.openTextDocument(uri);
    await languages.setTextDocumentLanguage(document, 'markdown');
    await window.showTextDocument(document, { preview: true });
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const folder = localFolders().find((each) => each.uri.toString() === uri.query);
    if (folder === undefined) return 'The folder of this report is not part of the workspace.\n';
    if (!this.trust.granted) return `${this.trust.reason}\n`;
    const { app } = this.apps.open(folder);
    const found = await app.runReport({ id: uri.path.slice(1, -SUFFIX.length) }, linkPlace(app));
    return found.ok ? found.markdown : `${found.message}\n`;
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}
