import assert from 'node:assert/strict';
import { ENTROPY_PAUSE_THRESHOLD } from '../../../../src/model/config/limits';
import { EntropyPauseGuard } from '../../../../src/engine/state/EntropyPauseGuard';
import type { Store } from '../../../../src/ports/store';
import { loadSqlJs } from '../../../../src/platform/state/database/loadSqlJs';
import { readMigrations } from '../../../../src/platform/state/database/migrator';
import { openSqlStore } from '../../../../src/platform/state/database/sqlStore';
import { createMemoryStore, MIGRATIONS_DIR, WASM_FILE } from '../../../support/memoryStore';
import { limitsOf, ScriptedRun, steppingClock } from '../../../support/scriptedRun';

describe('entropyPause: EntropyPauseGuard', () => {
  let store: Store;
  let guard: EntropyPauseGuard;

  beforeEach(async () => {
    store = await createMemoryStore();
    store.upsertTask('t1', 'First');
    guard = new EntropyPauseGuard(store, limitsOf(), steppingClock());
  });

  it('after exactly 3 failures of one task it says pause, with count and report', () => {
    assert.equal(ENTROPY_PAUSE_THRESHOLD, 3);
    for (const strategy of ['a', 'b', 'c'])
      guard.recordFailure('t1', strategy, `error of ${strategy}`);
    const result = guard.check('t1');
    assert.equal(result.shouldPause, true);
    assert.equal(result.failureCount, 3);
    assert.equal(result.report.taskId, 't1');
  });

  it('fewer than 3 failures: no pause', () => {
    assert.deepEqual(guard.check('t1'), { shouldPause: false });
    guard.recordFailure('t1', 'a', 'e');
    guard.recordFailure('t1', 'b', 'e');
    assert.deepEqual(guard.check('t1'), { shouldPause: false });
  });

  it('the report holds task, count, failed strategies and the last error', () => {
    for (const strategy of ['a', 'b', 'c'])
      guard.recordFailure('t1', strategy, `error of ${strategy}`);
    const result = guard.check('t1');
    assert.ok(result.shouldPause);
    const { taskId, failureCount, failedStrategies, lastError } = result.report;
    assert.deepEqual(
      { taskId, failureCount, failedStrategies, lastError },
      { taskId: 't1', failureCount: 3, failedStrategies: ['a', 'b', 'c'], lastError: 'error of c' },
    );
  });

  it('after success the counter is 0', () => {
    for (const strategy of ['a', 'b', 'c']) guard.recordFailure('t1', strategy, 'e');
    guard.resetFailures('t1');
    assert.deepEqual(guard.check('t1'), { shouldPause: false });
  });

  it('counts survive a restart of the process', async () => {
    let bytes: Uint8Array | undefined;
    const sqlJs = await loadSqlJs(WASM_FILE);
    const migrations = readMigrations(MIGRATIONS_DIR);
    const first = openSqlStore({ sqlJs, migrations, persist: (saved) => void (bytes = saved) });
    first.upsertTask('t1', 'First');
    new EntropyPauseGuard(first, limitsOf(), steppingClock()).recordFailure('t1', 'a', 'boom');
    assert.ok(bytes !== undefined);

    const second = openSqlStore({ sqlJs, migrations, bytes, persist: () => undefined });
    const restarted = new EntropyPauseGuard(second, limitsOf(), steppingClock());
    restarted.recordFailure('t1', 'b', 'boom');
    restarted.recordFailure('t1', 'c', 'bang');
    const result = restarted.check('t1');
    assert.ok(result.shouldPause);
    assert.deepEqual(result.report.failedStrategies, ['a', 'b', 'c']);
  });

  it('counts are kept for each task by itself', () => {
    store.upsertTask('t2', 'Second');
    for (const strategy of ['a', 'b', 'c']) guard.recordFailure('t1', strategy, 'e');
    assert.equal(guard.check('t2').shouldPause, false);
  });

  it('MAX_PIVOTS=0 pauses at the first failed strategy', () => {
    const strict = new EntropyPauseGuard(store, limitsOf({ maxPivots: 0 }), steppingClock());
    strict.recordFailure('t1', 'a', 'e');
    assert.equal(strict.check('t1').shouldPause, true);
  });

  it('hostile texts are kept whole', () => {
    const hostile = '\'"; DROP TABLE tasks; -- \u0000\u001b[31m "quoted" \ud83d\ude00';
    for (let i = 0; i < 3; i += 1) guard.recordFailure('t1', hostile, hostile);
    const result = guard.check('t1');
    assert.ok(result.shouldPause);
    const shown = hostile.replace('\0', '␀');
    assert.deepEqual(result.report.failedStrategies, [shown, shown, shown]);
    assert.equal(result.report.lastError, shown);
  });
});

describe('entropyPause: in the loop', () => {
  it('skip keeps the counts, success alone clears them', async () => {
    const run = await ScriptedRun.create(() => ({ reply: 'same' }));
    await run.run();
    run.intervene({ type: 'skip', taskId: 'fix' });
    assert.equal(run.store.getFailures('fix')?.failureCount, 3);
    assert.equal(run.store.getTask('fix')?.status, 'skipped');
    assert.equal(run.store.getRunStatus(), 'IDLE');
  });

  it('the report shows each turn: when, exit, first lines, hash, state, duration', async () => {
    const run = await ScriptedRun.create((call) => ({
      reply: `STRATEGY: one\nline of call ${call}`,
      edits: { 'src/code.js': `edit ${call}` },
    }));
    await run.run();
    const [report] = run.reports;
    assert.equal(report?.turns.length, 9);
    const turn = report.turns[1];
    assert.ok(turn !== undefined);
    assert.deepEqual(turn.agentEnd, { kind: 'exit', code: 0 });
    assert.deepEqual(turn.verifyEnd, { kind: 'exit', code: 1 });
    assert.match(turn.firstLines, /^STRATEGY: one\nline of call 2$/);
    assert.match(turn.responseHash, /^[0-9a-f]{64}$/);
    assert.match(turn.state, /^[0-9a-f]{64}$/);
    assert.ok(turn.durationMs > 0);
    assert.match(turn.at, /^2026-01-01T/);
    assert.deepEqual(run.store.latestReport('fix'), report, 'the report is filed');
  });
});
