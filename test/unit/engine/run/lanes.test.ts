import assert from 'node:assert/strict';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { DevsConfig } from '../../../../src/model/config/config';
import type { ScriptedTurn } from '../../../support/scriptedRun';
import {
  configOf,
  FAILED,
  limitsOf,
  PASSED,
  ScriptedRun,
  taskOf,
} from '../../../support/scriptedRun';

const LIMIT: ScriptedTurn = {
  end: FAILED,
  errorTail: "You've hit your usage limit. Try again in 2 hours.",
  edits: {},
};

/** A run of tasks that work at once; each call of an agent ends when it is let go on. */
async function openRun(
  tasks: readonly string[],
  change: Partial<DevsConfig>,
  turn: (taskId: string, call: number) => ScriptedTurn,
) {
  const defined = tasks.map((id) => taskOf({ id, title: id }));
  const run = await ScriptedRun.create(
    () => ({}),
    configOf({ tasks: defined, parallel: tasks.length, ...change }),
  );
  const held = new Map<string, () => void>();
  const calls = new Map<string, number>();
  run.script = (count, { taskId }) => {
    const call = (calls.get(taskId) ?? 0) + 1;
    calls.set(taskId, call);
    return {
      reply: `STRATEGY: ${count}`,
      edits: { [`src/${taskId}.js`]: String(call) },
      ...turn(taskId, call),
      during: () => new Promise((resolve) => held.set(taskId, resolve)),
    };
  };
  run.verification = (_, { taskId }) =>
    (calls.get(taskId) ?? 0) < 2 ? { end: FAILED, output: `failed ${taskId}` } : { end: PASSED };
  const working = async (...names: readonly string[]): Promise<void> => {
    while (!names.every((name) => held.has(name))) await nextTick();
  };
  const goOn = (name: string): void => {
    const end = held.get(name);
    held.delete(name);
    end?.();
  };
  return { run, working, goOn, calls, held };
}

describe('tasks that work at once', () => {
  it('wait from their next turn on for a usage limit that another one has met', async () => {
    const config = { limits: limitsOf({ maxWait: 24 }) };
    const play = await openRun(['a', 'b'], config, (taskId, call) =>
      taskId === 'a' && call === 1 ? LIMIT : { edits: {} },
    );
    const { run, working, goOn, calls, held } = play;
    run.clock.wait = (_, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    const ended = run.run();
    await working('a', 'b');
    goOn('a');
    while (run.store.getTask('a')?.status !== 'pending') await nextTick();
    goOn('b');
    while (run.store.getTask('b')?.status !== 'pending') await nextTick();
    const until = run.store.getTask('a')?.waitingUntil;
    assert.equal(run.store.getTask('b')?.waitingUntil, until);
    assert.match(
      run.store.getTask('b')?.statusReason ?? '',
      /the agent scripted has reached its usage limit \(seen in a\)/,
    );
    assert.deepEqual([calls.get('a'), calls.get('b'), held.size], [1, 1, 0]);
    assert.equal(run.store.getTask('b')?.entropyCount, 1, 'its own turn counts');
    run.loop?.pause(false);
    assert.equal((await ended).kind, 'stopped');
  });

  it('finish their turns when the budget of the run is used up, and none begins', async () => {
    const models = [{ model: 'm', input: 60, output: 0, cacheRead: 0, cacheWrite: 0 }];
    const spends = [{ models, isPartial: false }];
    const { scripted } = configOf().agents;
    assert.ok(scripted);
    const play = await openRun(
      ['a', 'b'],
      {
        agents: { scripted: { ...scripted, steps: 'claude' } },
        ...{ budget: { run: { tokens: 100 } }, onPause: 'continue' },
      },
      () => ({ spends }),
    );
    const ended = play.run.run();
    await play.working('a', 'b');
    play.goOn('a');
    play.goOn('b');
    assert.equal((await ended).kind, 'needsHuman');
    assert.deepEqual(
      play.run.reports.map(({ reason }) => reason),
      ['BUDGET', 'BUDGET'],
    );
  });

  it('are ended together when the state cannot be written, with that error', async () => {
    const play = await openRun(['a', 'b'], {}, () => ({}));
    const { run, working, goOn } = play;
    const ended = run.run();
    await working('a', 'b');
    const { store } = run;
    const endTurn = store.endTurn.bind(store);
    store.endTurn = (turnId) => {
      store.endTurn = endTurn;
      throw new Error(`full disk at ${turnId}`);
    };
    goOn('a');
    await nextTick();
    setImmediate(() => goOn('b'));
    await assert.rejects(ended, /full disk/);
    assert.deepEqual(run.store.listRunningTurns(), []);
    assert.equal(run.store.getTask('b')?.status, 'pending');
  });

  it('end alone when devs.yaml has them no more; the others go on', async () => {
    const play = await openRun(['a', 'b'], {}, () => ({}));
    const { run, working, goOn } = play;
    const ended = run.run();
    await working('a', 'b');
    run.config = { ...run.config, tasks: run.config.tasks.filter(({ id }) => id !== 'a') };
    await run.loop?.reloadConfig();
    goOn('a');
    goOn('b');
    await working('b');
    goOn('b');
    assert.equal((await ended).kind, 'allDone');
    assert.deepEqual(
      [run.store.getTask('a')?.hidden, run.store.getTask('b')?.status],
      [true, 'done'],
    );
  });
});
