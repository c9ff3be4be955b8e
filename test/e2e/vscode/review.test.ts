import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { PATIENCE_MS } from '../../realVscode/waiting';
import { readText } from '../../support/readText';
import { TestWorkspace } from '../cli/testWorkspace';
import { pictureOfFailure } from './failurePicture';
import { sharedStateDir } from './sharedVscode';
import { awaitQuickInput } from './twoWindows/quickInput';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

const TASK = 'fix-answer';
const BEFORE = 'def six():\n    return 5\n';

/** Keeps its prompts, and does what it is told in the second one. */
const AGENT = `
const { chmodSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
const file = (name) => require('node:path').join(__dirname, name);
const turn = existsSync(file('prompt-1')) ? 2 : 1;
writeFileSync(file('prompt-' + turn), readFileSync(0, 'utf8'));
writeFileSync('answer.txt', '42\\n');
chmodSync('run.sh', 0o755);
const lines = ['def six():', '    return 2 * 3', '', '', 'def seven():', '    return 7', ''];
if (turn === 2) lines.splice(1, 1, '    # Two times three.', '    return 6');
writeFileSync('numbers.py', lines.join('\\n'));
console.log('STRATEGY: multiply');
`;

describe('the review of a change, in VS Code', function () {
  this.timeout(180_000);
  const workspace = new TestWorkspace(sharedStateDir);
  let session: VscodeSession;
  let dashboard: Dashboard;

  const shown = async (what: Locator): Promise<void> =>
    what.first().waitFor({ timeout: PATIENCE_MS });
  const gone = async (what: Locator): Promise<void> =>
    what.first().waitFor({ state: 'detached', timeout: PATIENCE_MS });
  const editors = (): Locator => session.page.locator('.editor-group-container.active');
  const tab = (): Locator => session.page.getByRole('tab', { name: /^Review of fix-answer/ });
  const inTitle = (name: string): Locator =>
    editors().locator('.title-actions, .editor-actions').getByRole('button', { name });
  /** A line of code on the right side. */
  const line = (code: string): Locator =>
    editors().locator('.editor.modified .view-line').filter({ hasText: code });
  const note = (says: string): Locator =>
    session.page.locator('.review-comment').filter({ hasText: says });
  const openReview = async (): Promise<void> => {
    await dashboard.button('Review changes', dashboard.card(TASK)).click();
    await shown(tab());
  };
  /** What is asked for in the box at the top, answered. */
  const answerBox = async (title: RegExp, text: string): Promise<void> => {
    await awaitQuickInput(session.page, title);
    await session.page.keyboard.press('Control+a');
    await session.page.keyboard.press('Delete');
    await session.page.keyboard.type(text);
    await session.page.keyboard.press('Enter');
  };
  const commentByKeyboard = async (code: string, title: RegExp, text: string): Promise<void> => {
    await line(code).click();
    await session.page.keyboard.press('Control+k');
    await session.page.keyboard.press('Control+Alt+c');
    await answerBox(title, text);
  };

  installFirst();
  before(async () => {
    const agent = join(workspace.root, 'agent.js');
    writeFileSync(agent, AGENT);
    workspace.write('numbers.py', BEFORE);
    workspace.write('run.sh', '#!/bin/sh\n');
    workspace.configure([], {
      agents: { scripted: { type: 'command', command: [process.execPath, agent] } },
      ...{ isolate: true, review: true, baseline: false },
      tasks: [{ id: TASK, title: 'Fix the answer', goal: 'The answer is 42.' }],
    });
    workspace.commitAll();
    session = await VscodeSession.open(workspace.folder);
    dashboard = await session.dashboard();
    await dashboard.button('Run').click();
    await dashboard.status(TASK, 'PAUSED_FOR_INTERVENTION');
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    await workspace.dispose();
  });

  it('takes comments on the lines that a change adds', async () => {
    await session.picture('review-1-card');
    await openReview();
    await shown(line('run.sh is executable now'));
    await session.picture('review-1-links-and-permissions');
    await line('return 2 * 3').hover();
    const glyph = editors().locator('.editor.modified .comment-range-glyph.line-hover');
    await glyph.first().click();
    const box = session.page.locator('.review-widget .monaco-editor');
    await shown(box);
    await session.page.keyboard.type('Say why, and what for.');
    await session.picture('review-2-comment');
    await session.page.getByRole('button', { name: 'Add to Review' }).click();
    await shown(note('Say why, and what for.'));
    await commentByKeyboard('return 7', /^Comment on numbers\.py:6$/, 'Not needed: remove it.');
    await shown(note('Not needed: remove it.'));
    await commentByKeyboard('42', /^Comment on answer\.txt:1$/, 'Fine.');
    await shown(note('Fine.'));
    await session.picture('review-3-comments');
    await shown(dashboard.card(TASK).getByText(/3 comments/));
  });

  it('keeps them over a reload, and lets them be changed and deleted', async () => {
    await session.reload();
    dashboard = await session.dashboard();
    await shown(dashboard.card(TASK).getByText(/3 comments/));
    const first = note('Say why, and what for.');
    await shown(first);
    await first.hover();
    await first.getByRole('button', { name: 'Edit Comment' }).click();
    await shown(session.page.locator('.review-comment .monaco-editor.focused'));
    await session.page.keyboard.press('Control+a');
    await session.page.keyboard.type('Say why it is six.');
    await session.picture('review-4-edit');
    await session.page.getByRole('button', { name: 'Save' }).click();
    await shown(note('Say why it is six.'));
    await commentByKeyboard('42', /^Change the comment on answer\.txt:1$/, '');
    await gone(note('Fine.'));
    await shown(dashboard.card(TASK).getByText(/2 comments/));
    await session.picture('review-5-card-with-comments');
  });

  it('sends them back, with file and line, from the title of the editor', async () => {
    await line('return 7').click();
    await inTitle('Send Back…').click();
    await answerBox(/^Send back fix-answer$/, 'Keep it small.');
    await dashboard.status(TASK, 'in_progress');
    await dashboard.status(TASK, 'PAUSED_FOR_INTERVENTION');
    await gone(tab());
    const prompt = readText(join(workspace.root, 'prompt-2')) ?? '';
    for (const said of ['Keep it small.', 'numbers.py:2', 'Say why it is six.'])
      assert.ok(prompt.includes(said), prompt);
    assert.match(prompt, /numbers\.py:6[^]*Not needed: remove it\./);
    assert.ok(!prompt.includes('Fine.'), prompt);
    assert.equal(workspace.read('numbers.py'), BEFORE);
  });

  it('accepts what came back, which lands', async () => {
    await openReview();
    await shown(line('# Two times three.'));
    assert.equal(await session.page.locator('.review-comment').count(), 0);
    await session.picture('review-6-second');
    await inTitle('Accept…').click();
    await dashboard.status(TASK, 'done');
    await gone(tab());
    assert.match(workspace.read('numbers.py'), /# Two times three\.\n {4}return 6\n/);
    assert.equal(workspace.read('answer.txt'), '42\n');
    await session.picture('review-7-landed');
    session.assertNothingRefused();
  });
});
