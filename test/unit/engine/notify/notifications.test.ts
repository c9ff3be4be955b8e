import assert from 'node:assert/strict';
import {
  NOTIFICATION_DRAIN_LIMIT_MS,
  Notifications,
} from '../../../../src/engine/notify/notifications';
import type { DevsEvent, EventData } from '../../../../src/model/events/devsEvent';
import type { Notification } from '../../../../src/model/notify/notification';
import type { NotifyTarget } from '../../../../src/model/config/notifyTarget';
import type { Delivery } from '../../../../src/ports/notifier';
import { heldClock } from '../../../support/heldClock';
import { eventOf } from '../../../support/sampleEvents';

const UNTIL = '2026-01-01T02:00:00.000Z';

describe('the notifications of a run', () => {
  let told: string[];
  let warnings: string[];
  let clock: ReturnType<typeof heldClock>;
  let hangs: boolean;

  beforeEach(() => {
    [told, warnings, clock, hangs] = [[], [], heldClock(), false];
  });

  const notifications = (...targets: readonly NotifyTarget[]): Notifications =>
    new Notifications(
      {
        clock,
        store: { latestReport: () => undefined },
        workspace: { directory: '/home/dev/shop' },
        observer: { onWarning: (message) => void warnings.push(message) },
        notifier: {
          findProblem: () => Promise.resolve(undefined),
          deliver: (target: NotifyTarget, { title }: Notification, signal: AbortSignal) => {
            told.push(`${target === 'desktop' ? target : Object.keys(target)[0]}: ${title}`);
            const delivered: Delivery = { kind: 'delivered' };
            return hangs
              ? new Promise((resolve) => signal.addEventListener('abort', () => resolve(delivered)))
              : Promise.resolve(delivered);
          },
        },
      },
      targets,
    );

  async function tellAll(...events: readonly DevsEvent[]): Promise<readonly string[]> {
    const all = notifications('desktop');
    for (const event of events) all.tell(event, { tasks: [] });
    await all.drain();
    return told.map((line) => line.replace('desktop: ', ''));
  }

  it('tell each of those who are named', async () => {
    const all = notifications('desktop', { slack: 'HOOK' });
    all.tell(eventOf('gate_triggered'), { tasks: [] });
    await all.drain();
    assert.deepEqual(told.toSorted(), [
      'desktop: fix-rounding needs you',
      'slack: fix-rounding needs you',
    ]);
    assert.deepEqual(warnings, []);
  });

  it('do not say twice that a run ended for its pause', async () => {
    const end = eventOf('run_ended', { kind: 'needsHuman', taskIds: ['fix-rounding'] });
    assert.deepEqual(await tellAll(eventOf('gate_triggered'), end), ['fix-rounding needs you']);
  });

  it('say that a run ended which had gone on after a pause, or for several tasks', async () => {
    const end = eventOf('run_ended', { kind: 'needsHuman', taskIds: ['fix-rounding'] });
    const both = eventOf('run_ended', { kind: 'needsHuman', taskIds: ['fix-rounding', 'b'] });
    const gate = eventOf('gate_triggered');
    assert.deepEqual(await tellAll(gate, eventOf('turn_started'), end, gate, both), [
      'fix-rounding needs you',
      'The run has ended',
      'fix-rounding needs you',
      'The run has ended',
    ]);
  });

  it('tell once of several tasks that wait for the same limit', async () => {
    const wait = { until: UNTIL, delayMs: 7_200_000, reason: 'claude has used up its limit' };
    const [first, ...others] = await tellAll(
      eventOf('retry_scheduled', wait),
      eventOf('turn_started'),
      eventOf('retry_scheduled', wait, { taskId: 'other' }),
    );
    assert.match(first ?? '', /^fix-rounding waits until \d\d:\d\d$/);
    assert.deepEqual(others, []);
  });

  describe('of a usage limit that several lanes meet', () => {
    const met = (taskId: string, change: Partial<EventData<'retry_scheduled'>> = {}): DevsEvent =>
      eventOf(
        'retry_scheduled',
        {
          ...{ until: UNTIL, delayMs: 7_200_000, reason: `limit of claude, met by ${taskId}` },
          ...{ agent: 'claude', external: 'rate_limit', ...change },
        },
        { taskId },
      );
    const titles = async (...events: readonly DevsEvent[]): Promise<readonly string[]> =>
      (await tellAll(...events)).map((title) => title.replace(/ until .*/, ''));

    it('tell once, also where each reads another moment of its reset and a task pauses meanwhile', async () => {
      const later = { until: '2026-01-01T02:00:41.007Z' };
      const told = await titles(
        ...[met('a'), met('b', later), eventOf('gate_triggered'), met('c'), met('d', later)],
      );
      assert.deepEqual(told, ['a waits', 'fix-rounding needs you']);
    });

    it('tell once that another agent goes on, and that all wait then', async () => {
      const fallback = { fallback: 'codex' };
      const told = await titles(met('a', fallback), met('b', fallback), met('c'), met('d'));
      assert.deepEqual(told, ['a goes on with codex', 'c waits']);
    });

    it('tell of the limit of another agent, and of one that lasts longer', async () => {
      const told = await titles(
        ...[met('a'), met('b', { agent: 'codex' })],
        ...[met('c', { until: '2026-01-01T07:00:00.000Z' }), met('d')],
      );
      assert.deepEqual(told, ['a waits', 'b waits', 'c waits']);
    });

    it('tell of a long one after one that was too short to tell', async () => {
      const short = { delayMs: 60_000, until: '2026-01-01T01:59:00.000Z' };
      assert.deepEqual(await titles(met('a', short), met('b')), ['b waits']);
    });
  });

  it('are given up soon after the end of the run, and the warning says so', async () => {
    hangs = true;
    const all = notifications({ webhook: 'HOOK' });
    all.tell(eventOf('run_ended'), { tasks: [] });
    const drained = all.drain();
    await clock.pass(0);
    await clock.pass(NOTIFICATION_DRAIN_LIMIT_MS);
    await drained;
    assert.deepEqual(warnings, ['notify: the webhook missed 1 notification.']);
  });
});
