import { Disposable, EventEmitter, lm, McpStdioServerDefinition, Uri, workspace } from 'vscode';
import { version } from '../../../package.json';
import { TOOL_SERVERS } from '../contributions/contributions';
import type { ChatParticipantOptions } from './chatParticipant';

/**
 * Offers `devs mcp` to the agents of the editor, one server for each folder with a `devs.yaml`, in a trusted workspace
 * only. They work on no task of Devs, so its tools that need one say so.
 */
export function registerToolServers({
  extensionUri,
  configFiles,
  trust,
}: Pick<ChatParticipantOptions, 'extensionUri' | 'configFiles' | 'trust'>): Disposable {
  const changed = new EventEmitter<void>();
  const cli = Uri.joinPath(extensionUri, 'dist', 'cli.js').fsPath;
  // The editor may itself have been started by an agent of Devs.
  const env = { ELECTRON_RUN_AS_NODE: '1', DEVS_TASK_ID: null, DEVS_TURN: null };
  return Disposable.from(
    changed,
    configFiles.onDidChange(() => changed.fire()),
    workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    lm.registerMcpServerDefinitionProvider(TOOL_SERVERS, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: async () => {
        if (!trust.granted) return [];
        await configFiles.refresh();
        const folders = configFiles.folders();
        return folders.map(({ name, uri }) => {
          const label = folders.length === 1 ? 'Devs' : `Devs (${name})`;
          const args = [cli, '-C', uri.fsPath, 'mcp'];
          return new McpStdioServerDefinition(label, process.execPath, args, env, version);
        });
      },
    }),
  );
}
