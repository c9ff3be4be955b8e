import { StatusBarAlignment, ThemeColor, window, type Disposable } from 'vscode';
import { COMMANDS } from '../contributions/contributions';
import type { StatusBarText } from './statusBarText';

const BACKGROUND = {
  normal: undefined,
  warning: new ThemeColor('statusBarItem.warningBackground'),
  error: new ThemeColor('statusBarItem.errorBackground'),
} as const;

/** The one status bar item; a click opens the dashboard. */
export class StatusBarItem implements Disposable {
  private readonly item = window.createStatusBarItem('devs.status', StatusBarAlignment.Left);

  constructor() {
    this.item.name = 'Devs';
    this.item.command = COMMANDS.openDashboard;
  }

  /** Shows `status`, or hides the item when there is none. */
  update(status: StatusBarText | undefined): void {
    if (status === undefined) {
      this.item.hide();
      return;
    }
    this.item.text = status.text;
    this.item.tooltip = status.tooltip;
    this.item.backgroundColor = BACKGROUND[status.level];
    this.item.accessibilityInformation = { label: status.text.replace(/^\$\([^)]*\) /, '') };
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}
