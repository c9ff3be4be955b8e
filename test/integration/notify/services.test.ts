import assert from 'node:assert/strict';
import { createNotifier } from '../../../src/platform/notify/createNotifier';
import type { Notification } from '../../../src/model/notify/notification';
import type { NotifyTarget } from '../../../src/model/config/notifyTarget';
import { structuredEvent } from '../../../src/model/events/structuredEvent';
import type { Delivery, Notifier } from '../../../src/ports/notifier';
import {
  openNotificationServer,
  status,
  type NotificationAnswer,
  type NotificationServer,
} from '../../support/notificationServer';
import { notificationOf } from '../../support/sampleNotification';

const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

describe('who is told over HTTP', () => {
  let server: NotificationServer;
  let answers: NotificationAnswer[];

  beforeEach(async () => (server = await openNotificationServer((answers = []))));
  afterEach(async () => await server.close());

  /** Telegram's own address leads to the server. */
  const notifier = (environment: Readonly<Record<string, string>> = {}): Notifier =>
    createNotifier({
      ...{ workspaceDir: '/nowhere', supervisorFile: '/nowhere' },
      environment: { HOOK: `${server.url}/services/T0/B0/s3cret`, BOT: TOKEN, ...environment },
      fetch: async (address, init) =>
        await fetch((address as string).replace('https://api.telegram.org', server.url), init),
    });

  const tell = async (
    target: NotifyTarget,
    notification: Notification = notificationOf(),
    signal = new AbortController().signal,
  ): Promise<Delivery> => await notifier().deliver(target, notification, signal);

  it('ntfy gets its JSON at the root, with the link, and the token as a bearer', async () => {
    const target = { ntfy: 'my-topic', server: server.url, token: 'NTFY' };
    const all = notifier({ NTFY: 'tk_s3cret' });
    const signal = new AbortController().signal;
    assert.deepEqual(await all.deliver(target, notificationOf(), signal), { kind: 'delivered' });
    const [{ method, path, headers, body } = { headers: {} }] = server.received;
    assert.deepEqual([method, path, headers.authorization], ['POST', '/', 'Bearer tk_s3cret']);
    assert.deepEqual(body, {
      topic: 'my-topic',
      title: 'Fix rounding needs you',
      message:
        'Same test failed 5 times: 9.72 ≠ 9.73.\nTo see what you can do: devs report fix-rounding',
      priority: 4,
      click: 'vscode://devs.devs/task/fix-rounding?folder=file%3A%2F%2F%2Fhome%2Fdev%2Fshop',
    });
  });

  it('Slack gets the texts of others as plain text, and a link as markup', async () => {
    const why = 'see <https://evil.example|here> & <!channel> *now*';
    assert.deepEqual(await tell({ slack: 'HOOK' }, notificationOf({ why })), { kind: 'delivered' });
    const [{ path, headers, body } = { headers: {} }] = server.received;
    assert.deepEqual([path, headers.authorization], ['/services/T0/B0/s3cret', undefined]);
    const plain = (text: string) => ({
      type: 'section',
      text: { type: 'plain_text', text, emoji: false },
    });
    const { text, ...others } = body as { text: string };
    assert.deepEqual(others, {
      ...{ mrkdwn: false, unfurl_links: false, unfurl_media: false },
      blocks: [
        plain('Fix rounding needs you'),
        plain(
          'see &lt;https://evil.example|here&gt; &amp; &lt;!channel&gt; *now*\nTo see what you can do: devs report fix-rounding',
        ),
        {
          type: 'context',
          elements: [{ type: 'mrkdwn', text: `<${notificationOf().link}|Open in VS Code>` }],
        },
      ],
    });
    assert.doesNotMatch(text, /[<>]|:\/\//);
  });

  it('Telegram gets plain text for the chat, at the address of its bot', async () => {
    const why = '@everyone [x](https://evil.example) /start';
    const target = { telegram: '-100123', token: 'BOT' };
    assert.deepEqual(await tell(target, notificationOf({ why })), { kind: 'delivered' });
    const [{ path, body } = {}] = server.received;
    assert.equal(path, `/bot${TOKEN}/sendMessage`);
    const { text, ...others } = body as { text: string };
    assert.deepEqual(others, {
      chat_id: '-100123',
      link_preview_options: { is_disabled: true },
    });
    assert.deepEqual(text.replaceAll('\u200b', '').split('\n'), [
      'Fix rounding needs you',
      why,
      'To see what you can do: devs report fix-rounding',
      notificationOf().link,
    ]);
    const [, quoted = ''] = text.split('\n');
    assert.doesNotMatch(quoted, /@\w|:\/\/|\.\w|\/\w/);
  });

  it('a webhook gets the event as onEvent does', async () => {
    assert.deepEqual(await tell({ webhook: 'HOOK' }), { kind: 'delivered' });
    const told: unknown = JSON.parse(JSON.stringify(structuredEvent(notificationOf().event)));
    assert.deepEqual(server.received[0]?.body, told);
  });

  it('an error is told by its number, without the words of the service, and with the wait that it asks for', async () => {
    answers.push(status(429, { 'retry-after': '7' }), status(500), status(403), status(404));
    const deliveries = [];
    for (let call = 0; call < 4; call += 1) deliveries.push(await tell({ slack: 'HOOK' }));
    const kind = 'failed';
    assert.deepEqual(deliveries, [
      { kind, why: 'it answered with an error (429)', again: true, retryAfter: '7' },
      { kind, why: 'it answered with an error (500)', again: true },
      { kind, why: 'it refused the message (403); check HOOK', again: false },
      { kind, why: 'it refused the message (404); check HOOK', again: false },
    ]);
  });

  it('a redirect is not followed', async () => {
    const other = await openNotificationServer();
    answers.push(status(307, { location: other.url }));
    const delivery = await tell({ webhook: 'HOOK' });
    await other.close();
    assert.deepEqual(other.received, []);
    assert.deepEqual(delivery, {
      kind: 'failed',
      why: 'it redirects to another address, which Devs does not follow; check HOOK',
      again: false,
    });
  });

  it('an answer without end is not read', async () => {
    const chunk = Buffer.alloc(65_536, 32);
    let close = (): void => undefined;
    const closed = new Promise<void>((resolve) => (close = resolve));
    answers.push((response) => {
      response.on('close', close);
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    assert.deepEqual(await tell({ webhook: 'HOOK' }), { kind: 'delivered' });
    await closed;
  });

  it('a service that does not answer is left when the time is up', async () => {
    const late = new AbortController();
    answers.push(() => late.abort());
    assert.deepEqual(await tell({ webhook: 'HOOK' }, notificationOf(), late.signal), {
      kind: 'failed',
      why: 'it could not be reached',
      again: true,
    });
  });

  it('a dead service is tried again', async () => {
    await server.close();
    assert.deepEqual(await tell({ webhook: 'HOOK' }), {
      kind: 'failed',
      why: 'it could not be reached (ECONNREFUSED)',
      again: true,
    });
    server = await openNotificationServer();
  });

  /** [what the variable holds, what is wrong] */
  const WRONG: readonly (readonly [NotifyTarget, string, string])[] = [
    [{ slack: 'GONE' }, '', 'the environment variable GONE is not set'],
    [
      { slack: 'GONE' },
      'http://hooks.example.com/s3cret',
      'the environment variable GONE does not hold an https address without user and password (http only for this machine)',
    ],
    [
      { webhook: 'GONE' },
      'https://me:s3cret@example.com',
      'the environment variable GONE does not hold an https address without user and password (http only for this machine)',
    ],
    [
      { telegram: '1', token: 'GONE' },
      '1:s3cret/../x',
      'the environment variable GONE does not hold the token of a Telegram bot, such as 123456:ABC',
    ],
    [
      { ntfy: 't', token: 'GONE' },
      's3cret\nx-evil: 1',
      'the environment variable GONE does not hold an access token',
    ],
  ];
  for (const [target, value, why] of WRONG) {
    it(`${JSON.stringify(target)} with "${value.replace('s3cret', '…')}": ${why}`, async () => {
      const all = notifier({ GONE: value });
      assert.equal(await all.findProblem(target), why);
      assert.deepEqual(await all.deliver(target, notificationOf(), new AbortController().signal), {
        ...{ kind: 'failed', why, again: false },
      });
      assert.deepEqual(server.received, []);
    });
  }
});
