import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { PATIENCE_MS } from '../../realVscode/waiting';
import { pictureOfFailure } from './failurePicture';
import { LaneShop, TOTAL } from './laneShop';
import { sharedStateDir } from './sharedVscode';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

describe('four lanes, in VS Code', function () {
  this.timeout(180_000);
  const shop = new LaneShop(sharedStateDir);
  let session: VscodeSession;
  let dashboard: Dashboard;

  const shown = async (what: Locator): Promise<void> => what.waitFor({ timeout: PATIENCE_MS });
  const onCard = async (taskId: string, words: string): Promise<void> =>
    shown(dashboard.card(taskId).getByText(words));
  const headerSays = async (words: string): Promise<void> =>
    shown(dashboard.frame.locator('.header').getByText(words, { exact: true }));
  const isInWorkspace = (file: string): boolean => existsSync(join(shop.folder, file));

  installFirst();
  before(async () => {
    session = await VscodeSession.open(shop.folder);
    dashboard = await session.dashboard();
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    await shop.dispose();
  });

  it('work at the same time: header, cards and status bar show it', async () => {
    await dashboard.button('Run').click();
    await headerSays('4 of 4 tasks at work');
    await session.statusBarSays('Devs: 4 tasks');
    // Each agent has said what it edits: it does once all four are at work.
    await onCard('greeting', 'Edit greeting.txt');
    await onCard('cart', 'Edit total.js');
    await onCard('vat', 'Edit total.js');
    await onCard('help', 'Edit help.md');
    await session.picture('lanes-1-four');
  });

  it('land at once, wait for a review or queue up, while the others go on', async () => {
    shop.let('greeting');
    await dashboard.status('greeting', 'done');
    assert.equal(shop.read('greeting.txt'), 'Good morning\n');
    await headerSays('3 of 4 tasks at work');
    shop.let('help');
    await dashboard.status('help', 'PAUSED_FOR_INTERVENTION');
    await onCard('help', 'Waits for your review: 1 file changed, +1');
    await headerSays('2 of 4 tasks at work');
    await headerSays('1 of 4 done · 1 waits for your review');
    await session.statusBarSays('Devs: 2 tasks · 1 needs you');
    assert.equal(isInWorkspace('help.md'), false);
    await session.picture('lanes-2-review');
    shop.let('cart');
    await onCard('cart', 'Landing');
    shop.let('vat');
    await onCard('vat', 'Waiting to land (2nd, after “Round the total”)');
    await session.statusBarSays('Devs: 2 tasks · 1 waits to land · 1 needs you');
    await session.picture('lanes-3-queue');
  });

  it('pause with the conflict where another has changed the same line', async () => {
    shop.let('cart-land');
    await dashboard.status('cart', 'done');
    await dashboard.status('vat', 'PAUSED_FOR_INTERVENTION');
    await onCard('vat', 'its change conflicts with the workspace in total.js');
    await onCard('vat', 'its agent then resolves the conflict');
    await dashboard.runState('Waiting for you');
    await headerSays('2 of 4 done · 1 waits for your review · 1 needs you');
    await session.badgeSays(/2 need you/);
    assert.equal(shop.read('total.js'), TOTAL.rounded);
    await session.picture('lanes-4-conflict');
  });

  it('resolve the conflict when you resume, while what you accept lands', async () => {
    const vat = dashboard.card('vat');
    await dashboard.button('Resume', vat).click();
    const found = await shop.conflicting();
    assert.match(found, /^<<<<<<< [^]*^=======$[^]*^>>>>>>> /m);
    for (const side of [TOTAL.rounded, TOTAL.taxed]) assert.ok(found.includes(side), found);
    await dashboard.button('Accept', dashboard.card('help')).click();
    await dashboard.status('help', 'done');
    assert.equal(shop.read('help.md'), '# Help\n');
    await dashboard.status('vat', 'in_progress');
    await session.picture('lanes-5-resolving');
    shop.let('conflict');
    await dashboard.status('vat', 'done');
    assert.equal(shop.read('total.js'), TOTAL.both);
  });

  it('leave the work of all in the workspace, and nothing else', async () => {
    await dashboard.runState('All tasks done');
    await session.statusBarSays('Devs: 4 done');
    assert.deepEqual(shop.changed(), ['total.js', 'greeting.txt', 'help.md']);
    assert.deepEqual(shop.worktrees(), []);
    await session.picture('lanes-6-done');
    session.assertNothingRefused();
  });
});
