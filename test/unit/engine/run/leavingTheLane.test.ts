import assert from 'node:assert/strict';
import type { DevsConfig } from '../../../../src/model/config/config';
import { buildOverview } from '../../../../src/engine/overview/buildOverview';
import {
  configOf,
  FAILED,
  limitsOf,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

const MINUTE = 60_000;
const LIMIT: ScriptedTurn = {
  end: FAILED,
  errorTail: 'Error: 429 Too Many Requests\nretry-after: 5400',
};
const OUTAGE: ScriptedTurn = {
  end: FAILED,
  errorTail: 'API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}',
};
const FAILING: ScriptedTurn = { edits: { 'src/code.js': 'wrong' } };

let solved = 0;
/** Solves its task; no two do it alike. */
function good(): ScriptedTurn {
  solved += 1;
  return { edits: { 'src/code.js': `good ${solved}` }, verify: { end: PASSED } };
}

/** Two tasks that do not depend on each other, each with its own agent. */
function twoTasks(change: Partial<DevsConfig> = {}): DevsConfig {
  const tasks = [taskOf({ id: 'one' }), taskOf({ id: 'two', agent: 'other' })];
  return configOf({ tasks, ...change });
}

/** Agents in the order in which they were called. */
function called(run: ScriptedRun): readonly string[] {
  return run.requests.map(({ definition }) => definition.name);
}

/** Instead of passing, the time of each wait stands still while `act` is done. */
function standStill(run: ScriptedRun, act: (ms: number) => void | Promise<void>): void {
  Object.assign(run.clock, {
    wait: async (ms: number): Promise<void> => {
      run.waits.push(ms);
      await act(ms);
    },
  });
}

/** A run that was ended while task `one` waited for its limit and nothing else could run. */
async function leftWaiting(config = configOf({ tasks: [taskOf({ id: 'one' })] })) {
  const run = await ScriptedRun.create((call) => (call === 1 ? LIMIT : good()), config);
  standStill(run, () => run.loop?.pause(false));
  const end = await run.run();
  run.waits.length = 0;
  return { run, end };
}

describe('a task that waits for a clock', () => {
  it('leaves the lane to others and comes back at its time', async () => {
    const run = await ScriptedRun.create((call) => (call === 1 ? LIMIT : good()), twoTasks());
    const end = await run.run();
    assert.deepEqual(called(run), ['scripted', 'other', 'scripted']);
    assert.deepEqual(end, { kind: 'allDone' });
    assert.equal(run.waits.length, 1);
    assert.ok(run.waits[0]! < 90 * MINUTE && run.waits[0]! > 89 * MINUTE);
  });

  it('comes back before tasks that were not begun, when its time comes while another one works', async () => {
    const tasks = ['one', 'two', 'three'].map((id) =>
      taskOf({ id, agent: id === 'one' ? 'scripted' : 'other' }),
    );
    const run = await ScriptedRun.create(
      (call) => ({
        ...(call === 1 ? LIMIT : good()),
        during: () => (call === 2 ? run.clock.advance(100 * MINUTE) : undefined),
      }),
      configOf({ tasks }),
    );
    await run.run();
    assert.deepEqual(called(run), ['scripted', 'other', 'scripted', 'other']);
    assert.deepEqual(run.waits, []);
  });

  it('is still in its visit: however often it waits, no attempt is evidence of a loop', async () => {
    const script = [FAILING, OUTAGE, FAILING, OUTAGE, OUTAGE, good()];
    const run = await ScriptedRun.create((call) => script[call - 1] ?? good(), twoTasks());
    await run.run();
    const [attempt, ...others] = run.store.listAttempts({ taskId: 'one' });
    assert.deepEqual(others, []);
    assert.equal(attempt?.status, 'done');
    const turns = run.store.listTurns('one').map(({ number }) => number);
    assert.deepEqual(attempt.turns, { first: turns[0], last: turns.at(-1) });
    assert.deepEqual(run.store.listEventsNamed(['loop_detected']), []);
  });

  it('says while the run sleeps what is waited for, and who needs a human', async () => {
    const tasks = [...twoTasks().tasks, taskOf({ id: 'three', agent: 'gone' })];
    const run = await ScriptedRun.create(
      (call) => (call === 1 ? LIMIT : good()),
      twoTasks({ tasks, onPause: 'continue' }),
    );
    const end = await run.run();
    const [phase, ...more] = run.phases.filter((each) => each.phase === 'waiting');
    assert.deepEqual(more, []);
    assert.ok(phase?.phase === 'waiting' && phase.taskId === 'one');
    assert.deepEqual(phase.asleep?.needsHuman, ['three']);
    assert.deepEqual(
      phase.asleep.waits.map(({ taskId }) => taskId),
      ['one'],
    );
    assert.deepEqual(end, { kind: 'needsHuman', taskIds: ['three'] });
  });

  it('is named at the end of a run that stops for a human', async () => {
    const config = twoTasks({ limits: limitsOf({ maxPivots: 0, loopThreshold: 1 }) });
    const run = await ScriptedRun.create((call) => (call === 1 ? LIMIT : FAILING), config);
    const end = await run.run();
    assert.ok(end.kind === 'needsHuman');
    assert.deepEqual(end.taskIds, ['two']);
    assert.deepEqual(
      end.waits?.map(({ taskId, reason }) => [taskId, reason.includes('retry 1 of 6')]),
      [['one', true]],
    );
    assert.deepEqual(run.waits, []);
  });

  it('holds its dependents and its parent, not the parent’s other subtasks', async () => {
    const tasks = [
      taskOf({ id: 'parent' }),
      taskOf({ id: 'one', parent: 'parent' }),
      taskOf({ id: 'two', parent: 'parent', agent: 'other' }),
      taskOf({ id: 'after', agent: 'other', dependsOn: ['one'] }),
    ];
    const run = await ScriptedRun.create(
      (call) => (call === 1 ? LIMIT : good()),
      configOf({ tasks }),
    );
    await run.run();
    assert.deepEqual(called(run).slice(0, 3), ['scripted', 'other', 'scripted']);
    assert.equal(run.waits.length, 1);
    const statuses = run.store.listTasks().map(({ status }) => status);
    assert.deepEqual(new Set(statuses), new Set(['done']));
  });

  it('pays no second call for the same limit of the same agent', async () => {
    const tasks = ['one', 'two'].map((id) => taskOf({ id }));
    const run = await ScriptedRun.create(
      (call) => (call === 1 ? LIMIT : good()),
      configOf({ tasks }),
    );
    await run.run();
    assert.equal(run.requests.length, 3);
    assert.equal(run.waits.length, 1);
  });

  it('is paused for the minutes of the run when these are up first', async () => {
    const run = await ScriptedRun.create(
      () => LIMIT,
      configOf({ limits: limitsOf({ maxMinutes: 60 }) }),
    );
    await run.run();
    assert.equal(run.requests.length, 1);
    assert.ok(run.waits.every((ms) => ms <= 60 * MINUTE));
    assert.equal(run.reports[0]?.reason, 'MAX_MINUTES');
    assert.equal(run.store.getTask('fix')?.waitingUntil, undefined);
  });
});

describe('a wait that the end of the run cut off', () => {
  it('is kept, and said not to have ended a turn', async () => {
    const { run, end } = await leftWaiting();
    assert.ok(end.kind === 'stopped' && end.whileWaiting === true);
    assert.deepEqual(
      end.waits?.map(({ taskId }) => taskId),
      ['one'],
    );
    const config = { kind: 'ok', config: run.config } as const;
    const sources = { config, store: run.store, holder: undefined, now: run.clock.now() };
    const [task] = buildOverview(sources).tasks;
    assert.equal(task?.status, 'pending');
    assert.equal(task.waitingUntil, run.store.getTask('one')?.waitingUntil);
    assert.match(task.statusReason, /^scripted has reached a limit: .*\(retry 1 of 6\)$/);
    assert.deepEqual(task.interventions, ['skip', 'resume', 'stopWaiting', 'rewind']);
    const [later] = buildOverview({ ...sources, now: new Date('2030-01-01') }).tasks;
    assert.equal(later?.waitingUntil, undefined);
  });

  it('is honoured by the next run, which pays no agent before', async () => {
    const { run } = await leftWaiting();
    standStill(run, (ms) => {
      assert.equal(run.requests.length, 1);
      run.clock.advance(ms);
    });
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    assert.equal(run.waits.length, 1);
    assert.ok(run.waits[0]! > 89 * MINUTE);
    const attempts = run.store.listAttempts({ taskId: 'one' });
    assert.deepEqual(
      attempts.map(({ turns }) => turns),
      [{ first: 1, last: 2 }],
    );
  });

  it('is over for a run that names the task', async () => {
    const { run } = await leftWaiting();
    await run.run({ taskIds: ['one'] });
    assert.equal(run.requests.length, 2);
    assert.deepEqual(run.waits, []);
  });

  it('is over once a human ends it, for all whom the limit held, and the attempt goes on with its counters', async () => {
    const tasks = ['one', 'two'].map((id) => taskOf({ id }));
    const script = [FAILING, LIMIT];
    const run = await ScriptedRun.create((call) => script[call - 1] ?? good(), configOf({ tasks }));
    standStill(run, () => run.loop?.pause(false));
    await run.run();
    run.waits.length = 0;
    const before = run.store.getTask('one');
    assert.deepEqual(run.intervene({ type: 'stopWaiting', taskId: 'two' }), {
      ok: true,
      message: 'two no longer waits.',
    });
    const after = run.store.getTask('one');
    assert.deepEqual([before?.entropyCount, after?.entropyCount], [1, 1]);
    await run.run();
    assert.deepEqual(run.waits, []);
    assert.equal(run.store.getTask('two')?.status, 'done');
    assert.deepEqual(
      run.store.listAttempts({ taskId: 'one' }).map(({ turns }) => turns),
      [{ first: 1, last: 3 }],
    );
    const [event] = run.store.listTaskEvents('two', 'intervention', 1);
    assert.equal(event?.data.what, 'stopWaiting');
  });

  it('is not ended for a task that waits for no time', async () => {
    const run = await ScriptedRun.create(good);
    assert.deepEqual(run.intervene({ type: 'stopWaiting', taskId: 'fix' }), {
      ok: false,
      message: 'fix cannot be made to stop waiting: it is pending and waits for no time.',
    });
    await run.run();
    const answer = run.intervene({ type: 'stopWaiting', taskId: 'fix' });
    assert.match(answer.message, /it is done; only a task that waits for a time can stop waiting/);
  });

  it('is over once a human resumes it, for all whom the limit held', async () => {
    const tasks = ['one', 'two'].map((id) => taskOf({ id }));
    const { run } = await leftWaiting(configOf({ tasks }));
    assert.deepEqual(run.intervene({ type: 'resume', taskId: 'two' }).ok, true);
    await run.run();
    assert.equal(run.requests.length, 3);
    assert.deepEqual(run.waits, []);
  });

  it('holds the others still when a human gives one of them another agent', async () => {
    const tasks = ['one', 'two'].map((id) => taskOf({ id }));
    const { run } = await leftWaiting(configOf({ tasks }));
    run.intervene({ type: 'resume', taskId: 'two', agent: 'other' });
    standStill(run, (ms) => run.clock.advance(ms));
    await run.run();
    assert.deepEqual(called(run), ['scripted', 'other', 'scripted']);
    assert.equal(run.waits.length, 1);
  });

  it('refuses to resume what is pending and waits for no clock', async () => {
    const run = await ScriptedRun.create(good);
    const answer = run.intervene({ type: 'resume', taskId: 'fix' });
    assert.equal(answer.ok, false);
  });
});

describe('a run that sleeps', () => {
  it('is woken by a skip, a resume or a changed devs.yaml, and does at once what can be done', async () => {
    const done = twoTasks();
    const acts: Readonly<Record<string, (run: ScriptedRun) => void | Promise<void>>> = {
      skip: (run) =>
        void run.loop?.interrupt('one', () => run.intervene({ type: 'skip', taskId: 'one' }, true)),
      resume: (run) => {
        run.intervene({ type: 'resume', taskId: 'one' }, true);
        run.loop?.wake();
      },
      'stop waiting': (run) => {
        run.intervene({ type: 'stopWaiting', taskId: 'one' }, true);
        run.loop?.wake();
      },
      'task removed': async (run) => {
        run.config = { ...done, tasks: done.tasks.slice(1) };
        await run.loop?.reloadConfig();
      },
      'agent changed': async (run) => {
        const [one, two] = done.tasks;
        run.config = { ...done, tasks: [{ ...one!, agent: 'other' }, two!] };
        await run.loop?.reloadConfig();
      },
    };
    const seen: Record<string, unknown> = {};
    for (const [name, act] of Object.entries(acts)) {
      const run = await ScriptedRun.create((call) => (call === 1 ? LIMIT : good()), twoTasks());
      let woken = false;
      Object.assign(run.clock, {
        wait: async (ms: number, signal: AbortSignal): Promise<void> => {
          run.waits.push(ms);
          await act(run);
          woken = signal.aborted;
        },
      });
      const { kind } = await run.run();
      seen[name] = [woken, kind, called(run).slice(2), run.waits.length];
    }
    assert.deepEqual(seen, {
      skip: [true, 'allDone', [], 1],
      resume: [true, 'allDone', ['scripted'], 1],
      'stop waiting': [true, 'allDone', ['scripted'], 1],
      'task removed': [true, 'allDone', [], 1],
      'agent changed': [true, 'allDone', ['other'], 1],
    });
  });

  it('ends with nothing left, in whatever moment it wakes up', async () => {
    for (let early = 0; early <= 8_000; early += 500) {
      const run = await ScriptedRun.create((call) => (call === 1 ? LIMIT : good()));
      standStill(run, (ms) => run.clock.advance(Math.max(0, ms - early)));
      assert.deepEqual(await run.run(), { kind: 'allDone' }, `${early} ms early`);
    }
  });

  it('sleeps on when it is woken for nothing, and says so once', async () => {
    const run = await ScriptedRun.create((call) => (call === 1 ? LIMIT : good()));
    standStill(run, (ms) => {
      if (run.waits.length < 4) run.loop?.wake();
      else run.clock.advance(ms);
    });
    await run.run();
    assert.equal(run.waits.length, 4);
    assert.equal(run.phases.filter(({ phase }) => phase === 'waiting').length, 1);
    assert.equal(run.requests.length, 2);
  });
});
