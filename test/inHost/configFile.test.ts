import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { accepting, remove, until, write } from './support';

const FILE = `version: 1
agents:
  quick: { type: command, command: ['true'], about: quick and cheap }
tasks:
  - id: add-users
    title: Add users
    goal: Users can sign up.
    verify: 'false'
  - id: add-login
    goal: Users can log in.
    dependsOn: [add-users]
`;

async function open(text: string): Promise<vscode.TextDocument> {
  await write('devs.yaml', text);
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  const uri = vscode.Uri.joinPath(folder.uri, 'devs.yaml');
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  await until('the editor reads the file', () => document.getText() === text);
  return document;
}

function after(document: vscode.TextDocument, words: string): vscode.Position {
  return document.positionAt(document.getText().indexOf(words) + words.length);
}

describe('devs.yaml in the editor', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await remove('devs.yaml');
  });

  it('proposes keys, values and names', async () => {
    const document = await open(`${FILE}    agent: \n    \nonPivot: \n`);
    const labelsAfter = async (words: string): Promise<readonly string[]> => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        after(document, words),
      );
      return items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    assert.ok((await labelsAfter('onPivot: ')).includes('best'));
    assert.ok((await labelsAfter('agent: ')).includes('quick'));
    assert.ok((await labelsAfter('agent: \n    ')).includes('priority'));
  });

  it('explains a key and leads to a task', async () => {
    const document = await open(FILE);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      after(document, 'dependsOn'),
    );
    const said = hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
    assert.ok(said.some(({ value }) => value.includes('must be done before')));
    const places = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      after(document, 'dependsOn: [add-u'),
    );
    assert.deepEqual(
      places.map(({ range }) => document.getText(range)),
      ['add-users'],
    );
  });

  it('moves a task by the palette, and refuses to put it above one that it waits for', async () => {
    const apart = FILE.replace('    dependsOn: [add-users]\n', '');
    const document = await open(apart);
    const task = { taskId: 'add-login' };
    const moved = await accepting('devs.moveTask', task);
    assert.deepEqual(moved, { ok: true, message: 'Moved add-login before add-users.' });
    const ids = (): readonly string[] =>
      [...document.getText().matchAll(/- id: (.*)/g)].map(([, id = '']) => id);
    await until('the editor reads the order', () => ids()[0] === 'add-login');
    assert.deepEqual(ids(), ['add-login', 'add-users']);
    await open(FILE);
    const refused = await accepting('devs.moveTask', task);
    const why = 'add-login waits for Add users, so it stays below it.';
    assert.deepEqual(refused, { ok: false, message: why });
  });

  it('corrects a misspelt key', async () => {
    const document = await open(FILE.replace('title:', 'titel:'));
    const problem = await until('the problem is shown', () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .find(({ source, message }) => source === 'devs' && message.includes('titel')),
    );
    const [fix] = await until('a fix is offered', async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        problem.range,
        vscode.CodeActionKind.QuickFix.value,
      );
      return found.length > 0 && found;
    });
    assert.equal(fix?.title, 'Change to "title"');
    assert.ok(fix.edit);
    await vscode.workspace.applyEdit(fix.edit);
    assert.equal(document.getText(), FILE);
    await document.save();
    await until('the problem is gone', () =>
      vscode.languages.getDiagnostics(document.uri).every(({ source }) => source !== 'devs'),
    );
  });

  it('changes nothing where the word stood that is not there any more', async () => {
    const document = await open(FILE.replace('title:', 'titel:'));
    const problem = await until('the problem is shown', () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .find(({ source, message }) => source === 'devs' && message.includes('titel')),
    );
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, problem.range, 'other');
    await vscode.workspace.applyEdit(edit);
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      problem.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    assert.deepEqual(
      fixes.map(({ title }) => title).filter((title) => title.startsWith('Change to')),
      [],
    );
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('shows above each task what can be done with it, and how it is', async () => {
    const document = await open(FILE);
    let shown: readonly string[] = [];
    const known = () => `the tasks are known; shown: ${shown.join(', ')}`;
    await until(known, async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
        10,
      );
      shown = lenses.map(({ range, command }) => `${range.start.line + 1} ${command?.title ?? ''}`);
      return shown.length > 1;
    });
    assert.deepEqual(shown, ['5 $(play) Run', '9 waits for add-users']);
  });
});
