import assert from 'node:assert/strict';
import { LOOP_PRESETS } from '../../../../src/model/task/attempt';
import type { DevsConfig } from '../../../../src/model/config/config';
import {
  configOf,
  FAILED,
  limitsOf,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

/** A turn that does its task: an edit of its own, and the verification passes. */
function works(call: number): ScriptedTurn {
  return { reply: 'STRATEGY: do it', edits: { [`src/${call}.js`]: 'x' }, verify: { end: PASSED } };
}

function tasks(ids: readonly string[], change: Partial<DevsConfig> = {}): DevsConfig {
  return configOf({ tasks: ids.map((id) => taskOf({ id, title: id })), ...change });
}

/** Ids of the tasks in the order of their turns. */
function order(run: ScriptedRun): readonly string[] {
  return run.requests.map((request) => request.taskId);
}

describe('recordAttempt after every visit', () => {
  it('keeps task, time, status, work, session and agent of a visit that finished its task', async () => {
    const run = await ScriptedRun.create((call) =>
      call === 1
        ? { reply: 'STRATEGY: first', edits: { 'src/code.js': 'half' } }
        : {
            reply: 'DONE: rounding by cents',
            edits: { 'src/code.js': 'all', 'src/money.js': 'new' },
            verify: { end: PASSED },
          },
    );
    await run.run();
    const [attempt, ...others] = run.store.listAttempts({});
    assert.deepEqual(others, []);
    assert.ok(attempt !== undefined && !Number.isNaN(Date.parse(attempt.at)));
    assert.equal(attempt.taskId, 'fix');
    assert.equal(attempt.status, 'done');
    assert.equal(attempt.sessionId, 'session_1');
    assert.equal(attempt.agent, 'scripted');
    assert.deepEqual(attempt.turns, { first: 1, last: 2 });
    assert.deepEqual(
      attempt.completedWork.map((line) => line.replace(/(?<=: )[a-z]{12}$/, '(letters)')),
      [
        ...['changed src/code.js', 'changed src/money.js'],
        ...['fingerprint of their contents: (letters)', 'rounding by cents'],
      ],
    );
    assert.equal(attempt.changed, true);
    assert.equal(attempt.progress, true);
    assert.deepEqual(attempt.blockers, []);
  });

  it('names what the agent says it is blocked by, and visits the others first', async () => {
    const config = tasks(['api', 'docs']);
    const run = await ScriptedRun.create((call) => {
      if (call === 1) return { reply: 'BLOCKED: the schema generator is not built yet' };
      return works(call);
    }, config);
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    assert.deepEqual(order(run), ['api', 'docs', 'api']);
    const [first] = run.store.listAttempts({});
    assert.equal(first?.status, 'blocked');
    assert.deepEqual(first.blockers, ['the schema generator is not built yet']);
  });

  it('keeps nothing as work that the agent took back itself', async () => {
    const run = await ScriptedRun.create(
      () => ({ reply: 'tried', edits: {} }),
      tasks(['fix'], { limits: limitsOf({ turnsPerVisit: 1, loopThreshold: 1, maxPivots: 0 }) }),
    );
    await run.run();
    assert.deepEqual(run.store.listAttempts({})[0]?.completedWork, []);
  });

  it('records a visit that ended in a pause, and one that was blocked by a failure outside', async () => {
    const paused = await ScriptedRun.create(() => ({ reply: 'the same' }));
    await paused.run();
    assert.deepEqual(
      paused.store.listAttempts({}).map(({ status, turns }) => ({ status, turns })),
      [{ status: 'PAUSED_FOR_INTERVENTION', turns: { first: 1, last: 5 } }],
    );
    const outside = await ScriptedRun.create(() => ({
      end: { kind: 'exit', code: 1 },
      errorTail: 'Error: not logged in. Please run /login',
    }));
    await outside.run();
    const [attempt] = outside.store.listAttempts({});
    assert.equal(attempt?.status, 'blocked');
    assert.equal(attempt.counted, false);
    assert.equal(attempt.blockers.length, 1);
  });

  it('records the visit in whose middle the runner was killed', async () => {
    const run = await ScriptedRun.create(() => ({ reply: 'x', edits: { 'src/code.js': 'half' } }));
    const controller = new AbortController();
    run.script = (call) => ({
      ...(call === 2 ? { during: () => Promise.reject(new Error('killed')) } : {}),
      reply: 'x',
      edits: { 'src/code.js': `half ${call}` },
    });
    await assert.rejects(run.run({ signal: controller.signal }), /killed/);
    run.script = works;
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    assert.deepEqual(
      run.store.listAttempts({}).map(({ status, turns, counted }) => ({ status, turns, counted })),
      [
        { status: 'in_progress', turns: { first: 1, last: 2 }, counted: true },
        { status: 'done', turns: { first: 3, last: 3 }, counted: true },
      ],
    );
  });
});

describe('scheduler', () => {
  it('goes on with one task until it ends, unless turnsPerVisit makes it yield', async () => {
    const failsTwice = (run: () => ScriptedRun) => (call: number) => {
      const turns = run().requests.filter(({ taskId }) => taskId === run().requests.at(-1)?.taskId);
      return turns.length < 3 ? { reply: `try ${call}`, edits: { x: String(call) } } : works(call);
    };
    const play = async (turnsPerVisit: number): Promise<readonly string[]> => {
      const config = tasks(['a', 'b', 'c'], { limits: limitsOf({ turnsPerVisit }) });
      const run: ScriptedRun = await ScriptedRun.create(works, config);
      run.script = failsTwice(() => run);
      assert.deepEqual(await run.run(), { kind: 'allDone' });
      return order(run);
    };
    assert.deepEqual(await play(0), ['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c']);
    assert.deepEqual(await play(1), ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
    assert.deepEqual(await play(2), ['a', 'a', 'b', 'b', 'c', 'c', 'a', 'b', 'c']);
  });

  it('visits a task that a human lets go on before all that wait', async () => {
    const config = tasks(['a', 'b', 'c'], { limits: limitsOf({ loopThreshold: 1, maxPivots: 0 }) });
    const run = await ScriptedRun.create(() => ({ reply: 'no' }), config);
    await run.run();
    run.config = {
      ...config,
      tasks: config.tasks.map((task) => (task.id === 'a' ? task : { ...task, priority: 100 })),
    };
    assert.equal(run.intervene({ type: 'resume', taskId: 'a' }).ok, true);
    run.script = works;
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    assert.deepEqual(order(run), ['a', 'a', 'b', 'c']);
  });

  it('visits a task of higher priority first, dependencies before all', async () => {
    const config = configOf({
      tasks: [
        taskOf({ id: 'low', priority: -5 }),
        taskOf({ id: 'plain' }),
        taskOf({ id: 'high', priority: 5, dependsOn: ['low'] }),
      ],
    });
    const run = await ScriptedRun.create(works, config);
    await run.run();
    assert.deepEqual(order(run), ['plain', 'low', 'high']);
  });

  it('tells in getStatus() whether it runs, its visits, and the attempts of each task', async () => {
    const config = tasks(['a'], { limits: limitsOf({ turnsPerVisit: 1 }) });
    const run = await ScriptedRun.create(
      (call) => (call < 3 ? { reply: `no ${call}` } : works(call)),
      config,
    );
    run.script = (call) => ({
      ...(call < 3 ? { reply: `no ${call}`, edits: { x: String(call) } } : works(call)),
      during: () => {
        const status = run.loop?.getStatus();
        assert.equal(status?.running, true);
        assert.equal(status.tickCount, call - 1);
        return Promise.resolve();
      },
    });
    await run.run();
    const [newest] = run.store.listAttempts({}).slice(-1);
    assert.deepEqual(run.loop?.getStatus(), {
      running: false,
      tickCount: 3,
      loopDetection: { a: { attemptCount: 3, lastAttempt: Date.parse(newest?.at ?? '') } },
    });
  });
});

describe('a task that was taken out of devs.yaml and put back', () => {
  it('has waited since it was put back, and overtakes nobody', async () => {
    const ids = (...tasks: readonly (readonly [id: string, priority: number])[]) =>
      configOf({
        tasks: tasks.map(([id, priority]) => taskOf({ id, title: id, priority })),
        limits: limitsOf({ turnsPerVisit: 1, loopThreshold: 100 }),
      });
    const run: ScriptedRun = await ScriptedRun.create(works, ids(['b', 0]));
    await run.run({ signal: AbortSignal.abort() });
    run.config = ids(...Array.from({ length: 5 }, (_, at) => [`other-${at}`, 0] as const));
    await run.run();
    run.config = ids(['urgent', 3], ['b', 0]);
    await run.run();
    assert.deepEqual(
      run.requests.slice(-2).map(({ taskId }) => taskId),
      ['urgent', 'b'],
    );
  });
});

describe('attempts survive a restart', () => {
  it('decides after it as it would have without one', async () => {
    const config = tasks(['a', 'b'], {
      limits: limitsOf({ turnsPerVisit: 1, loopThreshold: 100 }),
      loopDetection: LOOP_PRESETS.recommended,
    });
    const stuck = (): ScriptedTurn => ({ reply: 'STRATEGY: again' });
    const whole = await ScriptedRun.create(stuck, config);
    const end = await whole.run();
    const parts = await ScriptedRun.create(stuck, config);
    let last = await stopAfterEachTurn(parts);
    for (let times = 0; last.kind === 'stopped' && times < 50; times += 1) {
      last = await stopAfterEachTurn(parts);
    }
    assert.deepEqual(last, end);
    const facts = (run: ScriptedRun): unknown =>
      run.store
        .listAttempts({})
        .map(({ taskId, status, sessionId }) => [taskId, status, sessionId]);
    assert.deepEqual(facts(parts), facts(whole));
  });
});

async function stopAfterEachTurn(run: ScriptedRun): ReturnType<ScriptedRun['run']> {
  const { script } = run;
  run.script = (call, request) => ({
    ...script(call, request),
    during: () => {
      run.loop?.pause(false);
      return Promise.resolve();
    },
  });
  try {
    return await run.run();
  } finally {
    run.script = script;
  }
}

describe('work to show, with several tasks', () => {
  const config = configOf({
    tasks: [taskOf({ id: 'idle', title: 'idle' }), taskOf({ id: 'busy', title: 'busy' })],
    limits: limitsOf({ turnsPerVisit: 1 }),
  });

  it('is a task’s own: what another one did meanwhile does not make it done', async () => {
    const run: ScriptedRun = await ScriptedRun.create(works, config);
    run.script = (call) => {
      if (run.requests.at(-1)?.taskId === 'busy') return works(call);
      return { reply: `looked ${call}`, verify: { end: call === 1 ? FAILED : PASSED } };
    };
    assert.deepEqual(await run.run(), { kind: 'donePartial', taskIds: ['idle'] });
    assert.equal(run.store.getTask('busy')?.status, 'done');
  });

  it('may have been done in an earlier visit, or by a subtask', async () => {
    const run: ScriptedRun = await ScriptedRun.create(works, config);
    run.script = (call) => {
      if (run.requests.at(-1)?.taskId === 'busy') return works(call);
      return call === 1 ? { edits: { mine: '1' } } : { reply: 'look', verify: { end: PASSED } };
    };
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    const parts = await ScriptedRun.create(works, {
      ...config,
      tasks: [
        taskOf({ id: 'whole' }),
        taskOf({ id: 'part', parent: 'whole' }),
        taskOf({ id: 'x' }),
      ],
    });
    parts.script = (call) =>
      parts.requests.at(-1)?.taskId === 'whole'
        ? { reply: 'looked', verify: { end: PASSED } }
        : works(call);
    assert.deepEqual(await parts.run(), { kind: 'allDone' });
  });
});
