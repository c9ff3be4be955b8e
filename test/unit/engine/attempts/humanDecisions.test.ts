import assert from 'node:assert/strict';
import { LOOP_PRESETS } from '../../../../src/model/task/attempt';
import { named } from '../../../support/sampleEvents';
import {
  configOf,
  limitsOf,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

const NOTHING: ScriptedTurn = { reply: 'STRATEGY: look again' };
const SPIN: ScriptedTurn = { reply: 'BLOCKED: critic:design_system unavailable' };
const FAMILY = [taskOf({ id: 'A' }), taskOf({ id: 'A.1', parent: 'A' })];

describe('attempts at subtasks, after a human decided about their parent', () => {
  it('count anew after Resume: the budget is renewed for all that counts on the task', async () => {
    const config = configOf({ tasks: FAMILY, limits: limitsOf({ turnsPerVisit: 1 }) });
    const run = await ScriptedRun.create(() => NOTHING, config);
    await run.run();
    assert.equal(run.store.getTask('A')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.equal(run.store.listAttempts({ taskId: 'A.1' }).length, 5);
    assert.equal(run.intervene({ type: 'resume', taskId: 'A' }).ok, true);
    await run.run();
    const sixth = run.requests.at(5);
    assert.equal(sixth?.taskId, 'A.1');
    assert.equal(run.store.listAttempts({ taskId: 'A.1' }).length, 10);
  });

  for (const type of ['resume', 'skip', 'notALoop'] as const) {
    it(`end their authority: ${type}`, async () => {
      const limits = limitsOf({ turnsPerVisit: 1, loopThreshold: 4, maxPivots: 0 });
      const run = await ScriptedRun.create(() => SPIN, configOf({ tasks: FAMILY, limits }));
      await run.run();
      const [granted] = run.store.listContextEntries({ open: true });
      assert.equal(granted?.taskId, 'A.1');
      assert.equal(run.intervene({ type, taskId: 'A' }).ok, true);
      assert.deepEqual(run.store.listContextEntries({ open: true }), []);
    });
  }
});

describe('a task that is skipped with its subtask', () => {
  it('comes before it in the history', async () => {
    const run = await ScriptedRun.create(() => NOTHING, configOf({ tasks: FAMILY }));
    assert.equal(run.intervene({ type: 'skip', taskId: 'A' }).ok, true);
    assert.deepEqual(
      run.events.map(({ event, taskId }) => [event, taskId]),
      [
        ['task_status_changed', 'A'],
        ['task_status_changed', 'A.1'],
        ['intervention', 'A'],
      ],
    );
  });
});

describe('a subtask that waits for a decision of its own', () => {
  it('waits on when its parent is resumed, and can still be cleared of its loop', async () => {
    const tasks = [...FAMILY, taskOf({ id: 'A.2', parent: 'A', dependsOn: ['later'] })];
    const all = [...tasks, taskOf({ id: 'later', priority: -20 })];
    const limits = limitsOf({ turnsPerVisit: 1, loopThreshold: 100, maxTurns: 6 });
    const run = await ScriptedRun.create(
      () => SPIN,
      configOf({ tasks: all, limits, onPause: 'continue' }),
    );
    run.script = () => {
      const id = run.requests.at(-1)?.taskId;
      if (id === 'A.1') return SPIN;
      return id === 'later' ? { edits: { later: 'x' }, verify: { end: PASSED } } : NOTHING;
    };
    await run.run();
    assert.equal(run.store.getTask('A')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.equal(run.store.getTask('A.1')?.status, 'blocked');
    assert.equal(run.intervene({ type: 'resume', taskId: 'A' }).ok, true);
    assert.equal(run.store.getTask('A.1')?.status, 'blocked');
    assert.equal(run.intervene({ type: 'notALoop', taskId: 'A.1' }).ok, true);
  });
});

describe('a finished task that is retried', () => {
  const FIX: ScriptedTurn = {
    reply: 'STRATEGY: fix it',
    edits: { 'src/code.js': 'fixed' },
    verify: { end: PASSED },
  };

  it('is visited as often as its work was taken back before', async () => {
    const run = await ScriptedRun.create(() => FIX);
    for (let time = 1; time <= 5; time += 1) {
      await run.run();
      assert.equal(run.requests.length, time);
      assert.equal(run.files.get('src/code.js'), 'fixed');
      run.files.set('src/code.js', 'original');
      assert.equal(run.intervene({ type: 'retry', taskId: 'fix' }).ok, true);
    }
    assert.deepEqual(named(run.events, 'loop_detected'), []);
  });

  it('is done again each time, although nothing changed since; only then it is called a loop', async () => {
    const done = { reply: 'DONE: it was done already', verify: { end: PASSED } };
    const run = await ScriptedRun.create((call) => (call === 1 ? FIX : done));
    const loops = (): number => named(run.events, 'loop_detected').length;
    for (let time = 1; time <= 5; time += 1) {
      await run.run();
      assert.equal(run.requests.length, time);
      assert.equal(run.store.getTask('fix')?.status, 'done');
      assert.equal(loops(), time < 4 ? 0 : 1);
      assert.equal(run.intervene({ type: 'retry', taskId: 'fix' }).ok, true);
    }
  });

  it('is done again at least once where one attempt is enough for a loop', async () => {
    const loopDetection = { ...LOOP_PRESETS.recommended, maxAttempts: 1 };
    const done = { reply: 'DONE: nothing to do', verify: { end: PASSED } };
    const run = await ScriptedRun.create(() => done, configOf({ loopDetection }));
    await run.run();
    assert.deepEqual(named(run.events, 'loop_detected'), []);
    assert.equal(run.intervene({ type: 'retry', taskId: 'fix' }).ok, true);
    await run.run();
    assert.equal(run.requests.length, 2);
    assert.equal(named(run.events, 'loop_detected').length, 1);
  });
});

describe('a task that comes to count on another one while it is visited', () => {
  it('is visited anew: what its turns say is heard', async () => {
    const apart = [taskOf({ id: 'A' }), taskOf({ id: 'B', dependsOn: ['A'] })];
    const together = [taskOf({ id: 'A', parent: 'B' }), taskOf({ id: 'B' })];
    const limits = limitsOf({ loopThreshold: 100, maxTurns: 10 });
    const run = await ScriptedRun.create(() => NOTHING, configOf({ tasks: apart, limits }));
    run.script = (call) =>
      call > 1
        ? { reply: 'BLOCKED: the API key is missing' }
        : {
            during: async () => {
              run.config = configOf({ tasks: together, limits });
              await run.loop?.reloadConfig();
            },
          };
    assert.deepEqual(await run.run(), { kind: 'needsHuman', taskIds: ['A'] });
    assert.equal(run.requests.length, 2);
    assert.equal(run.store.getTask('A')?.status, 'blocked');
  });
});

describe('a runner that is killed before a turn, again and again', () => {
  it('leaves attempts that prove nothing', async () => {
    const limits = limitsOf({ loopThreshold: 100 });
    const run = await ScriptedRun.create(() => NOTHING, configOf({ limits }));
    run.script = () => ({ ...NOTHING, during: () => run.loop?.pause(false) });
    await run.run();
    for (let kill = 1; kill <= 10; kill += 1) {
      run.store.updateTask('fix', { status: 'in_progress' });
      const stopped = new AbortController();
      stopped.abort();
      await run.run({ signal: stopped.signal });
    }
    const attempts = run.store.listAttempts({ taskId: 'fix' });
    assert.deepEqual(
      attempts.map(({ counted }) => counted),
      [true, ...Array.from({ length: 10 }, () => false)],
    );
  });
});

describe('authority that devs.yaml does not grant any more', () => {
  const limits = limitsOf({ turnsPerVisit: 1, loopThreshold: 100 });

  /** A run that was cancelled in the turn that was told of the authority. */
  async function granted(): Promise<ScriptedRun> {
    const run = await ScriptedRun.create(() => SPIN, configOf({ limits }));
    run.script = (call) => ({
      ...SPIN,
      ...(call === 4 ? { during: () => run.loop?.pause(true) } : {}),
    });
    await run.run();
    assert.match(run.requests.at(-1)?.systemPrompt ?? '', /^UNBLOCK AUTHORITY GRANTED/);
    await run.run({ signal: AbortSignal.abort() });
    assert.equal(run.store.listContextEntries({ open: true }).length, 1);
    return run;
  }

  it('is withdrawn before the next turn of a task that was edited', async () => {
    const run = await granted();
    run.config = configOf({ limits, tasks: [taskOf({ goal: 'Another goal.' })] });
    run.script = () => ({ edits: { 'src/code.js': 'new' }, verify: { end: PASSED } });
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    assert.equal(run.requests.at(-1)?.systemPrompt, '');
    const [entry] = run.store.listContextEntries({ taskId: 'fix' });
    assert.equal(entry?.closed?.why, 'the task was edited');
  });

  it('is withdrawn before the next turn once nobody is to be granted any', async () => {
    const run = await granted();
    const loopDetection = { ...run.config.loopDetection, enableAutoUnblock: false };
    run.config = configOf({ limits, loopDetection });
    assert.deepEqual(await run.run(), { kind: 'needsHuman', taskIds: ['fix'] });
    assert.equal(run.requests.length, 5);
    assert.equal(run.requests.at(-1)?.systemPrompt, '');
    const [, entry] = run.store.listContextEntries({ taskId: 'fix' });
    assert.equal(entry?.closed?.why, 'enableAutoUnblock is off');
  });
});

describe('blockers that go and come back', () => {
  it('are granted authority once: then a human is asked', async () => {
    const limits = limitsOf({ turnsPerVisit: 1, loopThreshold: 100, maxTurns: 40 });
    const run = await ScriptedRun.create(() => SPIN, configOf({ limits }));
    run.script = (call) => (call % 4 === 0 ? { reply: 'BLOCKED: jq is missing' } : SPIN);
    assert.deepEqual(await run.run(), { kind: 'needsHuman', taskIds: ['fix'] });
    assert.equal(run.requests.length, 7);
    assert.match(run.store.getTask('fix')?.statusReason ?? '', /^No progress despite unblock/);
  });
});

describe('"this was not a loop"', () => {
  it('is no answer to a task that is blocked anew, also where the clock went back', async () => {
    const limits = limitsOf({ turnsPerVisit: 1, loopThreshold: 100 });
    const run = await ScriptedRun.create(() => SPIN, configOf({ limits }));
    await run.run();
    run.clock.advance(-7_200_000);
    assert.equal(run.intervene({ type: 'notALoop', taskId: 'fix' }).ok, true);
    run.script = () => ({ reply: 'BLOCKED: the API key is missing' });
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'blocked');
    assert.equal(run.intervene({ type: 'notALoop', taskId: 'fix' }).ok, false);
  });
});
