import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { TestWorkspace } from '../cli/testWorkspace';
import { PATIENCE_MS } from '../../realVscode/waiting';
import { pictureOfFailure } from './failurePicture';
import { sharedStateDir } from './sharedVscode';
import { awaitQuickInput, leave, pressLine, quickLines } from './twoWindows/quickInput';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

const TASK = 'fix-answer';
const TITLE = /Rewind fix-answer to before its first turn: now ↔ after the rewind/;

/** Changes, deletes and adds files whose names and contents are hard to show. */
const AGENT = `
const { rmSync, writeFileSync } = require('node:fs');
writeFileSync('answer.txt', '41');
writeFileSync('two words 🙂.txt', 'after\\n');
writeFileSync('שלום.txt', 'new\\n');
writeFileSync('picture.bin', Buffer.from([1, 0, 2]));
writeFileSync('huge.log', 'b'.repeat(10000001));
rmSync('deleted.txt', { force: true });
console.log('STRATEGY: guess');
`;

describe('a rewind with its diff, in VS Code', function () {
  this.timeout(180_000);
  const workspace = new TestWorkspace(sharedStateDir);
  let session: VscodeSession;
  let dashboard: Dashboard;

  const tab = (name: RegExp): Locator => session.page.getByRole('tab', { name });
  const rewind = async (): Promise<void> => {
    await dashboard.button('Rewind…', dashboard.card(TASK)).click();
    await awaitQuickInput(session.page, /^Rewind 6 files · fix-answer to before its first turn$/);
  };

  installFirst();
  before(async () => {
    const agent = join(workspace.root, 'agent.js');
    writeFileSync(agent, AGENT);
    workspace.write('two words 🙂.txt', 'before\n');
    workspace.write('deleted.txt', 'deleted\n');
    workspace.write('huge.log', 'a'.repeat(10_000_001));
    workspace.configure([], {
      agents: { scripted: { type: 'command', command: [process.execPath, agent] } },
      limits: { loopThreshold: 1, maxPivots: 0, checkpointFileMb: 20 },
    });
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

  it('opens the diff of all files behind the list', async () => {
    await rewind();
    await tab(TITLE).waitFor({ timeout: PATIENCE_MS });
    const lines = await quickLines(session.page);
    assert.deepEqual(
      lines.map(({ label }) => label),
      [
        'Restore answer.txt',
        'Recreate deleted.txt',
        'Restore huge.log',
        'Delete picture.bin',
        'Restore two words 🙂.txt',
        'Delete שלום.txt',
      ],
    );
    const editor = session.page.locator('.editor-instance');
    await editor.getByText('two words 🙂.txt').first().waitFor({ timeout: PATIENCE_MS });
    await session.picture('rewind-1-list-and-diff');
  });

  it('opens the diff of one file from its line, and keeps the list', async () => {
    const line = session.page
      .locator('.quick-input-widget:visible .monaco-list-row')
      .filter({ hasText: 'picture.bin' });
    await line.hover();
    await line.getByRole('button', { name: 'Show Diff' }).click();
    await tab(/^picture\.bin: now ↔ after the rewind/).waitFor({ timeout: PATIENCE_MS });
    await session.page.getByText('This file is not text: 3 bytes').first().waitFor();
    await session.picture('rewind-2-one-file');
    assert.equal(await session.page.locator('.quick-input-widget:visible').count(), 1);
  });

  it('closes every diff with the list, and changes nothing', async () => {
    await session.page.locator('.quick-input-widget:visible input.input').first().focus();
    await leave(session.page);
    await tab(/now ↔ after the rewind/)
      .first()
      .waitFor({ state: 'detached', timeout: PATIENCE_MS });
    assert.equal(workspace.read('answer.txt'), '41');
  });

  it('says in its title and button how many files it rewinds, and in no notification a command of the terminal', async () => {
    await rewind();
    await pressLine(session.page, 'Delete שלום.txt');
    await awaitQuickInput(session.page, /^Rewind 5 files · /);
    const widget = session.page.locator('.quick-input-widget:visible');
    await session.picture('rewind-3-five-files');
    await widget.getByRole('button', { name: 'Rewind 5 files' }).click();
    await session.notificationButtons(
      /^Devs: Rewound fix-answer to before its first turn: .+\. To undo the rewind: "Devs: Redo \(Undo Rewind\)"\.$/,
    );
    await tab(/now ↔ after the rewind/)
      .first()
      .waitFor({ state: 'detached', timeout: PATIENCE_MS });
    assert.equal(workspace.read('answer.txt'), '0');
    assert.equal(workspace.read('two words 🙂.txt'), 'before\n');
    assert.equal(existsSync(join(workspace.folder, 'שלום.txt')), true);
    assert.equal(existsSync(join(workspace.folder, 'picture.bin')), false);
    await session.picture('rewind-4-rewound');
    session.assertNothingRefused();
  });
});
