import { equal } from 'node:assert/strict';
import * as vscode from 'vscode';
import { EXTENSION_ID, taskLink } from '../../src/model/task/taskLink';
import { exists, folder, remove, until, write } from './support';

const config = `version: 1
agents:
  scripted: { type: command, command: [node, -e, "require('node:fs').writeFileSync('started.txt', '')"] }
tasks:
  - { id: linked, title: A linked task, goal: Be opened. }
`;

/** The labels of the open pages of tasks. */
function taskPages(): readonly string[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.endsWith('devs.task'),
    )
    .map(({ label }) => label);
}

/** Follows a link as a click outside the editor does: this editor has its own scheme. */
async function follow(link: string): Promise<void> {
  const uri = vscode.Uri.parse(link.replace(/^vscode:/, `${vscode.env.uriScheme}:`));
  await vscode.commands.executeCommand('vscode.open', uri);
}

describe('a link to a task', () => {
  before(() => write('devs.yaml', config));
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(() => remove('devs.yaml', 'started.txt'));

  it('opens its page, and starts nothing', async () => {
    await follow(taskLink('linked', vscode.Uri.file(folder()).toString()));
    await until('the page of the task is open', () => taskPages().length === 1);
    equal(exists('started.txt'), false);
  });

  it('opens it by its id alone', async () => {
    await follow(`vscode://${EXTENSION_ID}/task/linked`);
    await until('the page of the task is open', () => taskPages().length === 1);
  });

  it('opens nothing for an unknown task, another folder or a hostile path', async () => {
    await follow(`vscode://${EXTENSION_ID}/task/unknown`);
    await follow(taskLink('linked', 'file:///somewhere/else'));
    await follow(`vscode://${EXTENSION_ID}/task/..%2Flinked`);
    // Followed last: a page that one of the others opened would be there by now.
    await follow(`vscode://${EXTENSION_ID}/task/linked`);
    await until('the page of the task is open', () => taskPages().length > 0);
    equal(taskPages().length, 1);
    equal(exists('started.txt'), false);
  });
});
