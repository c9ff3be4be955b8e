import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  editorWebview,
  answerNotification,
  closeEditors,
  readNotifications,
  runCommand,
} from '../../realVscode/workbench';
import { demoInTemporaryFolder } from '../../realVscode/demoWorkspace';
import { DEVS } from '../cli/devsProcess';
import { pictureOfFailure } from './failurePicture';
import { sharedStateDir } from './sharedVscode';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

const TASK = 'cart-total';
const HINT = 'Round to whole cents, do not cut off.';
const HELD_TURNS = join(__dirname, 'heldTurns.js');

/** The colours of elements, as the page draws them. */
function colours(elements: readonly unknown[]): string[] {
  const page = globalThis as unknown as { getComputedStyle: (of: unknown) => { color: string } };
  return elements.map((element) => page.getComputedStyle(element).color);
}

describe('entropy pause in VS Code: the whole story on the demo', function () {
  this.timeout(180_000);
  let demo: string;
  let stateDir: string;
  let gate: string;
  let session: VscodeSession;
  let dashboard: Dashboard;

  installFirst();
  before(async () => {
    demo = await demoInTemporaryFolder();
    stateDir = sharedStateDir(demo);
    gate = join(dirname(demo), 'gate');
    holdTurns();
    session = await VscodeSession.open(demo);
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    rmSync(dirname(demo), { recursive: true, force: true });
  });

  /** Lets the demo's agent wait for `play`. */
  function holdTurns(): void {
    play(0);
    const file = join(demo, 'devs.yaml');
    const text = readFileSync(file, 'utf8');
    const held = text.replace(
      '[node, agent',
      () => `[node, -r, ${JSON.stringify(HELD_TURNS)}, agent`,
    );
    assert.notEqual(held, text);
    writeFileSync(file, held);
  }

  /** Lets the agent play up to its n-th turn. */
  function play(turn: number): void {
    writeFileSync(gate, String(turn));
  }

  function status(): unknown {
    const { stdout } = spawnSync(process.execPath, [DEVS, 'status', '--json'], {
      cwd: demo,
      env: { ...process.env, DEVS_STATE_DIR: stateDir },
      encoding: 'utf8',
    });
    const { run, tasks } = JSON.parse(stdout) as { run: string; tasks: { status: string }[] };
    return { run, tasks: tasks.map((task) => task.status) };
  }

  it('shows the tasks, and that nothing runs', async () => {
    dashboard = await session.dashboard();
    await dashboard.runState('Stopped');
    await dashboard.status(TASK, 'pending');
    await dashboard.status('receipt', 'pending');
    await session.statusBarSays('Devs: 0 of 2 done');
    await session.picture('story-1-idle');
  });

  it('shows entropy climb turn by turn after Run', async () => {
    await dashboard.button('Run').click();
    await dashboard.runState('Running');
    await dashboard.status(TASK, 'in_progress');
    play(1);
    await dashboard.gauge(TASK, 'entropy', '1 of 3');
    await session.statusBarSays(/^Devs: Fix the cart total · (\d+ min · )?attempt 1 of 3$/);
    await session.picture('story-2-entropy-1');
    play(2);
    await dashboard.gauge(TASK, 'entropy', '2 of 3');
    await session.picture('story-3-entropy-2');
  });

  it('shows both pivots', async () => {
    play(3);
    await dashboard.gauge(TASK, 'pivots', '1 of 2');
    await session.picture('story-4-pivot-1');
    play(4);
    await dashboard.gauge(TASK, 'pivots', '2 of 2');
    await session.picture('story-5-pivot-2');
  });

  it('explains a count where its name is pressed, with the docs of the installed package', async () => {
    await dashboard
      .card(TASK)
      .getByRole('button', { name: /^Fresh start: / })
      .click();
    const { page } = session;
    await page.getByRole('tab', { name: /^Preview error-handling\.md/ }).waitFor();
    await session.picture('story-5-docs');
    await closeEditors(page);
  });

  it('pauses after the fifth turn, with the report, and tells everywhere', async () => {
    play(5);
    await dashboard.status(TASK, 'PAUSED_FOR_INTERVENTION');
    await dashboard.runState('Waiting for you');
    const card = dashboard.card(TASK);
    assert.equal(
      await card.locator('.decision').innerText(),
      'Same test failed 5 times: 9.72 ≠ 9.73, cart.test.js:22',
    );
    await session.picture('story-6-paused');
    await dashboard.openWhy(TASK);
    const report = card.getByRole('region', { name: 'Pause report' });
    assert.match(await report.innerText(), /Paused: 3 strategies failed/);
    const strategies = await report.locator('.strategies li').allInnerTexts();
    assert.deepEqual(strategies, ['Cut the total off after two decimals. (3 times)']);
    const lastError = await report.getByRole('region', { name: 'Last error' }).innerText();
    assert.match(lastError, /9\.72 !== 9\.73/);
    assert.equal(await card.locator('.turn').count(), 5);
    await session.statusBarSays('Devs: 1 needs you');
    const buttons = await session.notificationButtons(
      /^Devs: Fix the cart total needs you: Same test failed 5 times: 9\.72 ≠ 9\.73/,
    );
    assert.deepEqual(buttons, ['Answer…', 'Rewind…', 'Skip']);
    await session.badgeSays(/1 needs you/);
    assert.deepEqual(status(), { run: 'PAUSED', tasks: ['PAUSED_FOR_INTERVENTION', 'pending'] });
    await session.picture('story-6-why');
  });

  it('opens the file where it fails, at its line', async () => {
    await dashboard.button('cart.test.js:22').click();
    await session.page.getByRole('tab', { name: /cart\.test\.js/ }).waitFor();
    await session.page.getByRole('button', { name: /^Ln 22, Col 1/ }).waitFor();
    await session.picture('story-6-place');
  });

  it('leads from the status bar item to the hint box, with the dashboard open already', async () => {
    await session.page.keyboard.press('Control+1');
    await session.pressStatusBar('Devs: 1 needs you');
    await dashboard.cursorInHint(TASK);
  });

  it('opens the page of the task at its report', async () => {
    await dashboard.button('Open report').click();
    const tab = session.page.getByRole('tab', { name: /Fix the cart total/ });
    await tab.waitFor();
    await editorWebview(session.page).getByText('Turn by turn').waitFor();
    await session.picture('story-7-report');
    await session.page.keyboard.press('Control+K');
    await session.page.keyboard.press('W');
  });

  it('finishes both tasks after a hint and Resume', async () => {
    await answerNotification(session.page, 'Fix the cart total needs you', 'Answer…');
    await dashboard.cursorInHint(TASK);
    await session.page.keyboard.type(HINT);
    await session.picture('story-8-hint');
    await dashboard.button('Resume').click();
    await dashboard.runState('Running');
    await session.picture('story-9-resumed');
    play(7);
    await dashboard.status(TASK, 'done');
    await dashboard.status('receipt', 'done');
    await dashboard.runState('All tasks done');
    await session.statusBarSays('Devs: 2 done');
    await session.badgeSays(/^Devs$/);
    // What the dashboard shows needs no notification.
    const told = (await readNotifications(session.page)).map(({ message }) => message);
    assert.deepEqual(
      told.filter((message) => message.startsWith('Devs')),
      [],
    );
    await session.picture('story-10-done');
    const looks = await dashboard.frame.locator('.card .status-icon').evaluateAll(colours);
    assert.equal(looks.length, 2);
    assert.equal(new Set(looks).size, 1, `finished tasks look alike: ${looks.join(' / ')}`);
  });

  it('draws what looping cost', async () => {
    await runCommand(session.page, 'Devs: Show Metrics');
    const figures = dashboard.frame.getByRole('region', { name: 'Metrics' });
    await figures.getByText('1 of 2 tasks looped.').waitFor();
    await figures.locator('canvas').first().waitFor();
    assert.match(await figures.innerText(), /Time to your decision/);
    await session.picture('story-11-figures');
    await dashboard.button('Metrics').click();
  });

  it('has learned what broke the loop', async () => {
    const { page } = session;
    await runCommand(page, 'Devs: Lessons…');
    await page.getByRole('option', { name: new RegExp(HINT.slice(0, 20)) }).waitFor();
    await session.picture('story-12-lessons');
    await page.keyboard.press('Escape');
  });

  it('has left what it shows on disk: passing tests and an idle run', () => {
    assert.match(readFileSync(join(demo, 'src/cart.js'), 'utf8'), /Math\.round/);
    const tests = spawnSync(process.execPath, ['--test'], { cwd: demo, encoding: 'utf8' });
    assert.equal(tests.status, 0, tests.stdout);
    assert.deepEqual(status(), { run: 'IDLE', tasks: ['done', 'done'] });
  });

  it('has never asked for anything that the content security policy refuses', () => {
    session.assertNothingRefused();
  });
});
