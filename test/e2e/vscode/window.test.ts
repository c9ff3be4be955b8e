import { deepEqual, match, ok } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWindow, type VscodeWindow } from '../../realVscode/browser';
import { packageDevs, type Packaged } from '../../realVscode/packageExtension';
import { startVscode, type RunningVscode } from '../../realVscode/server';
import { pollUntil } from '../../realVscode/waiting';
import {
  grantTrust,
  openView,
  readNotifications,
  readStatusBar,
  runCommand,
  viewLabel,
  webview,
} from '../../realVscode/workbench';

/** A task that is done at once, or one that is paused after its first turn. */
function config(id: string, verify: string): string {
  return `version: 1
agents:
  scripted:
    type: command
    command: [node, -e, "console.log('DONE: yes')"]
agent: scripted
verify: [node, -e, "${verify}"]
limits: { loopThreshold: 1, maxPivots: 0 }
tasks:
  - id: ${id}
    title: ${id}
    goal: Do it.
`;
}

describe('a window of VS Code', function () {
  this.timeout(180_000);
  let packaged: Packaged;
  let root: string;
  let vscode: RunningVscode | undefined;
  let window: VscodeWindow;

  before(async () => {
    packaged = await packageDevs();
  });
  after(() => packaged.remove());
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'devs-window-')));
    for (const [name, verify] of [
      ['alpha', 'process.exit(0)'],
      ['beta', 'process.exit(1)'],
    ] as const) {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, 'devs.yaml'), config(`${name}-task`, verify));
    }
  });
  afterEach(async () => {
    await window.close();
    await vscode?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  async function open(workspace: string, trust: boolean, query = 'folder'): Promise<void> {
    const env = { HOME: root, XDG_STATE_HOME: join(root, 'state'), DEVS_STATE_DIR: undefined };
    const vsix = [packaged.vsix];
    vscode = await startVscode({ workspace, vsix, auth: 'none', trust, env });
    const address = `http://127.0.0.1:${vscode.port}/?${query}=${encodeURIComponent(workspace)}`;
    window = await openWindow(address);
  }

  const statusBar = async (): Promise<string[]> =>
    (await readStatusBar(window.page)).filter((text) => text.startsWith('Devs: '));
  const shows = (text: string): Promise<true> =>
    pollUntil(async () => ((await statusBar()).includes(text) ? true : undefined), {
      what: `"${text}" in the status bar`,
      withinMs: 30_000,
    });
  const notified = (text: string): Promise<readonly string[]> =>
    pollUntil(
      async () =>
        (await readNotifications(window.page)).find(({ message }) => message.includes(text))
          ?.buttons,
      { what: `the notification "${text}"`, withinMs: 30_000 },
    );
  const choose = async (label: string): Promise<void> =>
    window.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: label }).click();

  it('runs nothing in a folder that is not trusted, says why, and comes alive with the trust', async () => {
    await open(join(root, 'alpha'), false);
    await openView(window.page, 'Devs');
    await webview(window.page).getByText('not trusted').first().waitFor();
    await runCommand(window.page, 'Devs: Run');
    deepEqual(await notified('not trusted'), ['Manage Workspace Trust']);
    deepEqual(await statusBar(), []);
    await grantTrust(window.page);
    await webview(window.page).getByText('alpha-task').first().waitFor();
    await shows('Devs: 0/1');
  });

  it('asks which of several folders is meant, and tells of what needs you in any of them', async () => {
    const file = join(root, 'both.code-workspace');
    writeFileSync(file, JSON.stringify({ folders: [{ path: 'alpha' }, { path: 'beta' }] }));
    await open(file, true, 'workspace');
    await openView(window.page, 'Devs');
    await shows('Devs: 0/2');
    await runCommand(window.page, 'Devs: Run');
    await choose('alpha');
    await notified('alpha: Every task is done');
    await runCommand(window.page, 'Devs: Run');
    await choose('beta');
    deepEqual(await notified('beta-task needs you'), ['Resume with Hint…', 'Skip', 'Show Report']);
    await shows('Devs: 1 needs you');
    match(await viewLabel(window.page, 'Devs'), /1 needs you/);
    await webview(window.page).getByText('beta-task').first().waitFor();
    const told = (await readNotifications(window.page)).filter(({ message }) =>
      message.includes('beta'),
    );
    ok(told.length === 1, `${told.length} notifications about one pause`);
  });
});
