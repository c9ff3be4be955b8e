import assert from 'node:assert/strict';
import {
  MAX_WAITING,
  NotificationQueue,
  TRY_LIMIT_MS,
} from '../../../../src/engine/notify/notificationQueue';
import type { Notification } from '../../../../src/model/notify/notification';
import type { Delivery } from '../../../../src/ports/notifier';
import { heldClock } from '../../../support/heldClock';
import { notificationOf } from '../../../support/sampleNotification';

const DELIVERED: Delivery = { kind: 'delivered' };
const failed = (again: boolean, retryAfter?: string): Delivery => ({
  ...{ kind: 'failed', why: 'it answered with an error (503)', again },
  ...(retryAfter !== undefined && { retryAfter }),
});

async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('the queue of one who is told', () => {
  let answers: (Delivery | 'hang')[];
  let tried: string[];
  let warnings: string[];
  let clock: ReturnType<typeof heldClock>;
  let queue: NotificationQueue;

  beforeEach(() => {
    [answers, tried, warnings, clock] = [[], [], [], heldClock()];
    const deliver = (_target: unknown, notification: Notification, signal: AbortSignal) => {
      tried.push(notification.title);
      const answer = answers.shift() ?? DELIVERED;
      if (answer !== 'hang') return Promise.resolve(answer);
      return new Promise<Delivery>((resolve) =>
        signal.addEventListener('abort', () => resolve(failed(true)), { once: true }),
      );
    };
    queue = new NotificationQueue(
      { slack: 'HOOK' },
      {
        notifier: { findProblem: () => Promise.resolve(undefined), deliver },
        clock,
        observer: { onWarning: (message) => void warnings.push(message) },
      },
    );
  });

  const add = (...titles: readonly string[]): void =>
    titles.forEach((title) => queue.add(notificationOf({ title })));

  it('tells one after the other, and the caller goes on at once', async () => {
    add('a', 'b');
    assert.deepEqual(tried, []);
    await queue.settled();
    queue.end();
    assert.deepEqual([tried, warnings], [['a', 'b'], []]);
  });

  it('tries three times at most, with growing waits, and warns once', async () => {
    answers = [failed(true), failed(true), failed(true)];
    add('a');
    await settled();
    assert.equal(tried.length, 1);
    await clock.pass(999);
    assert.equal(tried.length, 1);
    await clock.pass(1);
    await settled();
    assert.equal(tried.length, 2);
    await clock.pass(1_999);
    assert.equal(tried.length, 2);
    await clock.pass(1);
    await queue.settled();
    assert.equal(tried.length, 3);
    const warning = 'notify: Slack was not told: it answered with an error (503).';
    assert.deepEqual(warnings, [warning]);
    answers = [failed(false)];
    add('b');
    await queue.settled();
    assert.deepEqual([tried.length, warnings], [4, [warning]]);
  });

  it('waits as long as the service asks, if that is not too long', async () => {
    answers = [failed(true, '30')];
    add('a');
    await settled();
    await clock.pass(29_000);
    assert.equal(tried.length, 1);
    await clock.pass(1_000);
    await queue.settled();
    assert.deepEqual([tried.length, warnings], [2, []]);
    answers = [failed(true, '61')];
    add('b');
    await queue.settled();
    assert.deepEqual([tried.length, warnings.length], [3, 1]);
  });

  it('ends a try that takes too long', async () => {
    answers = ['hang', 'hang', 'hang'];
    add('a');
    for (const wait of [TRY_LIMIT_MS, 1_000, TRY_LIMIT_MS, 2_000, TRY_LIMIT_MS]) {
      await settled();
      await clock.pass(wait);
    }
    await queue.settled();
    assert.equal(tried.length, 3);
    assert.deepEqual(warnings, ['notify: Slack was not told: it did not answer within 10 s.']);
  });

  it('holds a bounded number of notifications, the newest, and says how many were missed', async () => {
    answers = ['hang'];
    add('first');
    await settled();
    add(...Array.from({ length: MAX_WAITING + 3 }, (_, index) => `n${index}`));
    queue.end();
    await queue.settled();
    assert.deepEqual(tried, ['first']);
    assert.deepEqual(warnings, [`notify: Slack missed ${MAX_WAITING + 4} notifications.`]);
  });
});
