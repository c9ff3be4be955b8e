import { equal, match, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { command, exists, remove, taskStatus, until, untilStatus, write } from './support';

/** Does nothing of use until it is told how: then it creates `fixed.txt`. Stays while `wait.txt` is there. */
const agent = `
const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
let prompt = '';
process.stdin.on('data', (text) => (prompt += text));
process.stdin.on('end', () => {
  appendFileSync('turns.log', 'x');
  if (prompt.includes('create fixed.txt')) writeFileSync('fixed.txt', 'fixed');
  const reply = () => (existsSync('fixed.txt') ? 'DONE: fixed' : 'STRATEGY: look');
  const end = () => (existsSync('wait.txt') ? setTimeout(end, 50) : console.log(reply()));
  end();
});
`;
const verify = `process.exit(require('node:fs').existsSync('fixed.txt') ? 0 : 1)`;
const config = `version: 1
agents:
  scripted:
    type: command
    command: [node, agent.js]
agent: scripted
verify: [node, verify.js]
limits: { loopThreshold: 2, maxPivots: 0 }
tasks:
  - id: fix-it
    title: Fix it
    goal: Make the verification pass.
  - id: other
    title: Another
    goal: It needs the first.
    dependsOn: [fix-it]
`;

/** The open pages of tasks. */
function taskPages(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.endsWith('devs.task'),
    );
}

describe('a run', () => {
  before(async () => {
    await write('agent.js', agent);
    await write('verify.js', verify);
    await write('devs.yaml', config);
  });

  after(() => remove('devs.yaml', 'agent.js', 'verify.js', 'fixed.txt', 'turns.log', 'wait.txt'));

  it('pauses a task that goes round in circles', async () => {
    const started = await command('devs.run');
    equal(started?.ok, true, started?.message);
    await untilStatus('fix-it', 'PAUSED_FOR_INTERVENTION');
    equal(await taskStatus('other'), 'pending');
  });

  it('shows the report of the pause on the page of the task, which is opened once', async () => {
    const shown = await command('devs.showReport', { taskId: 'fix-it' });
    equal(shown?.ok, true, shown?.message);
    equal((await command('devs.openTask', { taskId: 'fix-it' }))?.ok, true);
    equal((await command('devs.openTask', { taskId: 'other' }))?.ok, true);
    await until('the pages have their titles', () => {
      const titles = taskPages().map(({ label }) => label);
      return titles.join() === 'Fix it,Another';
    });
    const unknown = await command('devs.openTask', { taskId: 'nowhere' });
    equal(unknown?.message, 'There is no task "nowhere".');
  });

  it('gives the page of a task another title with the task', async () => {
    await write('devs.yaml', config.replace('title: Another', 'title: Something else'));
    await until('the page has the new title', () =>
      taskPages().some(({ label }) => label === 'Something else'),
    );
    await write('devs.yaml', config);
    await until('the page has the old title', () =>
      taskPages().some(({ label }) => label === 'Another'),
    );
    await vscode.window.tabGroups.close(taskPages());
  });

  it('refuses to run a task that needs you, and says what can be done', async () => {
    const refused = await until('the first run has ended', async () => {
      const answer = await command('devs.runTask', { taskId: 'fix-it' });
      return /already/.test(answer?.message ?? '') ? undefined : answer;
    });
    equal(refused.ok, false);
    match(refused.message, /resume/);
  });

  it('shows the report of the run that paused', async () => {
    const shown = await command('devs.showRunReport', { run: 'newest' });
    equal(shown?.ok, true, shown?.message);
  });

  it('shows it rendered, not as Markdown text', async () => {
    await until('the report is open', () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(
          ({ input }) =>
            input instanceof vscode.TabInputWebview && input.viewType.endsWith('markdown.preview'),
        ),
    );
  });

  it('goes on with the hint after Resume, until everything is done', async () => {
    const resumed = await command('devs.resumeTask', {
      taskId: 'fix-it',
      hint: 'create fixed.txt',
    });
    equal(resumed?.ok, true, resumed?.message);
    await untilStatus('fix-it', 'done');
    await untilStatus('other', 'done');
  });

  it('starts a finished task anew on Retry, and leaves it out on Skip', async () => {
    equal((await command('devs.retryTask', { taskId: 'other' }))?.ok, true);
    equal(await taskStatus('other'), 'pending');
    equal((await command('devs.skipTask', { taskId: 'other' }))?.ok, true);
    equal(await taskStatus('other'), 'skipped');
  });

  it('is ended by Cancel at once, and the turn counts nothing', async () => {
    await write('wait.txt', '');
    await remove('turns.log');
    await command('devs.retryTask', { taskId: 'other' });
    equal((await command('devs.run'))?.ok, true);
    await until('the agent is at work', () => exists('turns.log'));
    equal((await command('devs.run'))?.ok, false);
    ok((await command('devs.cancelRun'))?.ok);
    await untilStatus('other', 'pending');
    const nothing = await until('the run has ended', async () => {
      const answer = await command('devs.pause');
      return answer?.ok === false && answer;
    });
    match(nothing.message, /[Nn]othing is running|No run/);
  });

  it('says that a task does not exist', async () => {
    const refused = await command('devs.skipTask', { taskId: 'nowhere' });
    equal(refused?.ok, false);
    match(refused.message, /no task "nowhere"/);
  });
});
