import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { TASK_STATUSES } from '../../../../src/model/task/task';
import { isFinished } from '../../../../src/model/task/taskStatus';
import type { KeptHistory } from '../../../../src/rules/retention/keptHistory';
import { KEPT_ATTEMPTS } from '../../../../src/rules/retention/planRetention';
import { planRetention } from '../../../../src/rules/retention/planRetention';
import { applyRemovals } from '../../../../src/rules/retention/removal';
import {
  aHistory,
  aKeptTask,
  attemptsAt,
  daysAgo,
  hoursAgo,
  inWords,
  LIMITS,
  NOW,
  turnsAt,
} from './histories';

const goes = (history: KeptHistory, keepDays: number = LIMITS.keepDays): readonly string[] =>
  inWords(planRetention(history, { ...LIMITS, keepDays }, NOW).byAge);

const MOMENTS = [daysAgo(40), daysAgo(31), daysAgo(29), '', hoursAgo(-5), daysAgo(35)];

describe('attempts and directives that go', () => {
  it('are the old ones of inactive tasks, whatever their marker', () => {
    const attempts = attemptsAt('a', MOMENTS);
    const entries = [
      { id: 'old', taskId: 'a', timestamp: daysAgo(40), closedAt: daysAgo(35) },
      { id: 'closed of late', taskId: 'a', timestamp: daysAgo(40), closedAt: daysAgo(3) },
      { id: 'open', taskId: 'a', timestamp: daysAgo(40) },
    ];
    for (const tasks of [
      [aKeptTask('a')],
      [aKeptTask('a', { status: 'blocked', hidden: true, attemptsBefore: 2 })],
      [],
    ]) {
      const history = aHistory({ tasks, attempts, contextEntries: entries });
      deepEqual(goes(history), ['attempts 1 2 6 (old)', 'contextEntry old (old)']);
      deepEqual(goes(history, 0), []);
    }
  });

  it('are none of a task that somebody touched', () => {
    const tasks = [aKeptTask('a', { touchedAt: hoursAgo(2) })];
    const contextEntries = [
      { id: 'x', taskId: 'a', timestamp: daysAgo(40), closedAt: daysAgo(35) },
    ];
    deepEqual(goes(aHistory({ tasks, attempts: attemptsAt('a', MOMENTS), contextEntries })), []);
    const turns = turnsAt('a', [hoursAgo(2)]);
    const attempts = attemptsAt('a', MOMENTS);
    deepEqual(goes(aHistory({ tasks: [aKeptTask('a')], attempts, turns, contextEntries })), []);
  });

  it('are those before the marker, but for the newest, of tasks with work to do', () => {
    const many = Array.from({ length: KEPT_ATTEMPTS + 3 }, () => daysAgo(40));
    const attempts = attemptsAt('a', [...many, daysAgo(40), daysAgo(40)]);
    const task = (attemptsBefore: number) => [
      aKeptTask('a', { status: 'blocked', attemptsBefore }),
    ];
    deepEqual(goes(aHistory({ tasks: task(0), attempts })), []);
    deepEqual(goes(aHistory({ tasks: task(KEPT_ATTEMPTS), attempts })), []);
    deepEqual(goes(aHistory({ tasks: task(KEPT_ATTEMPTS + 3), attempts })), [
      'attempts 1 2 3 (uncounted)',
    ]);
    deepEqual(goes(aHistory({ tasks: task(KEPT_ATTEMPTS + 3), attempts }), 41), []);
  });

  it('are never what still counts of a task with work to do, nor an open directive', () => {
    const moment = fc.oneof(
      fc.integer({ min: -50, max: 2_000 }).map(hoursAgo),
      fc.constantFrom('', '9999-12-31T00:00:00Z'),
    );
    const histories = fc
      .record({
        status: fc.constantFrom(...TASK_STATUSES),
        hidden: fc.boolean(),
        attemptsBefore: fc.nat(150),
        moments: fc.array(moment, { minLength: 40, maxLength: 150, size: 'max' }),
        entries: fc.array(fc.record({ timestamp: moment, closed: fc.option(moment) })),
      })
      .map(({ moments, entries, ...task }) =>
        aHistory({
          tasks: [aKeptTask('a', task)],
          attempts: attemptsAt('a', moments),
          contextEntries: entries.map(({ timestamp, closed }, index) => ({
            ...{ id: `e${index}`, taskId: 'a', timestamp },
            ...(closed === null ? {} : { closedAt: closed }),
          })),
        }),
      );
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 60 }), (history, keepDays) => {
        const { byAge } = planRetention(history, { ...LIMITS, keepDays }, NOW);
        const left = applyRemovals(history, byAge);
        deepEqual(planRetention(left, { ...LIMITS, keepDays }, NOW).byAge, []);
        const [task] = history.tasks;
        const stays = new Set(left.attempts.map(({ number }) => number));
        const entries = new Set(left.contextEntries.map(({ id }) => id));
        for (const { id, closedAt } of history.contextEntries)
          ok(closedAt !== undefined || entries.has(id), 'an open directive');
        if (task === undefined || task.hidden || isFinished(task.status)) return;
        const before = history.attempts.filter(({ number }) => number <= task.attemptsBefore);
        for (const { number } of before.slice(-KEPT_ATTEMPTS)) ok(stays.has(number), 'a newest');
        for (const { number } of history.attempts)
          ok(number <= task.attemptsBefore || stays.has(number), 'one that counts');
        deepEqual(left.contextEntries, history.contextEntries);
      }),
      { numRuns: 300 },
    );
  });
});
