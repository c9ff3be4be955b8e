import {
  EventEmitter,
  languages,
  Uri,
  window,
  workspace,
  type Disposable,
  type TextDocumentContentProvider,
} from 'vscode';
import { findFolder } from '../folders/configFiles';
import type { FolderApp } from '../folders/folderApp';
import type { FolderApps } from '../folders/folderApps';
import type { Trust } from '../folders/trust';

/** A kind of Markdown document, generated from the state of a folder. */
export interface MarkdownKind {
  /** The scheme of its addresses; no other kind has the same. */
  readonly scheme: string;
  /** Title of a document's tab, after its id. */
  readonly suffix: string;
  /** The current document with this id, or a sentence that explains why there is none. */
  text(opened: FolderApp, id: string): Promise<string>;
}

/** Read-only documents of one kind, regenerated whenever one is shown. */
export class MarkdownDocuments implements TextDocumentContentProvider, Disposable {
  private readonly changed = new EventEmitter<Uri>();
  private readonly registration: Disposable;

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly kind: MarkdownKind,
    private readonly apps: FolderApps,
    private readonly trust: Trust,
  ) {
    this.registration = workspace.registerTextDocumentContentProvider(kind.scheme, this);
  }

  /** Opens the document with this id, which is known to be there. */
  async open({ folder }: FolderApp, id: string): Promise<void> {
    const { scheme, suffix } = this.kind;
    const uri = Uri.from({ scheme, path: `/${id}${suffix}`, query: folder.uri.toString() });
    this.changed.fire(uri);
    const document = await workspace.openTextDocument(uri);
    await languages.setTextDocumentLanguage(document, 'markdown');
    await window.showTextDocument(document, { preview: true });
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const folder = findFolder(uri.query);
    if (folder === undefined) return 'The folder of this report is not part of the workspace.\n';
    if (!this.trust.granted) return `${this.trust.reason}\n`;
    return this.kind.text(this.apps.open(folder), uri.path.slice(1, -this.kind.suffix.length));
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}
