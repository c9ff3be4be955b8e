import assert from 'node:assert/strict';
import { recordCollaborationLoop } from '../../../../src/rules/requests/collaborationLoop';
import {
  configOf,
  failing,
  FAILED,
  limitsOf,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';
import { named } from '../../../support/sampleEvents';

/** A turn that edits and whose verification prints `output` and fails. */
function failingTurn(call: number, output: string): ScriptedTurn {
  return {
    reply: `STRATEGY: attempt ${call}`,
    edits: { 'src/code.js': `attempt ${call}` },
    verify: { end: FAILED, output },
  };
}

const ONE_STRATEGY = configOf({ limits: limitsOf({ maxPivots: 0 }) });

/**
 * The tests of docs/decisions/loop-detection-algorithm.md, "Testing Strategy", by name, with the numbers of the design (§6): the
 * first failure counts 1, progress is judged first, `loop_count` is the entropy.
 */
describe('the loop-detection-algorithm decision', () => {
  it('test_exact_error_match_increments_counter', async () => {
    const error = "TypeError: cannot read property 'x' of undefined";
    const run = await ScriptedRun.create(
      (call) => failingTurn(call, call > 2 ? 'Error: something else' : error),
      ONE_STRATEGY,
    );
    await run.run();

    const turns = run.store.listTurns('fix');
    assert.deepEqual(run.entropies(), [1, 2, 3]);
    const reasons = turns.map((turn) => (turn.outcome === 'running' ? '' : turn.reason));
    assert.doesNotMatch(reasons[0]!, /Exact error message match/);
    assert.match(reasons[1]!, /Exact error message match: the same failure as in turn 1/);
    assert.doesNotMatch(reasons[2]!, /Exact error message match/);
  });

  it('test_improved_coverage_not_counted_as_loop', async () => {
    const coverage = [60, 75];
    const run = await ScriptedRun.create((call) => ({
      ...failingTurn(call, ''),
      verify: {
        end: call > 2 ? PASSED : FAILED,
        output: 'Test failed: expected 5, got 3',
        measurement: { ...failing(1), coverage: coverage[call - 1] ?? 75 },
      },
    }));
    await run.run();

    const second = run.store.listTurns('fix')[1]!;
    assert.equal(second.outcome, 'progress');
    assert.match(second.reason, /^Test metrics show improvement/);
    assert.equal(second.entropyAfter, 0);
  });

  it('test_collaboration_loop_detection', () => {
    const ask = { from: 'backend_dev', to: 'security_expert' };
    const first = recordCollaborationLoop([], {
      ...ask,
      request: 'Can you review this authentication code?',
    });
    assert.equal(first.isLoop, false);
    const second = recordCollaborationLoop(first.chain, {
      ...ask,
      request: 'Can you review this auth code again?',
    });
    assert.equal(second.isLoop, true);
    assert.equal(second.loopCount, 1);
    assert.equal(second.reason, 'Repeated collaboration request');
  });

  it('test_gate_triggered_after_three_loops', async () => {
    const run = await ScriptedRun.create(
      (call) => failingTurn(call, 'Syntax error at line 42'),
      ONE_STRATEGY,
    );
    await run.run();

    assert.equal(run.requests.length, 3);
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    const loop = named(run.events, 'loop_detected').find(({ data }) => data.level === 'stuck');
    assert.equal(loop?.data.message, 'Loop detected after 3 attempts');
    assert.equal(loop.data.loop_count, 3);
  });

  it('test_counter_resets_on_task_completion', async () => {
    const tasks = [taskOf({ id: 'task1' }), taskOf({ id: 'task2' })];
    const run = await ScriptedRun.create(
      (call) => {
        if (call === 3) return { edits: { 'src/code.js': 'good' }, verify: { end: PASSED } };
        return failingTurn(call, 'Error');
      },
      configOf({ tasks, limits: limitsOf({ maxPivots: 0 }) }),
    );
    await run.run();

    assert.deepEqual(run.entropies('task1'), [1, 2, 0]);
    assert.equal(run.store.getTask('task1')?.status, 'done');
    assert.equal(run.store.getTask('task1')?.entropyCount, 0);
    assert.equal(run.entropies('task2')[0], 1, 'the next task begins at nothing');
    const reset = run.events.find(({ event }) => event === 'loop_counter_reset');
    assert.deepEqual(reset?.data, { reason: 'Task completed successfully', previous_count: 2 });
  });

  it('test_orchestrator_detects_regressive_progress', async () => {
    const counts = [1, 3, 5, 8];
    const run = await ScriptedRun.create(
      (call) => ({
        ...failingTurn(call, ''),
        verify: {
          end: FAILED,
          output: `${counts[call - 1] ?? 8} tests failing`,
          measurement: failing(counts[call - 1] ?? 8),
        },
      }),
      configOf({ limits: limitsOf({ loopThreshold: 4, maxPivots: 0 }) }),
    );
    await run.run();

    assert.deepEqual(run.entropies(), [1, 2, 3], 'it counts although the errors differ');
    const last = run.store.listTurns('fix').at(-1)!;
    assert.ok(last.outcome !== 'running');
    assert.match(last.reason, /moving away from goal: 1 → 3 → 5 failing/);
    assert.match(run.reports[0]!.advice[0]!, /Go back to how turn 1 left the files/);
  });

  it('test_external_dependency_failure_not_counted', async () => {
    const run = await ScriptedRun.create(() => failingTurn(1, ''));
    run.verification = (n) =>
      n <= 4
        ? { end: FAILED, output: 'API timeout: external service unavailable' }
        : { end: PASSED, output: '' };
    await run.run();

    assert.equal(run.verifications, 5);
    assert.equal(run.requests.length, 1, 'only the verification is repeated');
    assert.deepEqual(run.waits, [30_000, 60_000, 120_000, 240_000]);
    assert.deepEqual(run.entropies(), [0]);
    assert.equal(run.store.listTurns('fix')[0]?.outcome, 'success');
    assert.equal(named(run.events, 'loop_detected').length, 0);
  });

  it('test_external_dependency_failure_not_counted: nor where the agent itself meets it', async () => {
    const run = await ScriptedRun.create((call) =>
      call === 1
        ? {
            end: FAILED,
            errorTail: 'API Error: 503 Service Unavailable: external service unavailable',
          }
        : { edits: { 'src/code.js': 'good' }, verify: { end: PASSED } },
    );
    await run.run();

    const [first, second] = run.store.listTurns('fix');
    assert.equal(first?.outcome, 'not_agent');
    assert.equal(first.entropyAfter, 0);
    assert.equal(second?.outcome, 'success');
    assert.equal(named(run.events, 'loop_detected').length, 0);
  });
});
