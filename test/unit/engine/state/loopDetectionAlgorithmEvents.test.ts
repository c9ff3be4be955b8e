import assert from 'node:assert/strict';
import type { DevsEvent, EventName } from '../../../../src/model/events/devsEvent';
import {
  structuredEvent,
  type StructuredEvent,
} from '../../../../src/model/events/structuredEvent';
import {
  configOf,
  FAILED,
  limitsOf,
  PASSED,
  ScriptedRun,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

const ERROR = "TypeError: cannot read property 'x' of undefined";
const ONE_STRATEGY = configOf({ limits: limitsOf({ maxPivots: 0 }) });

function failingTurn(call: number, output: string): ScriptedTurn {
  return {
    reply: `STRATEGY: attempt ${call}`,
    edits: { 'src/code.js': `attempt ${call}` },
    verify: { end: FAILED, output },
  };
}

function logged(events: readonly DevsEvent[], name: EventName): readonly StructuredEvent[] {
  return events.filter(({ event }) => event === name).map(structuredEvent);
}

/** The events of docs/decisions/loop-detection-algorithm.md, "Logging", as they are logged by a run. */
describe('the loop-detection-algorithm decision: loop_detected', () => {
  it('is told of a failure that repeats, below the threshold too, with every field', async () => {
    const run = await ScriptedRun.create((call) => failingTurn(call, ERROR), ONE_STRATEGY);
    await run.run();

    const [second, third, ...others] = logged(run.events, 'loop_detected');
    assert.deepEqual(others, []);
    const { timestamp, ...fields } = second!;
    assert.match(timestamp, /^2026-01-01T00:00:\d\d\.000Z$/);
    assert.deepEqual(fields, {
      event: 'loop_detected',
      task_id: 'fix',
      agent_id: 'scripted',
      loop_count: 2,
      error_signature: ERROR,
      is_exact_match: true,
      orchestrator_reasoning: 'Exact error message match',
      kind: 'turn_after_turn',
      level: 'suspect',
      detector: 'repeated failure',
      evidence: [1, 2],
      message: 'Exact error message match: the same failure as in turn 1',
      turn: 2,
      error_type: 'type',
    });
    assert.deepEqual(
      [third?.['level'], third?.['loop_count'], third?.['detector'], third?.['evidence']],
      ['stuck', 3, 'entropy', [1, 2, 3]],
    );
    assert.equal(third?.['is_exact_match'], true);
  });

  it('is told once the threshold is reached, whatever the errors say, with why', async () => {
    const errors = ['SyntaxError: one', 'ReferenceError: two', 'RangeError: three'];
    const run = await ScriptedRun.create(
      (call) => failingTurn(call, errors[call - 1] ?? ''),
      ONE_STRATEGY,
    );
    await run.run();

    const [only, ...others] = logged(run.events, 'loop_detected');
    assert.deepEqual(others, []);
    assert.equal(only?.['level'], 'stuck');
    assert.equal(only['is_exact_match'], false);
    assert.match(
      String(only['orchestrator_reasoning']),
      /^verification failed: exit code 1.*Loop detected after 3 attempts/,
    );
  });

  it('masks secrets in the error', async () => {
    const key = 'sk-ant-REDACTED';
    const run = await ScriptedRun.create(
      (call) => failingTurn(call, `Error: rejected api_key=${key}`),
      ONE_STRATEGY,
    );
    await run.run();
    const told = JSON.stringify(run.events);
    assert.match(told, /api_key=\*\*\*/);
    assert.doesNotMatch(told, /abcdef123456/);
  });
});

describe('the loop-detection-algorithm decision: gate_triggered', () => {
  it('names agent, attempts, reason and the failures that led to it', async () => {
    const run = await ScriptedRun.create((call) => failingTurn(call, ERROR), ONE_STRATEGY);
    await run.run();

    const [gate, ...others] = logged(run.events, 'gate_triggered');
    assert.deepEqual(others, []);
    const { failure_history: history, timestamp, ...fields } = gate!;
    assert.ok(timestamp > '2026-01-01');
    assert.deepEqual(fields, {
      event: 'gate_triggered',
      task_id: 'fix',
      agent_id: 'scripted',
      loop_count: 3,
      trigger_reason: 'Loop detected after 3 attempts',
      reason: 'MAX_PIVOTS_EXCEEDED',
      failure_count: 1,
      turn: 3,
    });
    const turns = run.store.listTurns('fix');
    assert.deepEqual(
      history,
      turns.map((turn, index) => ({
        turn: index + 1,
        agent_id: 'scripted',
        error_signature: ERROR,
        error_type: 'type',
        timestamp: turn.outcome === 'running' ? '' : turn.endedAt,
      })),
    );
  });

  it('comes with a change of status that says why', async () => {
    const run = await ScriptedRun.create((call) => failingTurn(call, ERROR), ONE_STRATEGY);
    await run.run();

    const paused = logged(run.events, 'task_status_changed').at(-1);
    assert.deepEqual(
      [paused?.['to'], paused?.['reason']],
      ['PAUSED_FOR_INTERVENTION', 'every strategy failed; it needs your decision'],
    );
  });

  it('counts every failed turn of all strategies, and lists the last ten failures', async () => {
    const run = await ScriptedRun.create((call) => failingTurn(call, `Error: number ${call}`), {
      ...ONE_STRATEGY,
      limits: limitsOf({ maxPivots: 3 }),
    });
    await run.run();

    const [gate] = logged(run.events, 'gate_triggered');
    assert.equal(gate?.['trigger_reason'], 'Loop detected after 12 attempts');
    assert.equal(gate['loop_count'], 12);
    const history = gate['failure_history'] as readonly { readonly turn: number }[];
    assert.deepEqual(
      history.map(({ turn }) => turn),
      [3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    );
  });

  it('says which limit was reached where it was no loop', async () => {
    const run = await ScriptedRun.create((call) => failingTurn(call, `Error: number ${call}`), {
      ...ONE_STRATEGY,
      limits: limitsOf({ maxTurns: 2 }),
    });
    await run.run();
    const [gate] = logged(run.events, 'gate_triggered');
    assert.equal(gate?.['trigger_reason'], 'the limit of turns for one task is reached');
    assert.equal(gate['loop_count'], 2);
  });

  it('counts from the last Resume on', async () => {
    const run = await ScriptedRun.create((call) => failingTurn(call, ERROR), ONE_STRATEGY);
    await run.run();
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();
    const second = logged(run.events, 'gate_triggered')[1];
    assert.equal(second?.['trigger_reason'], 'Loop detected after 3 attempts');
    assert.equal(second['turn'], 6);
  });
});

describe('the loop-detection-algorithm decision: loop_counter_reset', () => {
  it('names the reason and the count before it', async () => {
    const run = await ScriptedRun.create((call) =>
      call === 3
        ? { edits: { 'src/code.js': 'good' }, verify: { end: PASSED } }
        : failingTurn(call, ERROR),
    );
    await run.run();

    const [reset] = logged(run.events, 'loop_counter_reset');
    const { timestamp, ...fields } = reset!;
    assert.ok(timestamp > '2026-01-01');
    assert.deepEqual(fields, {
      event: 'loop_counter_reset',
      task_id: 'fix',
      reason: 'Task completed successfully',
      previous_count: 2,
    });
  });

  it('follows a human who lets the task go on', async () => {
    const run = await ScriptedRun.create((call) => failingTurn(call, ERROR), ONE_STRATEGY);
    await run.run();
    run.intervene({ type: 'resume', taskId: 'fix', hint: 'the secret hint' });
    const [reset] = logged(run.events, 'loop_counter_reset');
    assert.deepEqual([reset?.['reason'], reset?.['previous_count']], ['Human intervention', 3]);
    const [resume] = logged(run.events, 'intervention');
    assert.deepEqual(
      [resume?.['what'], resume?.['who'], resume?.['pid'], resume?.['detail']],
      ['resume', 'terminal', 4711, ''],
    );
    assert.equal(resume?.['with_hint'], true);
    assert.doesNotMatch(JSON.stringify(resume), /the secret hint/);
  });
});

describe('the loop-detection-algorithm decision: every event of a run', () => {
  it('is one flat object in snake case that names event, task and time', async () => {
    const run = await ScriptedRun.create((call) => failingTurn(call, ERROR));
    await run.run();
    const names = new Set(run.events.map(({ event }) => event));
    assert.ok(names.size >= 7, [...names].join(' '));
    for (const event of run.events.map(structuredEvent)) {
      assert.deepEqual(Object.keys(event).slice(0, 3), ['event', 'task_id', 'timestamp']);
      for (const name of Object.keys(event)) assert.match(name, /^[a-z]+(_[a-z]+)*$/);
      assert.doesNotMatch(JSON.stringify(event), /SYSTEM OVERRIDE|Make the test pass/);
    }
  });
});
