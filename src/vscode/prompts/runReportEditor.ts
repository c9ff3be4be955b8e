import { homedir } from 'node:os';
import { commands, env, Uri, window } from 'vscode';
import { editorInput } from './editorInput';
import type { RunReportEditor } from './runReportPrompts';

/** `RunReportEditor` of VS Code. */
export const runReportEditor: RunReportEditor = {
  input: editorInput,
  open: async (file) => {
    await commands.executeCommand('markdown.showPreview', Uri.file(file));
  },
  toClipboard: (text) => env.clipboard.writeText(text),
  chooseFolder: async () => {
    const chosen = await window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      canSelectMany: false,
      // Not the workspace, where new files count as changes of the agents.
      defaultUri: Uri.file(homedir()),
      openLabel: 'Export Here',
      title: 'Export Run Report',
    });
    return chosen?.[0];
  },
};
