import { homedir } from 'node:os';
import { env, Uri, window } from 'vscode';
import { editorInput } from './editorInput';
import type { MarkdownDocuments } from '../documents/markdownDocuments';
import type { RunReportEditor } from './runReportPrompts';

/** `RunReportEditor` of VS Code. */
export function runReportEditor(documents: MarkdownDocuments): RunReportEditor {
  return {
    input: editorInput,
    open: (folder, id) => documents.open(folder, id),
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
}
