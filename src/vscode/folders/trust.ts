import { commands, window, workspace } from 'vscode';

/** Opens the editor's page for workspace trust. */
export const MANAGE_TRUST = {
  title: 'Manage Workspace Trust',
  command: 'workbench.trust.manage',
} as const;

/** Workspace trust: whether Devs may run anything, and the message when it may not. */
export class Trust {
  /** Message of every refusal for lack of trust. */
  readonly reason =
    'This workspace is not trusted. Devs runs the commands in devs.yaml, so nothing runs until you trust it.';

  get granted(): boolean {
    return workspace.isTrusted;
  }

  /** True when trusted; otherwise shows the reason with a button that opens the trust page. */
  check(): boolean {
    if (this.granted) return true;
    void window.showWarningMessage(this.reason, MANAGE_TRUST.title).then((choice) => {
      return choice === MANAGE_TRUST.title ? this.manage() : undefined;
    });
    return false;
  }

  /** Opens the editor's page for workspace trust. */
  async manage(): Promise<void> {
    await commands.executeCommand(MANAGE_TRUST.command);
  }
}
