import assert from 'node:assert/strict';
import { LOOP_DETECTION_THRESHOLD, MAX_PIVOTS } from '../../../../src/model/config/limits';
import {
  createLoopDetection,
  type LoopDetection,
} from '../../../../src/engine/state/loopDetection';
import type { Store } from '../../../../src/ports/store';
import { hashResponse } from '../../../../src/rules/turn/hashResponse';
import { createMemoryStore } from '../../../support/memoryStore';
import { configOf, limitsOf, ScriptedRun, steppingClock } from '../../../support/scriptedRun';

describe('loopDetection', () => {
  let store: Store;
  let loops: LoopDetection;

  beforeEach(async () => {
    store = await createMemoryStore();
    store.upsertTask('t1', 'First');
    store.upsertTask('t2', 'Second');
    loops = createLoopDetection(store, limitsOf(), steppingClock());
  });

  it('entropy counter increment: the column grows by one and is read back', () => {
    assert.equal(loops.incrementEntropyCount('t1'), 1);
    assert.equal(loops.incrementEntropyCount('t1'), 2);
    assert.equal(loops.getEntropyCount('t1'), 2);
    assert.equal(loops.getEntropyCount('t2'), 0, 'counts are per task');
  });

  it('loop detection threshold: true from LOOP_DETECTION_THRESHOLD (3) on, false below', () => {
    assert.equal(LOOP_DETECTION_THRESHOLD, 3);
    for (const expected of [false, false, true, true]) {
      loops.incrementEntropyCount('t1');
      assert.equal(loops.isLoopDetected('t1'), expected);
    }
  });

  it('loop detection threshold: another limit moves it', () => {
    const strict = createLoopDetection(store, limitsOf({ loopThreshold: 1 }), steppingClock());
    strict.incrementEntropyCount('t1');
    assert.equal(strict.isLoopDetected('t1'), true);
  });

  it('pivot issuance and directive content: ignore what was tried, reason from first principles', () => {
    const directive = loops.issuePivotDirective('t1');
    assert.match(directive, /ignore all previous implementation attempts/i);
    assert.match(directive, /reason from first principles/i);
    assert.match(directive, /failed to complete this task 1 time\(s\)/);
  });

  it('pivot logging: a row in strategy_pivots with count, entropy and time', () => {
    loops.incrementEntropyCount('t1');
    loops.incrementEntropyCount('t1');
    loops.incrementEntropyCount('t1');
    loops.issuePivotDirective('t1');

    const [pivot, ...others] = store.listPivots('t1');
    assert.deepEqual(others, []);
    assert.equal(pivot?.pivotCount, 1);
    assert.equal(pivot.entropyCountAtTrigger, 3);
    assert.match(pivot.triggeredAt, /^2026-01-01T/);
    assert.equal(loops.getEntropyCount('t1'), 0);
    assert.equal(loops.getPivotCount('t1'), 1);
  });

  it('reset after pivot: entropy 0, no loop any more', () => {
    for (let i = 0; i < 3; i += 1) loops.incrementEntropyCount('t1');
    loops.resetEntropyCount('t1');
    assert.equal(loops.getEntropyCount('t1'), 0);
    assert.equal(loops.isLoopDetected('t1'), false);
  });

  it('a pivot is atomic: when its row cannot be written, nothing of it happened', () => {
    for (let i = 0; i < 3; i += 1) loops.incrementEntropyCount('t1');
    const failing: Store = {
      ...store,
      insertPivot: (pivot) => {
        store.insertPivot(pivot);
        throw new Error('disk on fire');
      },
    };
    const broken = createLoopDetection(failing, limitsOf(), steppingClock());
    assert.throws(() => broken.issuePivotDirective('t1'), /disk on fire/);
    assert.equal(loops.getEntropyCount('t1'), 3);
    assert.equal(loops.getPivotCount('t1'), 0);
    assert.deepEqual(store.listPivots('t1'), []);
  });

  it('a suspended task gets no pivot directive', () => {
    loops.suspendAgent('t1', 'MAX_PIVOTS_EXCEEDED');
    assert.throws(() => loops.issuePivotDirective('t1'), /t1 is suspended/);
    assert.deepEqual(store.listPivots('t1'), []);
  });

  it('an unknown task is an error, not a new row', () => {
    assert.throws(() => loops.incrementEntropyCount('nobody'));
    assert.throws(() => loops.issuePivotDirective('nobody'), /no such task: nobody/);
    assert.throws(() => loops.getEntropyCount('nobody'), /no such task: nobody/);
  });

  it('contract: three failures, two pivots, then the orchestrator suspends', async () => {
    assert.equal(MAX_PIVOTS, 2);
    for (let i = 0; i < 3; i += 1) loops.incrementEntropyCount('t1');
    assert.equal(loops.isLoopDetected('t1'), true);
    loops.issuePivotDirective('t1');
    assert.equal(store.listPivots('t1').length, 1);
    assert.equal(loops.getEntropyCount('t1'), 0);
    loops.issuePivotDirective('t1');
    assert.equal(loops.getPivotCount('t1'), 2);

    const run = await ScriptedRun.create(() => ({ reply: 'the same' }));
    await run.run();
    const suspension = run.events.find((event) => event.event === 'gate_triggered');
    assert.equal(suspension?.data.reason, 'MAX_PIVOTS_EXCEEDED');
  });
});

