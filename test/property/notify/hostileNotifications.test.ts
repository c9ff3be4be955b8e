import assert from 'node:assert/strict';
import fc from 'fast-check';
import { desktopCommand, terminalNotification } from '../../../src/platform/notify/desktopCommand';
import { serviceContent } from '../../../src/platform/notify/serviceRequest';
import { describeNotification } from '../../../src/reports/notify/describeNotification';
import type { Notification } from '../../../src/model/notify/notification';
import { eventOf } from '../../support/sampleEvents';
import { COUNTS } from '../../support/scale';
import { anyCodePoint } from '../../support/anyCodePoint';

const LINK = 'vscode://devs.devs/task/fix-rounding?folder=file%3A%2F%2F%2Fhome';
const PIECES = [
  ...['<!channel>', '<!here>', '<@U123>', '<https://evil.example|x>', '&lt;', '&', '@channel'],
  ...['https://evil.example/', 'evil.example', 'vscode://x', '/start', '#tag', '$CASH', '*b*'],
  ...['`', '[x](tg://user?id=1)', '<b>', '</text>', '\\074', '\\', '"', "'", '$(id)', '-u'],
  ...['\n', '\r\n', '\u0000', '\u0007', '\u001b]0;x\u0007', '\u009c', '\u202e', '\u2028', '\ud83d'],
];

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: anyCodePoint, maxLength: 8 })), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(''));

const notifications = fc.tuple(hostile, hostile).map(([title, why]): Notification => {
  const notification = describeNotification(eventOf('gate_triggered', { trigger_reason: why }), {
    ...{ titleOf: () => title, reportOf: () => undefined, linkTo: () => LINK },
    now: new Date(0),
  });
  assert.ok(notification);
  return notification;
});

function holds(check: (notification: Notification) => void): void {
  fc.assert(fc.property(notifications, check), { numRuns: COUNTS.notifications });
}

/** Every text in a JSON value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('a hostile title or reason', () => {
  it('is one line without control characters, of bounded length', () => {
    holds(({ title, why }) => {
      for (const text of [title, why]) {
        assert.doesNotMatch(text, /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202e]/u);
        assert.ok(text.length <= 320);
      }
    });
  });

  it('makes no mention and no link in Slack, and its blocks stay as they are', () => {
    holds((notification) => {
      const content = serviceContent({ slack: 'HOOK' }, notification);
      const { text, blocks } = content as { text: string; blocks: readonly { type: string }[] };
      const types = blocks.map(({ type }) => type);
      assert.deepEqual(types, ['section', 'section', 'context']);
      const markup = textsIn(content).filter((each) => /[<>]/.test(each));
      assert.deepEqual(markup, [`<${LINK}|Open in VS Code>`]);
      assert.doesNotMatch(text, /&(?!amp;|lt;|gt;)|:\/\/|@\w/);
    });
  });

  it('is plain text in Telegram, in which nothing can be clicked but the link', () => {
    holds((notification) => {
      const content = serviceContent({ telegram: '1', token: 'BOT' }, notification);
      const { text, ...others } = content as { text: string };
      assert.deepEqual(Object.keys(others), ['chat_id', 'link_preview_options']);
      const [title = '', why = '', , link, ...more] = text.split('\n');
      assert.deepEqual([link, more], [LINK, []]);
      assert.doesNotMatch(`${title}\n${why}`, /:\/\/|[@#$/.]\S(?<!\u200b)/);
    });
  });

  it('stays in its fields of ntfy', () => {
    holds((notification) => {
      const content = serviceContent({ ntfy: 'topic' }, notification);
      assert.deepEqual(content, {
        ...{ topic: 'topic', title: notification.title, priority: 4, click: LINK },
        message: `${notification.why}\nTo see what you can do: devs report fix-rounding`,
      });
    });
  });

  it('is an argument of its own on the desktop, never an option, markup or an escape', () => {
    holds((notification) => {
      const { args } = desktopCommand('linux', notification);
      assert.equal(args.length, 4);
      const [, , title = '', body = ''] = args;
      assert.ok(title.startsWith('Devs: '));
      assert.doesNotMatch(body, /[<>]|&(?!amp;|lt;|gt;)/);
      assert.doesNotMatch(body.replaceAll('\\\\', ''), /\\/);
      const [option, script, ...texts] = desktopCommand('darwin', notification).args;
      assert.equal(option, '-e');
      assert.doesNotMatch(script ?? '', /fix-rounding/);
      assert.deepEqual([texts.length, texts[0]], [2, title]);
    });
  });

  it('does not end the sequence of a terminal', () => {
    holds((notification) => {
      const text = terminalNotification(notification);
      assert.ok(text.startsWith('\u001b]9;Devs: ') && text.endsWith('\u0007'));
      assert.doesNotMatch(text.slice(1, -1), /\p{Cc}/u);
    });
  });
});
