import assert from 'node:assert/strict';
import {
  configOf,
  failing,
  FAILED,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

type Verification = NonNullable<ScriptedTurn['verify']>;

const config = configOf({ baseline: true });

/** The verification fails as many of ten tests as `src/code.js` says. */
function byContent({ files }: ScriptedRun): Verification {
  const broken = Number(/\d+/.exec(files.get('src/code.js') ?? '')?.[0] ?? '5');
  const failingTests = Array.from({ length: broken }, (_, index) => `cart › ${index}`);
  const measurement = failing(broken);
  return {
    ...{ end: broken === 0 ? PASSED : FAILED, output: `${broken} failing` },
    ...{ measurement, failingTests },
  };
}

async function runWith(edits: readonly string[], change: Partial<typeof config> = {}) {
  const run = await ScriptedRun.create(
    (call) => ({
      reply: `STRATEGY: way ${call}`,
      edits: { 'src/code.js': edits[call - 1] ?? edits.at(-1) ?? '' },
    }),
    { ...config, ...change },
  );
  run.verification = () => byContent(run);
  return run;
}

describe('the baseline of a task', () => {
  it('is measured once, before its first agent starts', async () => {
    const run = await runWith(['4', '0']);
    const calls: (string | undefined)[] = [];
    run.verification = (_, { call }) => {
      calls.push(run.requests.length === 0 ? `before: ${call}` : call);
      return byContent(run);
    };
    await run.run();
    assert.deepEqual(calls, ['before: baseline', undefined, undefined]);
    assert.equal(run.store.getTask('fix')?.status, 'done');
    const baseline = run.store.getBaseline('fix');
    assert.ok(baseline !== undefined);
    assert.deepEqual(baseline.verification.measurement, failing(5));
    assert.equal(baseline.failingTests.length, 5);
  });

  it('is shown to the agent in its first turn', async () => {
    const run = await runWith(['0']);
    await run.run();
    assert.match(run.requests[0]?.prompt ?? '', /failed \(exit code 1\) before any change/);
    assert.match(run.requests[0]?.prompt ?? '', /\n5 failing\n/);
  });

  it('is told as an event', async () => {
    const run = await runWith(['0']);
    await run.run();
    const told = run.events.find(({ event }) => event === 'baseline_measured');
    assert.deepEqual(told?.data, {
      ...{ passed: false, measurement: failing(5), durationMs: 1 },
      failing_tests: [0, 1, 2, 3, 4].map((index) => `cart › ${index}`),
    });
  });

  it('is the first measurement: as many failures are no progress, fewer are', async () => {
    const run = await runWith(['5 a', '4', '4 b', '0']);
    await run.run();
    assert.deepEqual(run.entropies(), [1, 0, 1, 0]);
  });

  it('makes no progress of repairing what the agent broke', async () => {
    const run = await runWith(['8', '5 b', '0']);
    await run.run();
    assert.deepEqual(run.entropies(), [1, 2, 0]);
  });

  it('blocks a task whose verification cannot start, without an agent', async () => {
    const run = await runWith(['0']);
    run.verification = () => ({
      end: { kind: 'couldNotStart', message: 'spawn jest ENOENT', missing: 'jest' },
      output: '',
    });
    const end = await run.run();
    assert.equal(end.kind, 'needsHuman');
    assert.equal(run.requests.length, 0);
    const { status, statusReason } = run.store.getTask('fix') ?? {};
    assert.equal(status, 'blocked');
    assert.match(statusReason ?? '', /jest/);
    assert.match(statusReason ?? '', /Devs did not start the agent\./);
    assert.deepEqual(run.entropies(), [0]);
  });

  it('is not measured again where the last verification ran on the same files', async () => {
    const tasks = [taskOf(), taskOf({ id: 'second' })];
    const run = await runWith(['0'], { tasks });
    run.files.set('src/code.js', '0 at first');
    await run.run();
    assert.equal(run.store.getTask('second')?.status, 'PAUSED_FOR_INTERVENTION');
    // One for the baseline of each, the second from memory.
    assert.deepEqual(
      run.events.filter(({ event }) => event === 'baseline_measured').map(({ taskId }) => taskId),
      ['fix', 'second'],
    );
    assert.equal(
      run.verifications,
      run.store.listTurns('fix').length + 1 + run.store.listTurns('second').length,
    );
  });

  it('is measured again when a human retries the task', async () => {
    const run = await runWith(['0']);
    await run.run();
    run.intervene({ type: 'retry', taskId: 'fix' });
    assert.equal(run.store.getBaseline('fix'), undefined);
    run.files.set('src/code.js', '3');
    await run.run();
    assert.deepEqual(run.store.getBaseline('fix')?.verification.measurement, failing(3));
  });

  it('leaves out what it writes: that is no work of the agent', async () => {
    const run = await runWith(['5']);
    run.files.set('src/code.js', '5');
    run.verification = (n) => ({ ...byContent(run), writes: { 'report.xml': `${n}` } });
    await run.run();
    const [first] = run.store.listTurns('fix');
    assert.ok(first !== undefined && first.outcome !== 'running');
    assert.deepEqual(first.changedFiles, []);
  });

  it('is left out with `baseline: false`, and without a verify command', async () => {
    const off = await runWith(['0'], { baseline: false });
    await off.run();
    assert.equal(off.verifications, 1);
    const { id, title, goal, agent, dependsOn, priority } = taskOf();
    const unverified = { id, title, goal, agent, dependsOn, priority };
    const none = await runWith(['0'], { tasks: [unverified] });
    none.script = () => ({ reply: 'DONE: it' });
    await none.run();
    assert.equal(none.verifications, 0);
  });

  it('is kept when a kill ends the turn: it is not measured twice', async () => {
    const run = await runWith(['0']);
    const stop = new AbortController();
    run.script = (call) => ({
      edits: { 'src/code.js': '0' },
      ...(call === 1 ? { during: () => stop.abort() } : {}),
    });
    await run.run({ signal: stop.signal });
    await run.run();
    assert.equal(run.events.filter(({ event }) => event === 'baseline_measured').length, 1);
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });
});
