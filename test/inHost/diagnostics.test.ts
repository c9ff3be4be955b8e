import { equal, match, ok } from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { folder, remove, shownErrors, until, write } from './support';

const right = `version: 1
agents:
  one:
    type: command
    command: [node, --version]
agent: one
tasks:
  - id: a
    title: A
    goal: Do it.
`;

async function openConfig(text: string): Promise<vscode.TextDocument> {
  const file = vscode.Uri.file(join(folder(), 'devs.yaml'));
  const document = await vscode.workspace.openTextDocument(file);
  await vscode.window.showTextDocument(document);
  await until('the editor reads the file', () => document.getText() === text);
  return document;
}

async function replace(
  { uri }: vscode.TextDocument,
  range: vscode.Range,
  text: string,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, range, text);
  ok(await vscode.workspace.applyEdit(edit));
}

async function saveAutomatically(value: 'off' | undefined): Promise<void> {
  const { Global } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration('files').update('autoSave', value, Global);
}

describe('errors in devs.yaml', () => {
  // In a browser VS Code saves by itself.
  before(() => saveAutomatically('off'));
  after(() => saveAutomatically(undefined));
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
  after(() => remove('devs.yaml'));

  it('appear on their line, move with it and vanish', async () => {
    await write('devs.yaml', right.replace('agent: one', 'agnet: one'));
    const [shown] = await until('the error is shown', () => {
      const errors = shownErrors();
      return errors.length > 0 && errors;
    });
    match(shown ?? '', /^6: /);
    await write('devs.yaml', `# moved\n${right.replace('agent: one', 'agnet: one')}`);
    await until('the error has moved', () => shownErrors()[0]?.startsWith('7: '));
    await write('devs.yaml', right);
    await until('the error is gone', () => shownErrors().length === 0);
  });

  it('appear while somebody types, unsaved, and vanish when mended', async () => {
    await write('devs.yaml', right);
    const document = await openConfig(right);
    const at = document.positionAt(right.indexOf('agent: one'));
    await replace(document, new vscode.Range(at, at.translate(0, 5)), 'agnet');
    await until('the error is shown', () => shownErrors()[0]?.startsWith('6: Unknown key "agnet"'));
    await replace(document, new vscode.Range(at, at.translate(0, 5)), 'agent');
    await until('the error is gone', () => shownErrors().length === 0);
    await replace(document, new vscode.Range(at, at.translate(0, 10)), 'agent: [one');
    await until('broken YAML is shown', () => /not valid YAML/.test(shownErrors()[0] ?? ''));
    equal(document.isDirty, true);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until('the saved file has no error', () => shownErrors().length === 0);
  });

  it('of a file that is mended but not saved are gone, and come back when it is closed', async () => {
    const wrong = right.replace('agent: one', 'agnet: one');
    await write('devs.yaml', wrong);
    await until('the error is shown', () => shownErrors().length > 0);
    const document = await openConfig(wrong);
    const at = document.positionAt(wrong.indexOf('agnet'));
    await replace(document, new vscode.Range(at, at.translate(0, 5)), 'agent');
    await until('the error is gone', () => shownErrors().length === 0);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until('the error is back', () => shownErrors()[0]?.startsWith('6: '));
  });

  it('vanish with the file', async () => {
    await write('devs.yaml', 'version: 2\n');
    await until('an error is shown', () => shownErrors().length > 0);
    await remove('devs.yaml');
    await until('no error is shown', () => shownErrors().length === 0);
  });
});
