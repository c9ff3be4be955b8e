import type { ExtensionContext } from 'vscode';
import { Host } from './host';

let host: Host | undefined;

/** Registers everything; reads nothing until the view opens, a command runs or a `devs.yaml` exists. */
export function activate(context: ExtensionContext): void {
  host = new Host(context);
  host.start();
}

/** Ends the runs of this window and releases the leases. */
export async function deactivate(): Promise<void> {
  await host?.dispose();
  host = undefined;
}
