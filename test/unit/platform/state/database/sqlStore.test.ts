import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FailureAnalysisReport } from '../../../../../src/model/report/pauseReport';
import type { Store } from '../../../../../src/ports/store';
import { NO_HOPS } from '../../../../../src/model/hops/roles';
import { createMemoryStore } from '../../../../support/memoryStore';
import { TURN_END, turnStart } from './samples';
import { eventOf } from '../../../../support/sampleEvents';
import { anyCodePoint } from '../../../../support/anyCodePoint';

describe('the store', () => {
  let store: Store;
  beforeEach(async () => {
    store = await createMemoryStore();
    store.upsertTask('a', 'Task A');
  });
  afterEach(() => store.close());

  it('starts a task as pending, with all counters at 0', () => {
    assert.deepEqual(store.getTask('a'), {
      id: 'a',
      title: 'Task A',
      status: 'pending',
      statusReason: '',
      unverified: false,
      entropyCount: 0,
      pivotCount: 0,
      lastResponseHash: undefined,
      strategyNumber: 1,
      pivotDue: 0,
      startState: undefined,
      best: undefined,
      agentOverride: undefined,
      turnsBefore: 0,
      waitingUntil: undefined,
      bestTurn: undefined,
      firstTurn: 1,
      attemptsBefore: 0,
      queuedAt: 0,
      roleMemory: undefined,
      debuggerCall: undefined,
      landing: undefined,
      hidden: false,
    });
    assert.equal(store.getTask('b'), undefined);
  });

  it('writes and clears every field of a task', () => {
    const change = {
      title: 'New',
      status: 'PAUSED_FOR_INTERVENTION',
      statusReason: 'why',
      unverified: true,
      entropyCount: 2,
      pivotCount: 1,
      lastResponseHash: 'hash',
      strategyNumber: 4,
      pivotDue: 1,
      startState: 'state',
      best: { passed: 3, failed: 1, skipped: 0, coverage: 12.5 },
      agentOverride: 'codex',
      turnsBefore: 7,
      waitingUntil: '2026-01-01T00:05:00.000Z',
      bestTurn: 3,
      firstTurn: 6,
      attemptsBefore: 12,
      queuedAt: 34,
      roleMemory: {
        strategy: 4,
        loopCounters: { ...NO_HOPS, planner_to_coder: 2 },
        observed: {
          lastQuery: 'where?',
          queries: ['where?'],
          researchResults: ['abc'],
          fileChanges: ['src/a.ts'],
          state: 's1',
          states: ['s1'],
          failures: [],
          bests: 0,
        },
        research: [{ query: 'where?', result: 'there', state: 's1' }],
        researchQuality: { lastQuery: 'where?', attemptCount: 1, reasons: '' },
        trail: [{ at: '3/1', to: 'coder', request: 'do it' }],
      },
      debuggerCall: {
        turn: 5,
        taskId: 'a',
        state: { kind: 'running', checkpoint: 'c5', turnId: 't5' },
      },
      landing: { kind: 'waits', after: ['b'] },
      hidden: true,
    } as const;
    store.updateTask('a', change);
    assert.deepEqual(store.getTask('a'), { id: 'a', ...change });
    store.updateTask('a', { best: undefined, startState: undefined, agentOverride: undefined });
    assert.deepEqual(store.getTask('a'), {
      id: 'a',
      ...change,
      best: undefined,
      startState: undefined,
      agentOverride: undefined,
    });
  });

  it('shows a task again when it is added again, counters kept', () => {
    store.updateTask('a', { hidden: true, entropyCount: 2 });
    store.upsertTask('a', 'Renamed');
    const task = store.getTask('a');
    assert.equal(task?.hidden, false);
    assert.equal(task.title, 'Renamed');
    assert.equal(task.entropyCount, 2);
  });

  it('lists tasks in the order in which they were added', () => {
    for (const id of ['z', 'b', 'y']) store.upsertTask(id, id);
    store.upsertTask('z', 'changed');
    assert.deepEqual(
      store.listTasks().map((task) => task.id),
      ['a', 'z', 'b', 'y'],
    );
  });

  it('counts entropy up and refuses to write an unknown task', () => {
    assert.equal(store.incrementEntropyCount('a'), 1);
    assert.equal(store.incrementEntropyCount('a'), 2);
    assert.throws(() => store.incrementEntropyCount('b'), /no task "b"/);
    assert.throws(() => store.updateTask('b', { title: 'x' }), /no task "b"/);
  });

  it('gives a turn back as it was recorded', () => {
    const start = turnStart('a', 1);
    store.startTurn(start);
    assert.deepEqual(store.listTurns('a'), [{ ...start, outcome: 'running' }]);
    assert.deepEqual(store.listRunningTurns(), store.listTurns('a'));
    store.endTurn(start.id, TURN_END);
    assert.deepEqual(store.listTurns('a'), [{ ...start, ...TURN_END }]);
    assert.deepEqual(store.listRunningTurns(), []);
  });

  it('gives a turn without verification back without one', () => {
    const { verification, ...end } = TURN_END;
    assert.ok(verification);
    store.startTurn(turnStart('a', 1));
    store.endTurn('a-1', end);
    assert.deepEqual(store.listTurns('a'), [{ ...turnStart('a', 1), ...end }]);
  });

  it('ends a turn once', () => {
    store.startTurn(turnStart('a', 1));
    store.endTurn('a-1', TURN_END);
    assert.throws(() => store.endTurn('a-1', { ...TURN_END, outcome: 'success' }), /no running/);
    assert.throws(() => store.endTurn('a-2', TURN_END), /no running turn "a-2"/);
    assert.equal(store.listTurns('a')[0]?.outcome, 'no_progress');
  });

  it('refuses two turns of the same number', () => {
    store.startTurn(turnStart('a', 1));
    assert.throws(() => store.startTurn({ ...turnStart('a', 1), id: 'other' }), /UNIQUE/);
  });

  it('lists the newest turns of one task, oldest first', () => {
    for (const number of [1, 2, 3, 4]) store.startTurn(turnStart('a', number));
    store.startTurn(turnStart('b', 1));
    assert.deepEqual(
      store.listTurns('a', 2).map((turn) => turn.number),
      [3, 4],
    );
    assert.equal(store.listTurns('a').length, 4);
    assert.equal(store.countTurns('a'), 4);
    assert.equal(store.countTurns('c'), 0);
  });

  it('summarises turns as they are now, however often it was asked before', () => {
    const shown = (): readonly string[] =>
      store
        .listTurnSummaries()
        .map((turn) => [turn.number, turn.outcome, turn.reason, turn.checkpointBefore].join(' '));
    for (const number of [1, 2, 3]) {
      store.startTurn({ ...turnStart('a', number), checkpointBefore: `before-${number}` });
    }
    assert.deepEqual(shown(), [
      '1 running  before-1',
      '2 running  before-2',
      '3 running  before-3',
    ]);
    store.endTurn('a-1', { ...TURN_END, reason: 'first' });
    assert.throws(() =>
      store.transaction(() => {
        store.endTurn('a-2', { ...TURN_END, reason: 'undone' });
        assert.equal(shown()[1], '2 no_progress undone before-2');
        throw new Error('undone');
      }),
    );
    assert.deepEqual(shown().slice(0, 2), ['1 no_progress first before-1', '2 running  before-2']);
    store.endTurn('a-2', { ...TURN_END, reason: 'second' });
    store.clearCheckpoints(['a-1']);
    store.endTurn('a-3', { ...TURN_END, reason: 'third' });
    store.forgetTurns(['a-3']);
    assert.deepEqual(shown(), ['1 no_progress first ', '2 no_progress second before-2']);
  });

  it('lists pivots oldest first', () => {
    const pivots = [1, 2].map((pivotCount) => ({
      id: `p${3 - pivotCount}`,
      taskId: 'a',
      pivotCount,
      entropyCountAtTrigger: 3,
      triggeredAt: '2026-01-01T00:00:00.000Z',
    }));
    pivots.forEach((pivot) => store.insertPivot(pivot));
    assert.deepEqual(store.listPivots('a'), pivots);
    assert.deepEqual(store.listPivots('b'), []);
    assert.deepEqual([...store.listTaskFacts().pivots], [['a', pivots]]);
  });

  it('appends failed strategies, zeroes the count and forgets', () => {
    store.recordFailure('a', 'the "first"', 'error 1');
    store.recordFailure('a', "the 'second'", 'error 2');
    const failures = {
      taskId: 'a',
      failureCount: 2,
      lastError: 'error 2',
      failedStrategies: ['the "first"', "the 'second'"],
    };
    assert.deepEqual(store.getFailures('a'), failures);
    store.resetFailures('a', { forget: false });
    assert.deepEqual(store.getFailures('a'), { ...failures, failureCount: 0 });
    store.resetFailures('a', { forget: true });
    assert.equal(store.getFailures('a'), undefined);
  });

  it('knows abandoned replies and states apart', () => {
    store.addAbandoned('a', 'reply', ['x', 'y', 'x']);
    assert.equal(store.isAbandoned('a', 'reply', 'x'), true);
    assert.equal(store.isAbandoned('a', 'state', 'x'), false);
    assert.equal(store.isAbandoned('b', 'reply', 'x'), false);
    store.clearAbandoned('a');
    assert.equal(store.isAbandoned('a', 'reply', 'x'), false);
  });

  it('keeps the newest report', () => {
    const report: FailureAnalysisReport = {
      taskId: 'a',
      reason: 'MAX_PIVOTS_EXCEEDED',
      failureCount: 3,
      failedStrategies: ['one'],
      lastError: 'e',
      createdAt: '2026-01-01T00:00:00.000Z',
      turns: [],
      advice: [],
    };
    assert.equal(store.latestReport('a'), undefined);
    store.addReport(report);
    store.addReport({ ...report, failureCount: 4 });
    assert.deepEqual(store.latestReport('a'), { ...report, failureCount: 4 });
  });

  it('reads a report that was filed before failures were named', () => {
    const turn = { number: 1, at: '2026-01-01T00:00:00.000Z', taskId: 'a', reason: 'old' };
    const old = {
      taskId: 'a',
      reason: 'MAX_TURNS',
      createdAt: turn.at,
      turns: [turn],
    };
    store.addReport(old as unknown as FailureAnalysisReport);
    const read = store.latestReport('a');
    assert.deepEqual(read?.advice, []);
    const later = { changedFiles: [], newlyFailing: [], newlyPassing: [] };
    assert.deepEqual(read.turns, [{ ...turn, ...later }]);
  });

  it('keeps hints, events, artefacts and the status of the run', () => {
    store.addHint('a', 'first', '2026-01-01T00:00:00.000Z');
    store.addHint('a', 'second', '2026-01-01T00:00:01.000Z');
    assert.deepEqual(store.listHints('a'), ['first', 'second']);
    store.clearHints('a');
    assert.deepEqual(store.listHints('a'), []);

    const events = [
      eventOf('run_started', {}, { at: '1' }),
      eventOf('turn_started', {}, { at: '2', taskId: 'a' }),
    ];
    events.forEach((event) => store.addEvent(event));
    assert.deepEqual(store.listEvents(9), [events[1], events[0]]);
    assert.deepEqual(store.listEvents(1), [events[1]]);

    store.addVerifyArtefacts(['coverage/lcov.info', 'junit.xml', 'junit.xml']);
    assert.deepEqual(store.listVerifyArtefacts(), new Set(['coverage/lcov.info', 'junit.xml']));

    assert.equal(store.getRunStatus(), 'IDLE');
    store.setRunStatus('PAUSED');
    assert.equal(store.getRunStatus(), 'PAUSED');
  });

  it('undoes everything when the work throws', () => {
    const work = (): void => {
      store.incrementEntropyCount('a');
      store.addHint('a', 'x', '1');
      throw new Error('no');
    };
    assert.throws(() => store.transaction(work), /^Error: no$/);
    assert.equal(store.getTask('a')?.entropyCount, 0);
    assert.deepEqual(store.listHints('a'), []);
  });

  it('undoes only the inner work when that throws and the outer goes on', () => {
    store.transaction(() => {
      store.incrementEntropyCount('a');
      assert.throws(() =>
        store.transaction(() => {
          store.incrementEntropyCount('a');
          throw new Error('inner');
        }),
      );
      assert.equal(store.getTask('a')?.entropyCount, 1);
    });
    assert.equal(store.getTask('a')?.entropyCount, 1);
  });

  it('refuses work that waits', () => {
    assert.throws(
      () =>
        store.transaction(() => {
          store.incrementEntropyCount('a');
          return Promise.resolve();
        }),
      /cannot wait/,
    );
    assert.equal(store.getTask('a')?.entropyCount, 0);
  });

  it('keeps any text as it is', () => {
    // A text ends at its first NUL in SQLite's own functions; nobody writes one.
    const texts = fc.string({ unit: anyCodePoint }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(texts, texts, (strategy, error) => {
        store.resetFailures('a', { forget: true });
        store.recordFailure('a', strategy, error);
        store.updateTask('a', { statusReason: error });
        assert.deepEqual(store.getFailures('a')?.failedStrategies, [strategy]);
        assert.equal(store.getTask('a')?.statusReason, error);
      }),
      { numRuns: 50 },
    );
  });
});
