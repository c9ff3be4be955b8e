import { commands, window, workspace } from 'vscode';

const MANAGE = 'Manage Workspace Trust';

/** Whether Devs may run anything here, and what to say when it may not. */
export class Trust {
  /** Said wherever something is refused. */
  readonly reason =
    'This workspace is not trusted. Devs runs the commands in devs.yaml, so nothing runs until you trust it.';

  get granted(): boolean {
    return workspace.isTrusted;
  }

  /** True when trusted; else tells why not and offers the way out. */
  check(): boolean {
    if (this.granted) return true;
    void window.showWarningMessage(this.reason, MANAGE).then((choice) => {
      return choice === MANAGE ? this.manage() : undefined;
    });
    return false;
  }

  /** Opens the editor's page for workspace trust. */
  async manage(): Promise<void> {
    await commands.executeCommand('workbench.trust.manage');
  }
}
