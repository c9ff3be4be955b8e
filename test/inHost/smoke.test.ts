import { ok } from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension host', () => {
  it('is one of VS Code', () => {
    ok(/^\d+\.\d+/.test(vscode.version), `"${vscode.version}" is no version`);
  });

  it('has a folder open', () => {
    ok(vscode.workspace.workspaceFolders?.[0], 'no folder is open');
  });
});
