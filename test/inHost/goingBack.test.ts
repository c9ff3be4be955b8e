import { equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  accepting,
  command,
  exists,
  folder,
  remove,
  taskStatus,
  until,
  untilStatus,
  write,
} from './support';

/** Each turn writes one more line and a new file, and never gets there. */
const agent = `
const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
process.stdin.resume();
process.stdin.on('end', () => {
  appendFileSync('notes.txt', 'agent\\n');
  for (let turn = 1; ; turn++) {
    if (existsSync('turn' + turn + '.txt')) continue;
    writeFileSync('turn' + turn + '.txt', 'new');
    break;
  }
  console.log('STRATEGY: write');
});
`;
const config = `version: 1
agents:
  scripted: { type: command, command: [node, agent.js] }
agent: scripted
verify: [node, -e, process.exit(1)]
limits: { loopThreshold: 2, maxPivots: 0 }
tasks:
  - { id: go-back, title: Go back, goal: Make the verification pass. }
`;

const task = { taskId: 'go-back' };
const notes = (): string => readFileSync(join(folder(), 'notes.txt'), 'utf8');
const labels = (): readonly string[] =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));

describe('going back', () => {
  before(async () => {
    await write('notes.txt', 'mine\n');
    await write('agent.js', agent);
    await write('devs.yaml', config);
    equal((await command('devs.run'))?.ok, true);
    await untilStatus('go-back', 'PAUSED_FOR_INTERVENTION');
    await until('the run has ended', async () => {
      const answer = await command('devs.pause');
      return answer?.ok === false;
    });
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await remove('devs.yaml', 'agent.js', 'notes.txt', 'turn1.txt', 'turn2.txt');
  });

  it('shows what the task changed since its start in the diff editor', async () => {
    const shown = await command('devs.showChanges', { ...task, from: 0, to: 'now' });
    equal(shown?.ok, true, shown?.message);
    match(shown.message, /3 files differ/);
    await until('the changes are open', () => labels().some((label) => label.includes('go-back')));
  });

  it('shows one file of a checkpoint beside another', async () => {
    const shown = await command('devs.showChanges', { ...task, from: 0, to: 1 });
    match(shown?.message ?? '', /2 files differ/);
    const documents = () =>
      vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'devs-checkpoint');
    await until('the content is read', () =>
      documents().some((document) => document.getText() === 'mine\nagent\n'),
    );
  });

  it('refuses a turn that does not exist, and says what there is', async () => {
    const refused = await command('devs.rewindTask', { ...task, toTurn: 99 });
    equal(refused?.ok, false);
    match(refused.message, /99/);
  });

  it('brings the files back to after a turn, then undoes that', async () => {
    const rewound = await accepting('devs.rewindTask', { ...task, toTurn: 1 });
    equal(rewound.ok, true, rewound.message);
    equal(notes(), 'mine\nagent\n');
    ok(exists('turn1.txt') && !exists('turn2.txt'));
    const redone = await accepting('devs.redoTask', task);
    equal(redone.ok, true, redone.message);
    equal(notes(), 'mine\nagent\nagent\n');
    ok(exists('turn2.txt'));
  });

  it('keeps what you edited since', async () => {
    await write('notes.txt', 'mine again\n');
    const rewound = await accepting('devs.rewindTask', { ...task, toTurn: 0 });
    equal(rewound.ok, true, rewound.message);
    equal(notes(), 'mine again\n');
    ok(!exists('turn1.txt') && !exists('turn2.txt'));
    equal(await taskStatus('go-back'), 'PAUSED_FOR_INTERVENTION');
  });

  it('goes on after a pause that was no loop', async () => {
    const cleared = await command('devs.notALoop', task);
    equal(cleared?.ok, true, cleared?.message);
    await until('a turn was run again', () => exists('turn1.txt'));
    await untilStatus('go-back', 'PAUSED_FOR_INTERVENTION');
  });
});
