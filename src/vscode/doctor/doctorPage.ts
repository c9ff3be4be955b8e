import { randomBytes } from 'node:crypto';
import { ViewColumn, window, type Disposable, type Event, type WebviewPanel } from 'vscode';
import { LINKED_COMMANDS } from './commandLink';
import { doctorHtml, type CanFix, type DoctorView } from './doctorHtml';

export interface DoctorPageOptions {
  readonly canFix: CanFix;
  readonly onClosed: () => void;
}

/** The setup page of a folder: it has no script, and its links run only commands of `commandLink`. */
export class DoctorPage implements Disposable {
  private readonly panel: WebviewPanel;
  private closed = false;

  /** Fires when the page is closed. */
  readonly onClosed: Event<void>;

  constructor(private readonly options: DoctorPageOptions) {
    this.panel = window.createWebviewPanel('devs.doctor', 'Devs: Setup', ViewColumn.Active, {
      enableScripts: false,
      enableFindWidget: true,
      enableCommandUris: LINKED_COMMANDS,
      localResourceRoots: [],
    });
    this.onClosed = this.panel.onDidDispose;
    this.panel.onDidDispose(() => {
      this.closed = true;
      options.onClosed();
    });
  }

  /** Shows this and nothing else. */
  show(view: DoctorView): void {
    if (this.closed) return;
    const nonce = randomBytes(16).toString('hex');
    this.panel.webview.html = doctorHtml(view, { nonce, canFix: this.options.canFix });
  }

  reveal(): void {
    this.panel.reveal();
  }

  dispose(): void {
    this.panel.dispose();
  }
}
