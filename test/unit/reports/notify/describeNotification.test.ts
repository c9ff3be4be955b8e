import assert from 'node:assert/strict';
import {
  describeNotification,
  LONG_WAIT_MS,
} from '../../../../src/reports/notify/describeNotification';
import type { DevsEvent } from '../../../../src/model/events/devsEvent';
import { clockTime } from '../../../../src/text/time';
import { eventOf } from '../../../support/sampleEvents';

const now = new Date('2026-11-21T22:00:00.000Z');
const UNTIL = '2026-11-21T22:30:00.000Z';

const describeIt = (event: DevsEvent, title = 'Fix rounding') =>
  describeNotification(event, {
    titleOf: () => title,
    reportOf: () => undefined,
    linkTo: (taskId) => `link:${taskId}`,
    now,
  });

/** [event, title, why, what to do, whether it needs somebody] */
const TOLD: readonly (readonly [DevsEvent, string, string, string | undefined, boolean])[] = [
  [
    eventOf('gate_triggered'),
    'Fix rounding needs you',
    'Loop detected after 9 attempts.',
    'To see what you can do: devs report fix-rounding',
    true,
  ],
  [
    eventOf('permission_asked', { until: UNTIL }),
    'Fix rounding asks you',
    'claude asks to run `npm install`',
    `Answer in a terminal by ${clockTime(UNTIL, now)}: devs permit fix-rounding, or devs deny fix-rounding`,
    true,
  ],
  [
    eventOf('agent_asked', { until: UNTIL }),
    'Fix rounding asks you',
    'Which of both?',
    `Answer in a terminal by ${clockTime(UNTIL, now)}: devs answer fix-rounding "…"`,
    true,
  ],
  [
    eventOf('budget_used'),
    'Fix rounding nears its budget',
    '82 % of the budget of this task ($5.00) is used: $4.10.',
    undefined,
    false,
  ],
  [
    eventOf('retry_scheduled', { until: UNTIL, delayMs: LONG_WAIT_MS, reason: 'limit reached' }),
    `Fix rounding waits until ${clockTime(UNTIL, now)}`,
    'limit reached',
    'The run then continues by itself. To try the task at once: devs stop-waiting fix-rounding',
    false,
  ],
  [
    eventOf('retry_scheduled', {
      ...{ until: UNTIL, delayMs: LONG_WAIT_MS, fallback: 'codex' },
      reason: 'claude has reached a limit; codex goes on meanwhile',
    }),
    'Fix rounding goes on with codex',
    `claude has reached a limit; codex goes on meanwhile, until ${clockTime(UNTIL, now)}`,
    undefined,
    false,
  ],
  [eventOf('run_ended'), 'The run has ended', 'Every task is done or skipped.', undefined, false],
  [
    eventOf('run_ended', { kind: 'needsHuman', taskIds: ['a', 'b'] }),
    'The run has ended',
    'a, b need you.',
    'To see what you can do: devs status',
    true,
  ],
];

describe('what somebody is told', () => {
  for (const [event, title, why, action, needsYou] of TOLD) {
    it(`${title}: ${why}`, () => {
      const notification = describeIt(event);
      assert.deepEqual(
        [notification?.title, notification?.why, notification?.action, notification?.needsYou],
        [title, why, action, needsYou],
      );
      if (event.taskId !== undefined) assert.equal(notification?.link, 'link:fix-rounding');
    });
  }

  it('is nothing of short waits, turns, escalations that a pause tells of, and ends that somebody asked for', () => {
    for (const event of [
      eventOf('retry_scheduled', { until: UNTIL, delayMs: LONG_WAIT_MS - 1 }),
      eventOf('turn_ended'),
      eventOf('loop_recovery'),
      eventOf('run_ended', { kind: 'stopped' }),
      eventOf('run_ended', { kind: 'cancelled' }),
    ])
      assert.equal(describeIt(event), undefined);
  });

  it('is one short line, whatever a title holds', () => {
    const notification = describeIt(
      eventOf('gate_triggered'),
      `a\nb\u001b]0;x\u0007\u202e${'x'.repeat(900)}`,
    );
    assert.ok((notification?.title.length ?? 0) <= 80);
    assert.match(notification?.title ?? '', /^a b\\u\{1b\}\]0;x\\u\{7\}\\u\{202e\}x+… needs you$/);
  });
});
