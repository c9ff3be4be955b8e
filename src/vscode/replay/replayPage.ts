import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { Uri, ViewColumn, window, type Disposable, type Webview, type WebviewPanel } from 'vscode';
import type { ReplayHostMessage, ReplayRequests } from '../../protocol/replay/replayMessages';
import { answerPage, type PageHandlers, type Report } from '../pages/answerPage';
import { webviewHtml } from '../pages/webviewHtml';
import { sanitizePath } from '../text/sanitizeLabel';
import { replayHandlers, type StepTexts } from './replayHandlers';
import type { TimelineSource } from './timelineSource';

/** Dependencies of `ReplayPage`. */
export interface ReplayPageOptions {
  readonly extensionUri: Uri;
  /** First word of its title. */
  readonly kind: 'Timeline' | 'Proof';
  readonly createSource: (onChange: () => void) => TimelineSource;
  readonly texts: StepTexts;
  readonly chooseFiles: () => Promise<readonly string[] | undefined>;
  readonly report: Report;
  readonly onClosed: () => void;
}

/** Longest name of a file in the title, in characters. */
const MAX_NAME = 60;

/** The timeline page of recorded runs, or of a guarded session. Texts of recordings are sent as JSON and shown as text. */
export class ReplayPage implements Disposable {
  private readonly panel: WebviewPanel;
  private readonly source: TimelineSource;
  private readonly handlers: PageHandlers<ReplayRequests>;
  private closed = false;

  constructor(private readonly options: ReplayPageOptions) {
    const root = Uri.joinPath(options.extensionUri, 'dist', 'webview');
    this.panel = window.createWebviewPanel('devs.replay', options.kind, ViewColumn.Active, {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [root],
    });
    this.source = options.createSource(() => this.show());
    this.handlers = replayHandlers(this.source, options.texts, options.chooseFiles);
    const { webview } = this.panel;
    this.panel.onDidDispose(() => {
      this.closed = true;
      this.source.dispose();
      options.onClosed();
    });
    webview.onDidReceiveMessage((raw: unknown) => this.answer(raw));
    webview.html = pageHtml(webview, root);
  }

  /** Reads files and sets the title to `name`; settles when they are read. */
  async read(files: readonly string[], name = nameOf(files)): Promise<void> {
    this.panel.title = `${this.options.kind}: ${sanitizePath(name, MAX_NAME)}`;
    await this.source.addFiles(files);
  }

  dispose(): void {
    this.panel.dispose();
  }

  /** A hidden page is destroyed and requests the whole view when it is shown again. */
  private show(): void {
    if (!this.panel.visible) return;
    const message: ReplayHostMessage = { type: 'view', snapshot: this.source.snapshot() };
    void this.panel.webview.postMessage(message);
  }

  private async answer(raw: unknown): Promise<void> {
    const { handlers } = this;
    const { report } = this.options;
    const validator = async () =>
      (await import('../../protocol/replay/validateReplayRequest')).validateReplayRequest;
    const response = await answerPage<ReplayRequests>(raw, { validator, handlers, report });
    // The page may have been closed meanwhile.
    if (response !== undefined && !this.closed) await this.panel.webview.postMessage(response);
  }
}

function nameOf(files: readonly string[]): string {
  const [first = ''] = files;
  return files.length === 1 ? basename(first) : `${files.length} recordings`;
}

function pageHtml(webview: Webview, root: Uri): string {
  const address = (file: string): string =>
    webview.asWebviewUri(Uri.joinPath(root, file)).toString();
  return webviewHtml({
    cspSource: webview.cspSource,
    nonce: randomBytes(16).toString('hex'),
    scriptUri: address('replay.js'),
    styleUri: address('replay-style.css'),
  });
}
