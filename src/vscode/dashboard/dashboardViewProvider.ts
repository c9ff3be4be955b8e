import { randomBytes } from 'node:crypto';
import {
  commands,
  Uri,
  window,
  type Disposable,
  type Webview,
  type WebviewView,
  type WebviewViewProvider,
} from 'vscode';
import type { DashboardView as View } from '../../protocol/dashboardView';
import type { HostMessage, Snapshot, WantedAnswer, WantedMessage } from '../../protocol/messages';
import type { Report } from '../pages/answerPage';
import { answerRequest, type Handlers } from './answerRequest';
import { DASHBOARD_VIEW } from '../contributions/contributions';
import { webviewHtml } from '../pages/webviewHtml';
import { needsYouBadge } from '../notifications/tasksNeedingYou';
import { ViewUpdates } from './viewUpdates';

/** Dependencies of `DashboardViewProvider`. */
export interface DashboardViewProviderOptions {
  readonly extensionUri: Uri;
  /** The view as it is now, with these tasks opened; undefined while there is none to show yet. */
  readonly model: (open: ReadonlySet<string>) => View | undefined;
  /** The view's title. */
  readonly title: () => string;
  readonly handlers: Handlers;
  readonly report: Report;
}

/** The dashboard in the side bar: sends views, answers requests, shows the badge. */
export class DashboardViewProvider implements WebviewViewProvider, Disposable {
  private readonly registration: Disposable;
  private view: WebviewView | undefined;
  private readonly updates = new ViewUpdates();
  private open: ReadonlySet<string> = new Set();
  private badge = 0;
  /** What the user wants to see and the page does not know of yet. */
  private wanted: WantedMessage | undefined;

  constructor(private readonly options: DashboardViewProviderOptions) {
    this.registration = window.registerWebviewViewProvider(DASHBOARD_VIEW, this);
  }

  resolveWebviewView(view: WebviewView): void {
    this.view = view;
    view.onDidDispose(() => {
      // A moved view is resolved again, perhaps before the old one is disposed.
      if (this.view === view) this.view = undefined;
    });
    view.webview.options = { enableScripts: true, localResourceRoots: this.roots() };
    view.webview.onDidReceiveMessage((raw: unknown) => this.answer(view.webview, raw));
    view.webview.html = this.html(view.webview);
    this.setBadge(this.badge);
  }

  /** The whole view under the next revision number; undefined while there is none to show yet. */
  snapshot(open: readonly string[]): Snapshot | undefined {
    this.open = new Set(open);
    const view = this.current();
    return view && this.updates.wholeView(view);
  }

  /** Sets the opened tasks and sends the dashboard what it lacks. */
  openTasks(taskIds: readonly string[]): void {
    this.open = new Set(taskIds);
    this.refresh();
  }

  /** Sends changes; a hidden dashboard requests the whole view when it is shown again. */
  refresh(): void {
    if (this.view?.visible !== true) {
      this.updates.reset();
      return;
    }
    const view = this.current();
    const message = view && this.updates.nextMessage(view);
    if (message !== undefined) void post(this.view.webview, message);
  }

  /** Opens the dashboard and shows a task in it, with the cursor where it is answered. */
  answerTask(wanted: WantedAnswer): Promise<void> {
    return this.showWanted({ type: 'answer', ...wanted });
  }

  /** Opens the dashboard and shows the metrics in it. */
  showMetrics(): Promise<void> {
    return this.showWanted({ type: 'metrics' });
  }

  /** Opens the dashboard. */
  async focus(): Promise<void> {
    await commands.executeCommand(`${DASHBOARD_VIEW}.focus`);
  }

  /** Whether it is open in front. */
  get isVisible(): boolean {
    return this.view?.visible === true;
  }

  /** Shows how many tasks need you; nothing for 0. */
  setBadge(count: number): void {
    this.badge = count;
    if (this.view !== undefined) this.view.badge = needsYouBadge(count);
  }

  dispose(): void {
    this.registration.dispose();
  }

  private current(): View | undefined {
    const view = this.options.model(this.open);
    if (view !== undefined && this.view !== undefined) this.view.title = this.options.title();
    return view;
  }

  private async answer(webview: Webview, raw: unknown): Promise<void> {
    const response = await answerRequest(raw, this.options.handlers, this.options.report);
    if (response === undefined) return;
    await post(webview, response);
    // The page of a view that was closed has only now started.
    if (this.view?.webview === webview) await this.sendWanted();
  }

  private async showWanted(wanted: WantedMessage): Promise<void> {
    this.wanted = wanted;
    await this.focus();
    await this.sendWanted();
  }

  private async sendWanted(): Promise<void> {
    const { view, wanted } = this;
    if (view?.visible !== true || wanted === undefined) return;
    this.wanted = undefined;
    const isSent = await post(view.webview, wanted);
    if (!isSent) this.wanted ??= wanted;
  }

  private roots(): readonly Uri[] {
    const { extensionUri } = this.options;
    return [Uri.joinPath(extensionUri, 'dist', 'webview'), Uri.joinPath(extensionUri, 'media')];
  }

  private html(webview: Webview): string {
    const address = (file: string): string => {
      const uri = Uri.joinPath(this.options.extensionUri, 'dist', 'webview', file);
      return webview.asWebviewUri(uri).toString();
    };
    return webviewHtml({
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('hex'),
      scriptUri: address('dashboard.js'),
      styleUri: address('dashboard-style.css'),
    });
  }
}

/** Resolves with false if the page is closed, which is not an error. */
async function post(webview: Webview, message: HostMessage): Promise<boolean> {
  return webview.postMessage(message);
}
