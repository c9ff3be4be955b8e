import type { Turn } from '../../../../src/model/turn/turn';
import { EMPTY_READER } from '../../../../src/platform/state/database/emptyReader';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TaskDefinition } from '../../../../src/model/task/task';
import {
  clockWaits,
  type ClockWait,
  type WaitReader,
} from '../../../../src/engine/scheduling/clockWaits';
import { nextTask, waitingForClock } from '../../../../src/engine/scheduling/nextTask';
import type { QueuedTask, StoreReader } from '../../../../src/ports/store';
import { configOf, taskOf } from '../../../support/scriptedRun';
import { type Changes, eventOf } from '../../../support/sampleEvents';

const NOW = new Date('2026-01-01T12:00:00.000Z');
const SOON = '2026-01-01T12:30:00.000Z';
const LATER = '2026-01-01T14:00:00.000Z';
const PAST = '2026-01-01T11:00:00.000Z';

/**
 * A store in which each of the tasks stands so; `retries`: facts of its newest scheduled retry; `limits`: until when
 * each agent is at its usage limit, met by task `met`.
 */
function storeOf(
  tasks: readonly TaskDefinition[],
  stand: Readonly<Record<string, Partial<QueuedTask>>>,
  {
    retries = {},
    limits = {},
    since = PAST,
  }: {
    readonly retries?: Readonly<Record<string, Changes>>;
    readonly limits?: Readonly<Record<string, string>>;
    readonly since?: string;
  } = {},
): WaitReader {
  return {
    ...EMPTY_READER,
    listQueue: () =>
      tasks.map(({ id }) => ({ id, status: 'pending', queuedAt: 0, ...stand[id] }) as const),
    getTask: (id) => ({ statusReason: `why ${id}` }) as ReturnType<StoreReader['getTask']>,
    listTaskEvents: (taskId, event) => {
      const facts = retries[taskId];
      return facts === undefined ? [] : [eventOf(event, facts, { taskId, at: PAST })];
    },
    listUsageLimits: () =>
      Object.entries(limits).map(([agent, until]) => ({ agent, until, since, taskId: 'met' })),
  };
}

function shown(waits: ReadonlyMap<string, ClockWait>): Readonly<Record<string, string>> {
  return Object.fromEntries([...waits].map(([id, { until }]) => [id, until]));
}

const ROLES = {
  planner: { agent: 'scripted', instructions: '' },
  coder: { agent: 'scripted', instructions: '' },
  onStuck: 'snitch',
} as const;

