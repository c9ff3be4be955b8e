import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { DEVS, until } from '../cli/devsProcess';
import { TestWorkspace } from '../cli/testWorkspace';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import {
  answerNotification,
  editorWebview,
  quickInput,
  runCommand,
} from '../../realVscode/workbench';
import { McpClient, type ToolReply } from '../../support/mcpClient';
import { pictureOfFailure } from './failurePicture';
import { sharedStateDir } from './sharedVscode';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

const TASK = 'fix-answer';
const LONG = `Which of these may I change?\n\n- **answer.txt** \u202e[x](command:devs.run)\n${'x'.repeat(1_900)}`;

describe('questions of a running agent, in VS Code', function () {
  this.timeout(180_000);
  const workspace = new TestWorkspace(sharedStateDir);
  const waitFor = join(workspace.root, 'go');
  let session: VscodeSession;
  let dashboard: Dashboard;
  let client: McpClient;

  installFirst();
  before(async () => {
    const write = { 'answer.txt': '42' };
    workspace.configureWatched([{ waitFor, write, answer: 'STRATEGY: ask' }], {
      tasks: [{ id: TASK, title: 'Fix the answer', goal: 'The answer is 42.' }],
    });
    session = await VscodeSession.open(workspace.folder);
    dashboard = await session.dashboard();
    await dashboard.button('Run').click();
    await until('the agent runs', () => workspace.calls().length > 0);
    client = await startTools();
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    writeFileSync(waitFor, '');
    client.child.kill('SIGKILL');
    await VscodeSession.end(session);
    await workspace.dispose();
  });

  /** The tools of Devs as the running agent starts them. */
  async function startTools(): Promise<McpClient> {
    const [turn] = await workspace.query('SELECT id FROM turns');
    const env = { DEVS_TASK_ID: TASK, DEVS_TURN: `outer/${String(turn?.['id'])}` };
    const server = new McpClient([process.execPath, DEVS, 'mcp'], {
      ...{ cwd: workspace.folder, env: workspace.environment(env) },
    });
    return await server.open();
  }
  const ask = (question: string): Promise<ToolReply> => client.call('ask_human', { question });
  const questions = (): Locator => dashboard.card(TASK).locator('.agent-question');
  const box = (within: Locator): Locator => within.getByRole('textbox', { name: 'Your answer' });
  const count = async (wanted: number): Promise<void> => {
    const probe = async (): Promise<true | undefined> =>
      (await questions().count()) === wanted || undefined;
    await pollUntil(probe, { what: `${wanted} questions`, withinMs: PATIENCE_MS });
  };
  const said = (text: string): ToolReply => ({ text, isError: false });
  const taskPage = (): FrameLocator => editorWebview(session.page);

  it('show on all sides that the task needs you, and are answered in the card', async () => {
    const answered = ask('41 or 42?');
    await count(1);
    assert.equal(await questions().locator('h4').innerText(), 'scripted asks you');
    assert.equal(await questions().locator('.question-text').innerText(), '41 or 42?');
    await session.statusBarSays(/Fix the answer asks: 41 or 42\?$/);
    await session.badgeSays(/1 needs you/);
    const buttons = await session.notificationButtons(
      /^Devs: scripted asks about Fix the answer: 41 or 42\?$/,
    );
    assert.deepEqual(buttons.slice(0, 2), ['Answer…', 'Show']);
    await box(questions()).fill('It is 42.\nSix times seven.');
    await session.picture('questions-1-card');
    await box(questions()).press('Control+Enter');
    assert.deepEqual(await answered, said('It is 42.\nSix times seven.'));
    await count(0);
    session.assertNothingRefused();
  });

  it('are answered from the notification, once the outdated one says so; its box keeps what is refused', async () => {
    const answered = ask('As a number or as a word?');
    await count(1);
    await answerNotification(session.page, '41 or 42?', 'Answer…');
    await session.statusBarSays(/this was answered or timed out, or the turn has ended/);
    await answerNotification(session.page, 'As a number or as a word?', 'Answer…');
    const input = await quickInput(session.page);
    await input.fill('x'.repeat(8_001));
    await session.page.keyboard.press('Enter');
    await session.page
      .locator('.quick-input-message')
      .getByText('The answer is longer than 8,000 characters; write a shorter one.')
      .waitFor();
    await session.picture('questions-2-too-long');
    assert.equal((await input.inputValue()).length, 8_001);
    await input.fill('As a number.');
    await session.picture('questions-3-box');
    await session.page.keyboard.press('Enter');
    assert.deepEqual(await answered, said('As a number.'));
    await session.statusBarSays(/scripted has your answer/);
  });

  it('are chosen from in the palette where several wait; one that fits no line is answered in the dashboard', async () => {
    const first = ask('Which line end?');
    await count(1);
    const second = ask(LONG);
    await count(2);
    await runCommand(session.page, 'Devs: Answer a Question…');
    await session.page.getByRole('option', { name: /^Which of these may I change/ }).waitFor();
    await session.picture('questions-4-several');
    await session.page.getByRole('option', { name: /^Which of these may I change/ }).click();
    await questions().nth(1).locator('vscode-text-area:focus').waitFor();
    await session.picture('questions-5-long');
    assert.equal(await questions().locator('a, b, strong, li').count(), 0);
    await box(questions().nth(1)).fill('answer.txt');
    await box(questions().nth(1)).press('Control+Enter');
    assert.deepEqual(await second, said('answer.txt'));
    const { code, stdout } = await workspace.devs('answer', TASK, 'A line feed.');
    assert.equal(code, 0);
    assert.equal(stdout, 'scripted has your answer.\n');
    assert.deepEqual(await first, said('A line feed.'));
    await count(0);
  });

  it('stand on the page of the task; what was written for one that ends stays, and becomes a hint', async () => {
    const lost = await startTools();
    void lost.call('ask_human', { question: 'Is anybody there?' });
    await count(1);
    await box(questions()).fill('Yes, in a minute.');
    await dashboard.card(TASK).locator('[data-action="openTask"]').click();
    const page = taskPage();
    await page.locator('.agent-question').waitFor({ timeout: PATIENCE_MS });
    await session.picture('questions-6-page');
    await lost.close();
    const kept = dashboard.card(TASK).locator('.kept-answer');
    await kept.getByText('Yes, in a minute.').waitFor({ timeout: PATIENCE_MS });
    await session.picture('questions-7-kept');
    await page.locator('.agent-question').waitFor({ state: 'detached', timeout: PATIENCE_MS });
    await kept.locator('[data-action="keepAsHint"]').click();
    await kept.waitFor({ state: 'detached', timeout: PATIENCE_MS });
    session.assertNothingRefused();
  });

  it('leave a notification that says it is answered already, and the run goes on', async () => {
    await answerNotification(session.page, 'Which line end?', 'Answer…');
    await session.statusBarSays(/this was answered or timed out, or the turn has ended/);
    writeFileSync(waitFor, '');
    await dashboard.status(TASK, 'done');
  });
});
