import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { loadSqlJs } from '../../../../src/platform/state/database/loadSqlJs';
import { readMigrations } from '../../../../src/platform/state/database/migrator';
import { openSqlStore } from '../../../../src/platform/state/database/sqlStore';
import { MIGRATIONS_DIR, WASM_FILE } from '../../../support/memoryStore';
import { configOf, ScriptedRun, taskOf, type ScriptedTurn } from '../../../support/scriptedRun';

const STUBBORN: ScriptedTurn = { reply: 'same', edits: { 'src/code.js': 'wrong' } };

/** State and workspace as they were when a kill -9 came. */
interface Moment {
  readonly bytes: Uint8Array;
  readonly files: ReadonlyMap<string, string>;
  readonly checkpoints: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

async function momentsOfARun(): Promise<readonly Moment[]> {
  const sqlJs = await loadSqlJs(WASM_FILE);
  const moments: Moment[] = [];
  let bytes: Uint8Array = new Uint8Array();
  let run: ScriptedRun | undefined = undefined as ScriptedRun | undefined;
  const now = (): Moment => ({
    bytes,
    files: new Map(run?.files ?? []),
    checkpoints: new Map(run?.checkpoints.kept ?? []),
  });
  const store = openSqlStore({
    sqlJs,
    migrations: readMigrations(MIGRATIONS_DIR),
    persist: (saved) => {
      bytes = saved.slice();
      moments.push(now());
    },
  });
  run = await ScriptedRun.create(
    () => ({
      ...STUBBORN,
      // Killed after the agent's edit and before anything of the turn was recorded.
      during: () => void moments.push(now()),
    }),
    configOf(),
    store,
  );
  run.checkpoints.beforeRestoring = () => void moments.push(now());
  await run.run();
  return moments.slice(1);
}

describe('OrchestrationLoop: interruption', () => {
  it('a kill at any moment of any turn changes no number', async () => {
    const sqlJs = await loadSqlJs(WASM_FILE);
    const migrations = readMigrations(MIGRATIONS_DIR);
    const moments = await momentsOfARun();
    assert.ok(moments.length > 15, 'every transaction and every agent call is a moment');
    const outcomes = new Set<number>();
    for (const [index, moment] of moments.entries()) {
      const store = openSqlStore({
        sqlJs,
        migrations,
        bytes: moment.bytes,
        persist: () => undefined,
      });
      const run = await ScriptedRun.create(() => STUBBORN, configOf(), store);
      // No id comes a second time, as from a real clock.
      run.clock.newId = randomUUID;
      run.files.clear();
      for (const [path, text] of moment.files.size > 0
        ? moment.files
        : [['src/code.js', 'original'] as const]) {
        run.files.set(path, text);
      }
      for (const [id, files] of moment.checkpoints) run.checkpoints.kept.set(id, files);
      const end = await run.run();
      const counted = store.listTurns('fix').filter((turn) => turn.outcome === 'no_progress');
      assert.deepEqual(end, { kind: 'needsHuman', taskIds: ['fix'] }, `moment ${index}`);
      assert.equal(counted.length, 5, `moment ${index}`);
      assert.equal(store.listPivots('fix').length, 2, `moment ${index}`);
      assert.equal(store.getFailures('fix')?.failedStrategies.length, 3, `moment ${index}`);
      // Each pivot returns the files once; what a killed turn wrote may be the user's and is kept.
      const files = store.listEventsNamed(['pivot_files']).map(({ data }) => data);
      const pivots = files.map(({ pivotCount }) => pivotCount);
      assert.deepEqual(pivots, [1, 2], `moment ${index}`);
      const returned = files.filter(({ kind }) => kind === 'returned');
      assert.deepEqual(
        store.listRewinds().map(({ status }) => status),
        returned.map(() => 'done'),
        `moment ${index}`,
      );
      for (const each of files) assert.ok(each.kind === 'returned' || each.keptCount === 1);
      outcomes.add(returned.length);
      assert.equal(store.getRunStatus(), 'PAUSED', `moment ${index}`);
      assert.equal(store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION', `moment ${index}`);
      store.close();
    }
    assert.ok(outcomes.has(2), 'most kills leave both returns as they would have been');
  });

  it('a cancelled turn counts nothing and its directive is given again', async () => {
    const abort = new AbortController();
    const run = await ScriptedRun.create((call) =>
      call === 4 ? { ...STUBBORN, during: () => abort.abort() } : STUBBORN,
    );
    assert.deepEqual(await run.run({ signal: abort.signal }), { kind: 'cancelled' });
    assert.equal(run.store.getTask('fix')?.status, 'pending');
    assert.equal(run.store.listTurns('fix')[3]?.outcome, 'interrupted');
    assert.equal(run.store.getRunStatus(), 'IDLE');
    await run.run();
    assert.deepEqual(run.directives(), [
      [4, 1],
      [5, 1],
      [6, 2],
    ]);
  });

  it('the edits of a killed turn still count as work of the turn that is done again', async () => {
    const abort = new AbortController();
    const run = await ScriptedRun.create((call) => ({
      ...STUBBORN,
      end: { kind: 'exit', code: 1 },
      ...(call === 1 ? { during: () => abort.abort() } : {}),
    }));
    await run.run({ signal: abort.signal });
    await run.run();
    assert.deepEqual(
      run.store.listTurns('fix').map((turn) => turn.outcome),
      ['interrupted', 'no_progress', 'not_agent', 'not_agent'],
    );
  });

  it('a run that is cancelled before it begins starts no agent', async () => {
    const run = await ScriptedRun.create(() => STUBBORN);
    assert.deepEqual(await run.run({ signal: AbortSignal.abort() }), { kind: 'cancelled' });
    assert.equal(run.requests.length, 0);
  });

  it('pause ends the run after the turn, which counts', async () => {
    const run: ScriptedRun = await ScriptedRun.create(() => ({
      ...STUBBORN,
      during: () => run.loop?.pause(false),
    }));
    assert.deepEqual(await run.run(), { kind: 'stopped' });
    assert.equal(run.store.getTask('fix')?.status, 'pending');
    assert.equal(run.store.getTask('fix')?.entropyCount, 1);
  });

  it('Skip of the running task ends its agent and goes on with the next', async () => {
    let answer: Promise<unknown> = Promise.resolve();
    const run: ScriptedRun = await ScriptedRun.create(
      (call) =>
        call === 1
          ? {
              during: () => {
                answer = run.loop!.interrupt('fix', () =>
                  run.intervene({ type: 'skip', taskId: 'fix' }, true),
                );
              },
            }
          : { reply: 'ok', edits: { y: '1' }, verify: { end: { kind: 'exit', code: 0 } } },
      configOf({ tasks: [taskOf(), taskOf({ id: 'next' })] }),
    );
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    assert.deepEqual(await answer, { ok: true, message: 'Skipped fix.' });
    assert.equal(run.store.getTask('fix')?.status, 'skipped');
    assert.equal(run.store.listTurns('fix')[0]?.outcome, 'interrupted');
  });

  it('other commands in devs.yaml during a run are told to the human', async () => {
    const run: ScriptedRun = await ScriptedRun.create((call) => ({
      ...STUBBORN,
      during: async () => {
        if (call === 1) run.config = configOf({ tasks: [taskOf({ goal: 'A new goal.' })] });
        if (call === 2) run.config = configOf({ tasks: [taskOf({ verify: 'true' })] });
        await run.loop?.reloadConfig();
      },
    }));
    await run.run();
    assert.equal(run.warnings.length, 1);
    assert.match(
      run.warnings[0] ?? '',
      /now names other commands.*if you did not change them, cancel/,
    );
  });

  it('a task taken out of devs.yaml while it runs has its agent ended and is hidden', async () => {
    const run: ScriptedRun = await ScriptedRun.create((call) => ({
      ...STUBBORN,
      during: async () => {
        if (call !== 1) return;
        run.config = configOf({ tasks: [] });
        await run.loop?.reloadConfig();
      },
    }));
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    assert.equal(run.store.getTask('fix')?.hidden, true);
    assert.equal(run.store.getTask('fix')?.status, 'pending');
    assert.equal(run.requests.length, 1);
  });

  it('a changed devs.yaml that cannot be recorded changes nothing', async () => {
    const run: ScriptedRun = await ScriptedRun.create((call) => ({
      ...STUBBORN,
      during: async () => {
        if (call !== 1) return;
        run.config = configOf({ tasks: [taskOf({ id: 'new' }), taskOf()] });
        const upsertTask = run.store.upsertTask.bind(run.store);
        run.store.upsertTask = () => {
          throw new Error('the disk is full');
        };
        await assert.rejects(run.loop!.reloadConfig(), /the disk is full/);
        run.store.upsertTask = upsertTask;
        run.loop?.pause(false);
      },
    }));
    assert.deepEqual(await run.run(), { kind: 'stopped' });
    assert.deepEqual(
      run.loop?.currentConfig().tasks.map((task) => task.id),
      ['fix'],
    );
  });

  for (const [kind, what] of [
    ['missing', 'devs.yaml is gone'],
    ['invalid', 'devs.yaml has an error'],
  ] as const) {
    it(`the run goes on with what it knows when ${what}, and says so`, async () => {
      const run: ScriptedRun = await ScriptedRun.create((call) => ({
        ...STUBBORN,
        during: async () => (call === 1 ? run.loop?.reloadConfig() : undefined),
      }));
      run.configRead = () => (kind === 'missing' ? { kind } : { kind, problems: [] });
      assert.deepEqual(await run.run(), { kind: 'needsHuman', taskIds: ['fix'] });
      assert.deepEqual(run.warnings, [`${what}; the run continues with the previous version.`]);
    });
  }

  it('a devs.yaml that is read when the run is over is left to the next run', async () => {
    const run = await ScriptedRun.create(() => STUBBORN);
    await run.run();
    run.config = configOf({ tasks: [taskOf({ id: 'new' })] });
    run.store.close();
    await run.loop?.reloadConfig();
    assert.deepEqual(run.warnings, []);
  });

  it('a workspace that cannot be read ends the run with the error and leaves nothing running', async () => {
    const run: ScriptedRun = await ScriptedRun.create(() => ({
      ...STUBBORN,
      during: () => {
        run.files.keys = () => {
          throw new Error('EIO: the disk is gone');
        };
        Object.defineProperty(run.files, Symbol.iterator, {
          value: () => {
            throw new Error('EIO: the disk is gone');
          },
        });
      },
    }));
    await assert.rejects(run.run(), /the disk is gone/);
    assert.equal(run.store.getTask('fix')?.status, 'pending');
    assert.equal(run.store.listTurns('fix')[0]?.outcome, 'interrupted');
    assert.equal(run.store.getRunStatus(), 'IDLE');
  });
});

describe('OrchestrationLoop: interventions', () => {
  it('each transition that the table does not name is refused and changes nothing', async () => {
    const run = await ScriptedRun.create(() => STUBBORN);
    for (const [type, reason] of [
      ['resume', /only a paused, blocked or aborted task can be resumed/],
      ['retry', /only a finished or skipped task can be retried/],
    ] as const) {
      const answer = run.intervene({ type, taskId: 'fix' });
      assert.equal(answer.ok, false);
      assert.match(answer.message, reason);
    }
    await run.run();
    assert.equal(run.intervene({ type: 'retry', taskId: 'fix' }).ok, false);
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    run.intervene({ type: 'skip', taskId: 'fix' });
    assert.equal(run.intervene({ type: 'skip', taskId: 'fix' }).ok, false);
    assert.equal(run.intervene({ type: 'resume', taskId: 'fix' }).ok, false);
  });

  it('an unknown task or agent is named with those there are', async () => {
    const run = await ScriptedRun.create(() => STUBBORN);
    await run.run();
    assert.match(run.intervene({ type: 'skip', taskId: 'nope' }).message, /Known tasks: fix/);
    const answer = run.intervene({ type: 'resume', taskId: 'fix', agent: 'nope' });
    assert.match(answer.message, /no agent "nope" in devs\.yaml\. Known agents: scripted, other/);
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('Resume renews the budget and keeps strategies and last error for the report', async () => {
    const run = await ScriptedRun.create(() => STUBBORN);
    await run.run();
    run.intervene({ type: 'resume', taskId: 'fix' });
    const task = run.store.getTask('fix');
    assert.equal(task?.status, 'pending');
    assert.equal(task.entropyCount, 0);
    assert.equal(task.pivotCount, 0);
    const failures = run.store.getFailures('fix');
    assert.equal(failures?.failureCount, 0);
    assert.equal(failures.failedStrategies.length, 3);
    assert.equal(run.store.isAbandoned('fix', 'reply', task.lastResponseHash ?? ''), false);
    assert.equal(run.store.listPivots('fix').length, 2, 'history is kept');
  });

  it('Retry of a finished task starts with all counters at 0', async () => {
    const run = await ScriptedRun.create((call) =>
      call % 4 === 0
        ? {
            reply: 'good',
            edits: { 'src/code.js': `good ${call}` },
            verify: { end: { kind: 'exit', code: 0 } },
          }
        : STUBBORN,
    );
    await run.run();
    assert.equal(run.store.getTask('fix')?.pivotCount, 1, 'success keeps the pivot count');
    run.intervene({ type: 'retry', taskId: 'fix' });
    const task = run.store.getTask('fix');
    assert.deepEqual(
      [task?.status, task?.entropyCount, task?.pivotCount, task?.startState, task?.best],
      ['pending', 0, 0, undefined, undefined],
    );
    assert.deepEqual(await run.run(), { kind: 'allDone' });
  });
});