describe('clockWaits', () => {
  const tasks = ['a', 'b', 'c'].map((id) => taskOf({ id }));
  const config = configOf({ tasks });
  const atLimit = { agent: 'scripted', external: 'rate_limit' };

  it('holds a task until its time, with its reason, and no longer', () => {
    const store = storeOf(tasks, { a: { waitingUntil: SOON }, b: { waitingUntil: PAST } });
    assert.deepEqual(
      [...clockWaits(config, store, NOW)],
      [['a', { taskId: 'a', until: SOON, reason: 'why a' }]],
    );
    assert.equal(clockWaits(config, store, new Date(SOON)).size, 0);
  });

  it('holds nobody whose time is none, and only pending tasks', () => {
    const store = storeOf(tasks, {
      a: { waitingUntil: 'soon' },
      b: { waitingUntil: SOON, status: 'in_progress' },
      c: { waitingUntil: SOON, status: 'skipped' },
    });
    assert.equal(clockWaits(config, store, NOW).size, 0);
  });

  it('holds every task of an agent that is at its limit, until the limit is reset', () => {
    const others = [taskOf({ id: 'd', agent: 'other' }), taskOf({ id: 'e', roles: ROLES })];
    const all = [...tasks, ...others];
    const store = storeOf(all, {}, { limits: { scripted: LATER } });
    const waits = clockWaits(configOf({ tasks: all }), store, NOW);
    assert.deepEqual(shown(waits), { a: LATER, b: LATER, c: LATER });
    assert.deepEqual(waits.get('c'), {
      ...{ taskId: 'c', until: LATER, atLimit: ['scripted'] },
      reason: 'the agent scripted has reached its usage limit (seen in met)',
    });
    assert.equal(clockWaits(config, store, new Date(LATER)).size, 0);
  });

  it('holds nobody for a limit that was met later than now: the clock was set back', () => {
    const store = storeOf(tasks, {}, { limits: { scripted: LATER }, since: SOON });
    assert.equal(clockWaits(config, store, NOW).size, 0);
  });

  it('holds a task for a limit that it met itself by the limit alone, which may have ended', () => {
    const stand = { a: { waitingUntil: SOON } };
    const retries = { a: { ...atLimit, until: SOON } };
    const held = storeOf(tasks, stand, { retries, limits: { scripted: LATER } });
    assert.equal(shown(clockWaits(config, held, NOW))['a'], LATER);
    assert.equal(clockWaits(config, storeOf(tasks, stand, { retries }), NOW).size, 0);
  });

  it('holds others for no outage: only a limit is the agent’s', () => {
    const store = storeOf(
      tasks,
      { a: { waitingUntil: SOON } },
      { retries: { a: { agent: 'scripted', external: 'outage', until: SOON } } },
    );
    assert.deepEqual(shown(clockWaits(config, store, NOW)), { a: SOON });
  });

  it('does not hold a task that another agent now works on', () => {
    const store = storeOf(
      tasks,
      { a: { waitingUntil: SOON } },
      { retries: { a: { agent: 'before', external: 'outage', until: SOON } } },
    );
    assert.equal(clockWaits(config, store, NOW).size, 0);
  });

  it('believes a scheduled retry only where it is the one that is waited for', () => {
    const retries = { a: { ...atLimit, until: PAST } };
    const store = storeOf(tasks, { a: { waitingUntil: SOON } }, { retries });
    assert.deepEqual(shown(clockWaits(config, store, NOW)), { a: SOON });
  });

  it('holds a task only while its agent and all that may stand in for it are at their limits', () => {
    const { scripted, other } = configOf().agents;
    assert.ok(scripted && other);
    const agents = { scripted: { ...scripted, fallback: ['other'] }, other };
    const withFallback = configOf({ tasks, agents });
    const waitsAt = (limits: Readonly<Record<string, string>>): ReadonlyMap<string, ClockWait> =>
      clockWaits(withFallback, storeOf(tasks, {}, { limits }), NOW);
    assert.equal(waitsAt({ scripted: LATER }).size, 0);
    assert.equal(waitsAt({ other: LATER }).size, 0);
    const both = waitsAt({ scripted: LATER, other: SOON });
    assert.deepEqual(both.get('a'), {
      ...{ taskId: 'a', until: SOON, atLimit: ['scripted', 'other'] },
      reason: 'the agents scripted and other have reached their usage limits',
    });
  });

  it('leaves what can run to run, and what only waits for a clock to be waited for', () => {
    const times = fc.constantFrom(undefined, PAST, SOON, LATER);
    const standing = fc.record({
      waitingUntil: times,
      status: fc.constantFrom('pending' as const, 'done' as const, 'blocked' as const),
      limited: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(standing, { minLength: 1, maxLength: 8 }), times, (stands, until) => {
        const ids = stands.map((_, index) => `t${index}`);
        const all = ids.map((id, index) =>
          taskOf({ id, dependsOn: index % 3 === 2 ? [`t${index - 1}`] : [] }),
        );
        const stand = Object.fromEntries(
          stands.map(({ waitingUntil, status }, index) => [
            ids[index] ?? '',
            { status, ...(waitingUntil === undefined ? {} : { waitingUntil }) },
          ]),
        );
        const retries = Object.fromEntries(
          stands.map(({ waitingUntil, limited }, index) => [
            ids[index] ?? '',
            limited ? { ...atLimit, until: waitingUntil } : {},
          ]),
        );
        const scheduled = configOf({ tasks: all });
        const store = storeOf(all, stand, {
          retries,
          limits: until === undefined ? {} : { scripted: until },
        });
        const waits = clockWaits(scheduled, store, NOW);
        const next = nextTask(scheduled, store, { waits });
        const waited = waitingForClock(scheduled, store, { waits });
        // Whoever could run without clocks runs now or is waited for.
        const able = nextTask(scheduled, store) !== undefined;
        assert.equal(able, next !== undefined || waited.length > 0);
        assert.ok(next === undefined || !waits.has(next.id));
        assert.deepEqual(
          waited.map(({ until }) => until),
          waited.map(({ until }) => until).sort(),
        );
        // Nobody waits for a clock that has come.
        assert.equal(clockWaits(scheduled, store, new Date(LATER)).size, 0);
      }),
    );
  });
});

describe('work that only has to land', () => {
  it('does not wait for its agent: none is called', () => {
    const tasks = [taskOf({ id: 'a' }), taskOf({ id: 'b', review: true })];
    const change = { commit: 'c', tree: 't', files: 1, added: 1, deleted: 0 };
    const reviewed = {
      ...{ taskId: 'b', number: 1, outcome: 'success', worktree: true, endedAt: PAST },
      exit: { kind: 'ask_human', by: 'review', stopReason: '', change },
    } as unknown as Turn;
    const isolation = { land: 'files', copy: [] } as const;
    const waiting = (accepted: boolean): readonly string[] => {
      const store = {
        ...storeOf(tasks, {}, { limits: { scripted: LATER } }),
        listTurns: (id: string) => (id === 'b' ? [reviewed] : []),
        isAcceptedChange: (id: string, tree: string) => accepted && id === 'b' && tree === 't',
      };
      return [...clockWaits(configOf({ tasks, isolation }), store, NOW).keys()];
    };
    assert.deepEqual(waiting(false), ['a', 'b']);
    assert.deepEqual(waiting(true), ['a']);
  });
});

describe('the next task after a wait', () => {
  it('is, among equal ones, the one whose visit was left to wait', () => {
    const tasks = ['a', 'b', 'c'].map((id) => taskOf({ id }));
    const next = (stand: Readonly<Record<string, Partial<QueuedTask>>>): string | undefined =>
      nextTask(configOf({ tasks }), storeOf(tasks, stand))?.id;
    assert.equal(next({ b: { waitingUntil: PAST } }), 'b');
    assert.equal(next({ b: { waitingUntil: PAST, queuedAt: 1 } }), 'a');
    assert.equal(next({ b: { waitingUntil: PAST }, c: { queuedAt: -1 } }), 'c');
  });
});
