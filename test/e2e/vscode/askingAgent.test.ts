import assert from 'node:assert/strict';
import { TestWorkspace } from '../cli/testWorkspace';
import { runCommand } from '../../realVscode/workbench';
import { pictureOfFailure } from './failurePicture';
import { sharedStateDir } from './sharedVscode';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';
import { describeAtFullScale } from '../../support/scale';

const TASK = 'fix-answer';

describeAtFullScale('an agent that asks, and one that is refused, in VS Code', function () {
  this.timeout(180_000);
  const workspace = new TestWorkspace(sharedStateDir);
  let session: VscodeSession;
  let dashboard: Dashboard;

  installFirst();
  before(async () => {
    workspace.configureWatched([
      { answer: 'I could write 42 into answer.txt.\n\nShall I make this change? (y/n)' },
      { sameCalls: 20, refused: true, hang: true },
      { answer: 'STRATEGY: write it\nIt is 42 now.', write: { 'answer.txt': '42' } },
    ]);
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

  it('pauses the task with its words and a box for the answer', async () => {
    await dashboard.button('Run').click();
    await dashboard.status(TASK, 'PAUSED_FOR_INTERVENTION');
    const question = dashboard.card(TASK).getByRole('region', { name: 'Question' });
    assert.match(
      await question.innerText(),
      /^The agent asks\s+I could write 42[^]*Shall I make this change\? \(y\/n\)/,
    );
    await session.badgeSays(/1 needs you/);
    await session.picture('asking-1-question');
  });

  it('gets the answer, and is ended at the third refusal of a call, with the remedy', async () => {
    const box = dashboard.card(TASK).getByRole('textbox', { name: 'Your answer' });
    await box.fill('Yes, please.');
    await dashboard.button('Answer and resume').click();
    await dashboard.status(TASK, 'blocked');
    const prompt = workspace.calls()[1]?.prompt ?? '';
    assert.match(prompt, /Shall I make this change[^]*Answer: Yes, please\./);
    const words = await dashboard.card(TASK).innerText();
    assert.match(words, /npm test was refused 3 times: This command requires approval/);
    assert.match(words, /--allowedTools=Bash\(npm test \*\)/);
    await session.picture('asking-2-refused');
  });

  it('has a report that the notification and the dashboard open', async () => {
    const buttons = await session.notificationButtons(/^Devs: fix-answer needs you: permission/);
    assert.deepEqual(buttons, ['Resume', 'Show Report', 'Skip']);
    const { page } = session;
    const tab = page.getByRole('tab', { name: new RegExp(TASK) });
    const close = async (): Promise<void> => {
      await tab.waitFor();
      // Not by keys: a page that is only just opening may take the focus between two of them.
      await runCommand(page, 'View: Close All Editors');
      await tab.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Show Report' }).click();
    await tab.waitFor();
    await session.picture('asking-3-report');
    await close();
    await dashboard.openWhy(TASK);
    await dashboard.button('Open report').click();
    await close();
  });

  it('goes on once the task is resumed', async () => {
    await dashboard.button('Resume').click();
    await dashboard.status(TASK, 'done');
    assert.equal(workspace.read('answer.txt'), '42');
    session.assertNothingRefused();
  });
});
