import { deepEqual, equal } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import {
  openView,
  readNotifications,
  runCommand,
  webview,
  type Notification,
} from '../../realVscode/workbench';
import { pictureOfFailure } from './failurePicture';
import { installFirst, VscodeSession } from './vscodeSession';

/** A folder with one task, which is done at once if the verification passes and else paused after its first turn. */
function createFolder(folder: string, task: string, verifyEndsWith: number): void {
  mkdirSync(folder);
  const config = `version: 1
agents:
  scripted:
    type: command
    command: [node, -e, "console.log('DONE: yes')"]
agent: scripted
verify: [node, -e, "process.exit(${verifyEndsWith})"]
limits: { loopThreshold: 1, maxPivots: 0 }
tasks:
  - id: ${task}
    title: ${task}
    goal: Do it.
`;
  writeFileSync(join(folder, 'devs.yaml'), config);
}

describe('a workspace with several folders', function () {
  this.timeout(180_000);
  let root: string;
  let session: VscodeSession;

  installFirst();
  before(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'devs-e2e-folders-')));
    createFolder(join(root, 'alpha'), 'alpha-task', 0);
    createFolder(join(root, 'beta'), 'beta-task', 1);
    const workspace = join(root, 'both.code-workspace');
    // A folder that is gone must not keep Devs from the others.
    const folders = ['gone', 'alpha', 'beta'].map((path) => ({ path }));
    writeFileSync(workspace, JSON.stringify({ folders }));
    session = await VscodeSession.open(workspace);
    await openView(session.page, 'Devs');
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  const notificationsAbout = async (text: string): Promise<Notification[]> =>
    (await readNotifications(session.page)).filter(({ message }) => message.includes(text));
  const notification = (text: string): Promise<Notification> =>
    pollUntil(async () => (await notificationsAbout(text))[0], {
      what: `the notification "${text}"`,
      withinMs: PATIENCE_MS,
    });
  const runIn = async (folder: string): Promise<void> => {
    await runCommand(session.page, 'Devs: Run');
    const rows = session.page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: folder }).click();
  };

  it('counts the tasks of all of them', async () => {
    await session.statusBarSays('Devs: 0 of 2 done');
  });

  it('asks which one is meant, and names it when its run ends out of sight', async () => {
    await openView(session.page, 'Explorer');
    await runIn('alpha');
    await notification('alpha: Every task is done');
    await session.statusBarSays('Devs: 1 of 2 done');
    await openView(session.page, 'Devs');
  });

  it('tells once of what needs you in any of them, on the badge too', async () => {
    await runIn('beta');
    const { buttons } = await notification('beta-task needs you');
    deepEqual(buttons, ['Answer…', 'Rewind…', 'Skip']);
    await session.statusBarSays('Devs: 1 needs you');
    await session.badgeSays(/1 needs you/);
    equal((await notificationsAbout('beta')).length, 1);
  });

  it('shows the folder that was chosen last in the dashboard, and names it', async () => {
    await webview(session.page).getByText('beta-task').first().waitFor();
    await session.page.locator('.composite.title', { hasText: 'Devs: beta' }).waitFor();
  });
});
