import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { TestWorkspace } from '../cli/testWorkspace';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import { answerNotification, editorWebview, runCommand } from '../../realVscode/workbench';
import { pictureOfFailure } from './failurePicture';
import { sharedStateDir } from './sharedVscode';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

const AGENT = join(__dirname, '../../support/acpAgent.cjs');

/** What the first agent means to do. */
const PLAN = {
  sessionUpdate: 'plan',
  entries: [
    { content: 'Read the answer', priority: 'high', status: 'completed' },
    { content: 'Correct it', priority: 'high', status: 'in_progress' },
    { content: 'Run the tests', priority: 'low', status: 'pending' },
  ],
};

const run = (toolCallId: string, command: string) => ({
  ...{ toolCallId, kind: 'execute', title: command, rawInput: { command } },
});

describe('permission requests of an agent over ACP, in VS Code', function () {
  this.timeout(180_000);
  const workspace = new TestWorkspace(sharedStateDir);
  const notes = join(workspace.root, 'notes');
  let session: VscodeSession;
  let dashboard: Dashboard;

  installFirst();
  before(async () => {
    const agent = (deeds: readonly object[]) => ({
      type: 'acp',
      command: [process.execPath, AGENT, JSON.stringify({ notes, deeds })],
    });
    const diff = { type: 'diff', path: 'answer.txt', oldText: '0', newText: '42' };
    const edit = { toolCallId: 'e1', kind: 'edit', title: 'Edit answer.txt', content: [diff] };
    const read = { id: 'r1', kind: 'read', title: 'Read answer.txt', result: '0' };
    workspace.configure([], {
      agents: {
        first: agent([
          { update: PLAN },
          { call: { ...read, rawInput: { file_path: 'answer.txt' } } },
          { say: 'The answer is wrong, I correct it.' },
          { permission: edit },
          { write: ['answer.txt', '42'] },
          { say: 'STRATEGY: correct it' },
        ]),
        second: agent([
          { permissions: [run('c1', 'npm install'), run('c2', 'npm run build')] },
          { permission: run('c3', 'npm test') },
          { write: ['second.txt', 'done'] },
          { say: 'STRATEGY: build it' },
        ]),
      },
      agent: 'first',
      tasks: [
        { id: 'fix-answer', title: 'Fix the answer', agent: 'first', goal: 'The answer is 42.' },
        { id: 'build', title: 'Build it', agent: 'second', goal: 'It is built.' },
      ],
    });
    session = await VscodeSession.open(workspace.folder);
    dashboard = await session.dashboard();
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    await workspace.dispose();
  });

  const requests = (taskId: string): Locator =>
    dashboard.card(taskId).locator('.permission-request');
  const count = async (taskId: string, wanted: number): Promise<void> => {
    const probe = async (): Promise<true | undefined> =>
      (await requests(taskId).count()) === wanted || undefined;
    await pollUntil(probe, { what: `${wanted} requests of ${taskId}`, withinMs: PATIENCE_MS });
  };
  const taskPage = (): FrameLocator => editorWebview(session.page);
  /** What the agent was told about a request, once it was. */
  const told = (toolCallId: string): Promise<string> => {
    const probe = (): string | undefined => {
      const lines = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [];
      const note = lines.find((line) => line.includes(`"permission":"${toolCallId}"`));
      return /"optionId":"([^"]+)"/.exec(note ?? '')?.[1];
    };
    return pollUntil(probe, { what: `the answer to ${toolCallId}`, withinMs: PATIENCE_MS });
  };

  it('shows the diff, the plan, and on all sides that the task needs you', async () => {
    await dashboard.button('Run').click();
    await count('fix-answer', 1);
    const request = requests('fix-answer');
    assert.equal(await request.locator('h4').innerText(), 'first asks to edit answer.txt');
    await request.locator('.diff-line').first().waitFor();
    assert.deepEqual(await request.locator('.diff-line').allInnerTexts(), ['-0', '+42']);
    const plan = dashboard.card('fix-answer').locator('.plan');
    assert.equal(await plan.locator('.plan-head').innerText(), 'Plan 1 of 3');
    await session.statusBarSays(/Fix the answer asks: edit "answer\.txt"$/);
    await session.badgeSays(/1 needs you/);
    const buttons = await session.notificationButtons(/first asks to edit "answer\.txt"/);
    assert.deepEqual(buttons.slice(0, 4), ['Allow', 'Always…', 'Deny', 'Show']);
    await session.picture('permissions-1-edit');
    session.assertNothingRefused();
  });

  it('shows the same on the page of the task, with its steps', async () => {
    await dashboard.card('fix-answer').locator('[data-action="openTask"]').click();
    const page = taskPage();
    await page.locator('.permission-request').waitFor({ timeout: PATIENCE_MS });
    await page.locator('.step-line', { hasText: 'answer.txt' }).first().waitFor();
    await session.picture('permissions-2-page');
    session.assertNothingRefused();
  });

  it('goes on at Allow: the agent is told, the file is edited, the task is done', async () => {
    await requests('fix-answer').locator('[data-action="allow"]').click();
    assert.equal(await told('e1'), 'yes');
    await dashboard.status('fix-answer', 'done');
    assert.equal(workspace.read('answer.txt'), '42');
  });

  it('answers two at once, one here and one in a terminal', async () => {
    await count('build', 2);
    await session.picture('permissions-3-two');
    const [first, second] = [requests('build').nth(0), requests('build').nth(1)];
    assert.equal(await first.getByLabel('Command').innerText(), 'npm install');
    assert.equal(await second.getByLabel('Command').innerText(), 'npm run build');
    await first.locator('[data-action="deny"]').click();
    assert.equal(await told('c1'), 'no');
    await count('build', 1);
    const { code, stderr } = await workspace.devs('permit', 'build');
    assert.equal(code, 0, stderr);
    assert.equal(await told('c2'), 'yes');
    await requests('build')
      .getByText('npm test', { exact: true })
      .waitFor({ timeout: PATIENCE_MS });
    await count('build', 1);
  });

  it('asks about the next in a notification once the outdated one of its task is pressed', async () => {
    await answerNotification(session.page, 'run "npm install"', 'Show');
    await session.statusBarSays(/Too late/);
    const buttons = await session.notificationButtons(/second asks to run "npm test"/);
    assert.deepEqual(buttons.slice(0, 4), ['Allow', 'Always…', 'Deny', 'Show']);
    await session.picture('permissions-3-next');
  });

  it('remembers "always" of a notification until that is forgotten', async () => {
    await answerNotification(session.page, 'second asks to run "npm test"', 'Always…');
    const everywhere = session.page.getByRole('option', { name: /^Always in this workspace/ });
    await everywhere.waitFor();
    await session.picture('permissions-4-where');
    await everywhere.click();
    assert.equal(await told('c3'), 'yes');
    await dashboard.status('build', 'done');
    assert.match(
      (await workspace.devs('permit')).stdout,
      /execute\(npm test\) {2}in this workspace/,
    );
    await runCommand(session.page, 'Devs: Permissions…');
    await session.page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await session.picture('permissions-5-always');
    await session.page.keyboard.press('Enter');
    await session.page.getByRole('button', { name: 'Forget' }).click();
    const forgotten = async (): Promise<true | undefined> =>
      !(await workspace.devs('permit')).stdout.includes('npm test') || undefined;
    await pollUntil(forgotten, { what: 'no remembered permission', withinMs: PATIENCE_MS });
    session.assertNothingRefused();
  });

  it('says of an outdated notification that it is answered already', async () => {
    await answerNotification(session.page, 'first asks to edit "answer.txt"', 'Allow');
    await session.statusBarSays(/this was answered or timed out, or the turn has ended/);
  });
});
