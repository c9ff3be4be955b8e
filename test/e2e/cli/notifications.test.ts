import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  openNotificationServer,
  status,
  type NotificationServer,
} from '../../support/notificationServer';
import { HAS_TERMINAL, TerminalRun } from './terminal';
import { LOOPING, TestWorkspace } from './testWorkspace';

const SECRET = '/services/T0/B0/0123456789abcdef';
const HOSTILE = 'Fix <!channel> $(touch pwned)\u001b]0;title\u0007';

interface Told {
  readonly event?: string;
  readonly task_id?: string | null;
  readonly title?: string;
  readonly click?: string;
}

describe('notify, in devs run', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  let server: NotificationServer;
  beforeEach(async () => {
    workspace = new TestWorkspace();
    server = await openNotificationServer();
  });
  afterEach(async () => {
    await server.close();
    await workspace.dispose();
  });

  function configure(notify: readonly unknown[]): void {
    workspace.configure(Array(5).fill(LOOPING), {
      tasks: [{ id: 'fix-answer', title: HOSTILE, goal: 'The answer is 42.' }],
      notify,
    });
  }

  const told = (at: string): readonly Told[] =>
    server.received
      .filter((notification) => notification.path === at)
      .map(({ body }) => body as Told);

  it('tells a webhook and ntfy of the pause, with a link back; no secret is written anywhere', async () => {
    configure([{ webhook: 'HOOK' }, { ntfy: 'devs', server: server.url, token: 'NTFY' }]);
    const token = 'tk_0123456789abcdef';
    const env = { HOOK: `${server.url}${SECRET}`, NTFY: token };
    const { code, stdout, stderr } = await workspace.start(['run'], env).ended;
    assert.equal(code, 2, stderr);
    assert.deepEqual(
      told(SECRET).map(({ event, task_id: id }) => [event, id]),
      [['gate_triggered', 'fix-answer']],
    );
    const [notification] = told('/');
    assert.match(
      notification?.title ?? '',
      /^Fix <!channel> \$\(touch pwned\)\\u\{1b\}.* needs you$/,
    );
    assert.match(
      notification?.click ?? '',
      /^vscode:\/\/devs\.devs\/task\/fix-answer\?folder=file/,
    );
    for (const secret of [SECRET, token]) {
      assert.ok(!stdout.includes(secret) && !stderr.includes(secret));
      for (const [file, text] of filesIn(workspace.stateDir))
        assert.ok(!text.includes(secret), `${file} has the secret`);
    }
  });

  it('warns once of what it cannot tell, and the run is as it would be', async () => {
    configure([{ slack: 'SLACK_WEBHOOK_URL' }, { webhook: 'HOOK' }]);
    await server.close();
    server = await openNotificationServer([status(403)]);
    const { code, stderr } = await workspace.start(['run'], { HOOK: `${server.url}${SECRET}` })
      .ended;
    assert.equal(code, 2, stderr);
    const warnings = stderr.split('\n').filter((line) => line.includes('notify: '));
    assert.deepEqual(warnings.map((line) => line.replace(/^.*?notify: /, '')).toSorted(), [
      'Slack was not told: the environment variable SLACK_WEBHOOK_URL is not set.',
      'the webhook was not told: it refused the message (403); check HOOK.',
    ]);
  });

  if (HAS_TERMINAL)
    it('rings the bell of the terminal, and a hostile title does not write into it', async () => {
      configure(['desktop']);
      // No desktop: the tests of whoever works on Devs show nothing there.
      const nowhere = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', DISPLAY: '' };
      const run = new TerminalRun(workspace, 'run', nowhere);
      await run.ended;
      assert.ok(run.text.includes('\u0007'));
      assert.ok(!run.text.includes('\u001b]0;title'));
    });
});

function filesIn(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => [file, readFileSync(file, 'latin1')] as const);
}