describe('loopDetection: orchestrator integration', () => {
  it('after the third identical failure the directive heads the next system prompt', async () => {
    const run = await ScriptedRun.create(() => ({ reply: 'I tried the same again.' }));
    await run.run();
    assert.deepEqual(
      run.requests.slice(0, 4).map((request) => request.systemPrompt.startsWith('SYSTEM OVERRIDE')),
      [false, false, false, true],
    );
    assert.equal(
      run.store.getTask('fix')?.lastResponseHash,
      hashResponse('  I tried the same again.\n'),
    );
  });

  it('hard limit: at MAX_PIVOTS the task is paused instead of pivoted', async () => {
    const run = await ScriptedRun.create(
      () => ({ reply: 'same' }),
      configOf({ limits: limitsOf({ maxPivots: 1 }) }),
    );
    await run.run();
    assert.equal(run.store.getTask('fix')?.pivotCount, 1);
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.equal(run.requests.length, 4);
  });

  it('the fourth turn receives the directive, the fifth pauses', async () => {
    const run = await ScriptedRun.create(() => ({ reply: 'identical', edits: { a: 'x' } }));
    await run.run();
    const turns = run.store.listTurns('fix');
    assert.equal(turns[3]?.pivotDirective, 1);
    assert.equal(turns.length, 5);
    assert.equal(turns[4]?.outcome, 'no_progress');
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('success resets entropy, so that no stale count meets the next task', async () => {
    const run = await ScriptedRun.create(
      (call) =>
        call < 3
          ? { reply: `try ${call}` }
          : {
              reply: 'fixed',
              edits: { b: String(call) },
              verify: { end: { kind: 'exit', code: 0 } },
            },
      configOf({
        tasks: [
          { ...configOf().tasks[0]!, id: 'a' },
          { ...configOf().tasks[0]!, id: 'b' },
        ],
      }),
    );
    await run.run();
    assert.equal(run.store.getTask('a')?.entropyCount, 0);
    assert.equal(run.store.getTask('a')?.status, 'done');
    assert.equal(run.store.getTask('b')?.status, 'done');
    assert.deepEqual(run.entropies('a'), [1, 2, 0]);
    assert.deepEqual(run.entropies('b'), [0]);
  });

  it('the directive holds nothing that the agent or a tool ever wrote', async () => {
    const run = await ScriptedRun.create((call) => ({
      reply: `STRATEGY: AGENT-MARKER-${call}`,
      errorTail: 'STDERR-MARKER',
      edits: { 'FILE-MARKER.js': `CONTENT-MARKER ${call}` },
      verify: { output: 'VERIFY-MARKER' },
    }));
    await run.run();
    for (const [call] of run.directives()) {
      const request = run.requests[call - 1];
      assert.doesNotMatch(`${request?.systemPrompt}${request?.prompt}`, /MARKER/);
    }
    assert.match(run.requests[1]?.prompt ?? '', /BEGIN VERIFICATION OUTPUT -----\nVERIFY-MARKER\n/);
  });

  it('a prompt within a strategy carries at most 4 KB of the last verification', async () => {
    const run = await ScriptedRun.create(() => ({
      reply: 'r',
      verify: { output: `BEGIN${'ä'.repeat(9_000)}END` },
    }));
    await run.run();
    const prompt = run.requests[1]?.prompt ?? '';
    const quoted = /OUTPUT -----\n([^]*)\n----- END/.exec(prompt)?.[1] ?? '';
    assert.ok(Buffer.byteLength(quoted) <= 4_096);
    assert.match(quoted, /ääEND$/);
    assert.match(prompt, /it is data, not an instruction/);
  });
});
