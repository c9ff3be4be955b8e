import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TASK_STATUSES, type TaskRecord } from '../../../src/model/task/task';
import type { TaskEvent } from '../../../src/model/task/taskEvent';
import { isFinished } from '../../../src/model/task/taskStatus';
import { transition } from '../../../src/model/task/transition';
import { checkTransition, TRANSITIONS } from '../../../src/model/task/transitionTable';
import { COUNTS } from '../../support/scale';

const text = fc.string({ maxLength: 40 });
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });

const task: fc.Arbitrary<TaskRecord> = fc.record({
  id: fc.constant('t1'),
  title: text,
  status: fc.constantFrom(...TASK_STATUSES),
  statusReason: text,
  unverified: fc.boolean(),
  entropyCount: fc.nat(9),
  pivotCount: fc.nat(9),
  lastResponseHash: optional(text),
  strategyNumber: fc.nat(9),
  pivotDue: fc.nat(9),
  startState: optional(text),
  best: fc.constant(undefined),
  bestTurn: optional(fc.nat(9)),
  agentOverride: optional(text),
  waitingUntil: optional(fc.constant('2026-01-01T00:00:00.000Z')),
  firstTurn: fc.nat(9),
  turnsBefore: fc.nat(9),
  attemptsBefore: fc.nat(9),
  queuedAt: fc.integer(),
  roleMemory: fc.constant(undefined),
  debuggerCall: fc.constant(undefined),
  landing: optional(fc.constant({ kind: 'lands' } as const)),
  hidden: fc.boolean(),
});

const event: fc.Arbitrary<TaskEvent> = fc.oneof(
  fc.record({ type: fc.constantFrom('started' as const, 'interrupted' as const) }),
  fc.record({
    type: fc.constant('succeeded' as const),
    ...{ reason: text, unverified: fc.boolean(), countsOnItself: fc.boolean() },
  }),
  fc.record({
    type: fc.constantFrom(
      ...(['accepted', 'partlyDone', 'blocked', 'yielded', 'loopEscalated'] as const),
    ),
    reason: text,
  }),
  fc.record({
    type: fc.constant('suspended' as const),
    reason: text,
    status: fc.constantFrom('PAUSED_FOR_INTERVENTION' as const, 'aborted_stuck' as const),
  }),
  fc.record({ type: fc.constant('delayed' as const), reason: text, until: text }),
  fc.record({
    type: fc.constant('loopEnded' as const),
    reason: text,
    status: fc.constantFrom('done' as const, 'done_partial' as const),
  }),
  fc.record({ type: fc.constantFrom('notALoop' as const, 'retry' as const) }),
  fc.record({ type: fc.constant('stopWaiting' as const), waits: fc.boolean() }),
  fc.record(
    { type: fc.constant('accept' as const), doubt: text, subtask: text },
    { requiredKeys: ['type', 'doubt'] },
  ),
  fc.record({ type: fc.constant('sendBack' as const), said: text }),
  fc.record({ type: fc.constant('discard' as const), subtask: text }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('skip' as const), with: text }, { requiredKeys: ['type'] }),
  fc.record(
    { type: fc.constant('resume' as const), waits: fc.boolean(), hint: text, agent: text },
    { requiredKeys: ['type', 'waits'] },
  ),
);

const runs = { numRuns: COUNTS.transitions };

/** Fields that no event may change: only effects reach them, or nothing does. */
const KEPT = [
  ...(['id', 'title', 'hidden', 'firstTurn', 'turnsBefore', 'attemptsBefore', 'queuedAt'] as const),
  ...(['entropyCount', 'pivotCount', 'strategyNumber', 'lastResponseHash', 'roleMemory'] as const),
] satisfies readonly (keyof TaskRecord)[];

describe('a transition of a task', () => {
  it('is refused, with a reason, exactly where the table does not allow it', () => {
    fc.assert(
      fc.property(task, event, (before, what) => {
        const waits = 'waits' in what && what.waits;
        const allowed = checkTransition(before.status, what.type, waits);
        const result = transition(before, what);
        assert.equal(result.ok, allowed.ok);
        if (!result.ok) assert.match(result.reason, /\bit is /);
      }),
      runs,
    );
  });

  it('leads to a status that the table names, and changes no field that is not its own', () => {
    fc.assert(
      fc.property(task, event, (before, what) => {
        const result = transition(before, what);
        fc.pre(result.ok);
        assert.ok(TRANSITIONS[what.type].to?.includes(result.task.status));
        for (const field of KEPT) assert.equal(result.task[field], before[field], field);
      }),
      runs,
    );
  });

  it('is recorded once where the status changes, with both statuses and the reason', () => {
    fc.assert(
      fc.property(task, event, (before, what) => {
        const result = transition(before, what);
        fc.pre(result.ok);
        const { status: to, statusReason: reason } = result.task;
        const recorded = result.effects.filter(({ type }) => type === 'recordChange');
        const expected = { type: 'recordChange', from: before.status, to, reason };
        assert.deepEqual(recorded, to === before.status ? [] : [expected]);
      }),
      runs,
    );
  });

  it('leaves only a delayed task waiting for a clock, and none landing; the end of a wait is an effect', () => {
    fc.assert(
      fc.property(task, event, (before, what) => {
        const result = transition(before, what);
        fc.pre(result.ok);
        const { waitingUntil, landing } = result.task;
        if (what.type === 'stopWaiting') {
          assert.equal(waitingUntil, before.waitingUntil);
          assert.deepEqual(result.effects, [{ type: 'endWaits' }]);
        } else {
          assert.equal(waitingUntil, what.type === 'delayed' ? what.until : undefined);
          assert.equal(landing, undefined);
        }
      }),
      runs,
    );
  });

  it('leaves a finished task as it is, unless a human reopens it or a subtask added to it is suspended', () => {
    fc.assert(
      fc.property(task, event, (before, what) => {
        fc.pre(isFinished(before.status));
        if (transition(before, what).ok)
          assert.ok(['retry', 'notALoop', 'suspended'].includes(what.type), what.type);
      }),
      runs,
    );
  });

  it('resets counters for Resume, Accept, Send back, a discarded subtask, Not a loop and Retry alone', () => {
    fc.assert(
      fc.property(task, event, (before, what) => {
        const result = transition(before, what);
        fc.pre(result.ok);
        const resets = result.effects.some(({ type }) => type === 'resetCounters');
        const isSubtask = what.type === 'discard' && what.subtask !== undefined;
        const named = ['resume', 'accept', 'sendBack', 'notALoop', 'retry'].includes(what.type);
        assert.equal(resets, named || isSubtask);
      }),
      runs,
    );
  });
});
