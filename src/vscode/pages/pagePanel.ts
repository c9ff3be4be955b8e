import { randomBytes } from 'node:crypto';
import { Uri, ViewColumn, window, type Disposable, type Webview, type WebviewPanel } from 'vscode';
import type { RequestMap } from '../../protocol/pageRequest';
import { answerPage, type PageAnswerOptions } from './answerPage';
import { webviewHtml } from './webviewHtml';

/** Dependencies of `PagePanel`. */
export interface PagePanelOptions<R extends RequestMap<R>> extends PageAnswerOptions<R> {
  readonly extensionUri: Uri;
  /** Type of the panel for VS Code, such as `devs.setUp`. */
  readonly viewType: string;
  readonly title: string;
  /** Name of its script in `dist/webview`; its style is beside it, with `-style` at the end. */
  readonly bundle: string;
  readonly onClosed: () => void;
}

/** A page in an editor tab: answers its requests and sends it notifications. */
export class PagePanel<R extends RequestMap<R>> implements Disposable {
  private readonly panel: WebviewPanel;
  private closed = false;

  constructor(private readonly options: PagePanelOptions<R>) {
    const { extensionUri, viewType, title, bundle } = options;
    const root = Uri.joinPath(extensionUri, 'dist', 'webview');
    this.panel = window.createWebviewPanel(viewType, title, ViewColumn.Active, {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [root],
    });
    this.panel.onDidDispose(() => {
      this.closed = true;
      options.onClosed();
    });
    const { webview } = this.panel;
    webview.onDidReceiveMessage((raw: unknown) => this.answer(raw));
    webview.html = pageHtml(webview, root, bundle);
  }

  /** Sends a notification; a hidden page is destroyed and requests everything when it is shown again. */
  post(message: unknown): void {
    if (!this.closed && this.panel.visible) void this.panel.webview.postMessage(message);
  }

  reveal(): void {
    this.panel.reveal();
  }

  dispose(): void {
    this.panel.dispose();
  }

  private async answer(raw: unknown): Promise<void> {
    const response = await answerPage<R>(raw, this.options);
    // The page may have been closed meanwhile.
    if (response !== undefined && !this.closed) await this.panel.webview.postMessage(response);
  }
}

function pageHtml(webview: Webview, root: Uri, bundle: string): string {
  const address = (file: string): string =>
    webview.asWebviewUri(Uri.joinPath(root, file)).toString();
  return webviewHtml({
    cspSource: webview.cspSource,
    nonce: randomBytes(16).toString('hex'),
    scriptUri: address(`${bundle}.js`),
    styleUri: address(`${bundle}-style.css`),
  });
}
