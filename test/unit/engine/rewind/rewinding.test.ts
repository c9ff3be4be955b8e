import assert from 'node:assert/strict';
import type { RewindPreview } from '../../../../src/model/workspace/rewindRecord';
import { completeInterrupted } from '../../../../src/engine/rewind/finishing';
import {
  carryOut,
  previewRewinding,
  type RewindOutcome,
} from '../../../../src/engine/rewind/rewinding';
import { StateError } from '../../../../src/ports/workspaceState';
import {
  configOf,
  limitsOf,
  PASSED,
  ScriptedRun,
  taskOf,
  TERMINAL,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

const WITHOUT_PIVOTS = configOf({ limits: limitsOf({ maxPivots: 0 }) });

/** Three failing turns, each with its edits, then the pause. */
async function pausedAfter(
  edits: readonly ScriptedTurn['edits'][],
  config = WITHOUT_PIVOTS,
): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(
    (call) => ({
      reply: `attempt ${call}`,
      edits: edits[call - 1] ?? {},
    }),
    config,
  );
  await run.run();
  return run;
}

const rewindOf = (toTurn?: number) => ({ kind: 'rewind', taskId: 'fix', toTurn }) as const;
const REDO = { kind: 'redo', taskId: 'fix' } as const;

function stepsOf(outcome: RewindOutcome): readonly string[] {
  assert.ok(outcome.ok, outcome.ok ? '' : outcome.message);
  return outcome.done.steps.map(({ action, path }) => `${action} ${path}`);
}

function keptOf(done: RewindPreview): readonly string[] {
  return done.kept.map(({ path, why }) => `${path}: ${why.kind}`);
}

function filesOf(run: ScriptedRun): Readonly<Record<string, string>> {
  return Object.fromEntries([...run.files].sort());
}

describe('OrchestrationLoop: checkpoints', () => {
  it('are taken before and after each turn', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one' }, { 'src/code.js': 'two' }, {}]);
    const turns = run.store.listTurns('fix');
    const contents = await Promise.all(
      turns.map(async (turn) => {
        assert.ok(turn.outcome !== 'running');
        const ids = [turn.checkpointBefore, turn.checkpointAfter];
        return await Promise.all(
          ids.map(async (id) =>
            Buffer.from((await run.checkpoints.content(id ?? '', 'src/code.js')) ?? []).toString(),
          ),
        );
      }),
    );
    assert.deepEqual(contents, [
      ['original', 'one'],
      ['one', 'two'],
      ['two', 'two'],
    ]);
  });

  it('keep what the agent did to the repository', async () => {
    const run = await ScriptedRun.create(() => ({ edits: { 'a.js': 'x' } }), WITHOUT_PIVOTS);
    const before = { head: 'abc', branch: 'main', stashes: 0 };
    run.repository = {
      readState: () => Promise.resolve(before),
      changeSince: () => Promise.resolve({ commits: 2, stashed: 0, headBefore: 'abc' }),
    };
    await run.run();
    const [first] = run.store.listTurns('fix');
    assert.deepEqual(first?.repositoryBefore, before);
    assert.ok(first.outcome !== 'running');
    assert.deepEqual(first.repositoryChange, { commits: 2, stashed: 0, headBefore: 'abc' });
    const outcome = await previewRewinding(run.rewindTools(), rewindOf());
    assert.ok(outcome.ok);
    assert.equal(outcome.done.repository?.commits, 6);
  });

  it('come first: where none can be taken no agent runs', async () => {
    const run = await ScriptedRun.create(() => ({}));
    run.checkpoints.failure = 'The checkpoint could not be written: no space left on the disk.';
    await assert.rejects(run.run(), StateError);
    assert.equal(run.requests.length, 0);
    assert.equal(run.store.listTurns('fix').length, 0);
    assert.equal(run.store.getTask('fix')?.status, 'pending');
  });

  it('that fail after a turn are told; the turn is recorded all the same', async () => {
    const run = await ScriptedRun.create(
      (call) => ({
        during: () => void (run.checkpoints.failure = call === 1 ? 'Disk full.' : undefined),
      }),
      configOf({ limits: limitsOf({ maxTurns: 1 }) }),
    );
    assert.equal((await run.run()).kind, 'needsHuman');
    assert.deepEqual(run.warnings, ['Disk full.']);
    assert.deepEqual(
      run.store.listTurns('fix').map((turn) => turn.outcome),
      ['no_progress'],
    );
  });

  it('tell once what they do not keep', async () => {
    const run = await ScriptedRun.create(() => ({}), WITHOUT_PIVOTS);
    const record = run.checkpoints.record.bind(run.checkpoints);
    run.checkpoints.record = async () => ({
      ...(await record()),
      notes: ['big.bin (80 MB) is larger than 25 MB and not kept.'],
    });
    await run.run();
    assert.deepEqual(run.warnings, ['big.bin (80 MB) is larger than 25 MB and not kept.']);
  });
});

describe('a rewind', () => {
  it('goes back to before the first turn: restores, brings back, deletes', async () => {
    const run = await pausedAfter([
      { 'src/code.js': 'one', 'src/new.js': 'made' },
      { 'README.md': null },
      { 'src/new.js': 'changed' },
    ]);
    // The file was there from the start, so deleting it is the agent's doing.
    const outcome = await carryOut(run.rewindTools(), rewindOf());
    assert.deepEqual(stepsOf(outcome), ['restore src/code.js', 'delete src/new.js']);
    assert.deepEqual(filesOf(run), { 'src/code.js': 'original' });
  });

  it('goes back to after a turn', async () => {
    const run = await pausedAfter([
      { 'src/code.js': 'one' },
      { 'src/code.js': null },
      { 'b.js': 'b' },
    ]);
    const outcome = await carryOut(run.rewindTools(), rewindOf(1));
    assert.deepEqual(stepsOf(outcome), ['delete b.js', 'recreate src/code.js']);
    assert.deepEqual(filesOf(run), { 'src/code.js': 'one' });
  });

  it('keeps what you changed since, unless you choose it', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one', 'b.js': 'b' }]);
    run.files.set('b.js', 'mine now');
    run.files.set('notes.md', 'mine alone');
    const outcome = await carryOut(run.rewindTools(), rewindOf());
    assert.deepEqual(stepsOf(outcome), ['restore src/code.js']);
    assert.ok(outcome.ok);
    assert.deepEqual(keptOf(outcome.done), ['b.js: editedSince']);
    assert.deepEqual(filesOf(run), {
      'b.js': 'mine now',
      'notes.md': 'mine alone',
      'src/code.js': 'original',
    });
    const all = await carryOut(run.rewindTools(), rewindOf(), { also: 'all', except: [] });
    assert.deepEqual(stepsOf(all), ['delete b.js']);
    assert.deepEqual(filesOf(run), { 'notes.md': 'mine alone', 'src/code.js': 'original' });
  });

  it('leaves out what you except, and refuses a choice that is not there', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one', 'b.js': 'b' }]);
    const none = await carryOut(run.rewindTools(), rewindOf(), { also: ['c.js'], except: [] });
    assert.deepEqual(none, {
      ok: false,
      message: 'c.js is not among the files that this rewind would change or keep.',
    });
    const outcome = await carryOut(run.rewindTools(), rewindOf(), { also: [], except: ['b.js'] });
    assert.deepEqual(stepsOf(outcome), ['restore src/code.js']);
    assert.equal(run.files.get('b.js'), 'b');
  });

  it('keeps what a later task changed', async () => {
    const tasks = [taskOf(), taskOf({ id: 'next', dependsOn: ['fix'] })];
    const run = await ScriptedRun.create(
      (call) => ({
        edits: call === 1 ? { 'shared.js': 'fix', 'own.js': 'fix' } : { 'shared.js': 'next' },
        verify: { end: PASSED },
      }),
      configOf({ tasks }),
    );
    await run.run();
    const outcome = await carryOut(run.rewindTools(), rewindOf());
    assert.ok(outcome.ok);
    assert.deepEqual(stepsOf(outcome), ['delete own.js']);
    assert.deepEqual(
      outcome.done.kept.map(({ path, why }) => [path, why]),
      [['shared.js', { kind: 'editedSince', others: ['next'] }]],
    );
    assert.deepEqual(filesOf(run), { 'shared.js': 'next', 'src/code.js': 'original' });
  });

  it('of a task with subtasks undoes theirs, of a subtask its own alone', async () => {
    const tasks = [
      taskOf({ id: 'whole' }),
      taskOf({ id: 'part-a', parent: 'whole' }),
      taskOf({ id: 'part-b', parent: 'whole' }),
    ];
    const run = await ScriptedRun.create(
      (call) => ({ edits: { [`${call}.js`]: 'x' }, verify: { end: PASSED } }),
      configOf({ tasks }),
    );
    await run.run();
    assert.deepEqual(
      run.store.listTurns('whole').map((turn) => turn.taskId),
      ['part-a', 'part-b', 'whole'],
    );
    const part = await previewRewinding(run.rewindTools(), {
      ...rewindOf(),
      taskId: 'part-b',
    });
    assert.deepEqual(stepsOf(part), ['delete 2.js']);
    const whole = await previewRewinding(run.rewindTools(), { ...rewindOf(), taskId: 'whole' });
    assert.deepEqual(stepsOf(whole), ['delete 1.js', 'delete 2.js', 'delete 3.js']);
  });

  it('after a retry goes back to before the first turn since then', async () => {
    const run = await ScriptedRun.create((call) => ({
      edits: { 'src/code.js': `turn ${call}` },
      verify: { end: PASSED },
    }));
    await run.run();
    assert.equal(run.intervene({ type: 'retry', taskId: 'fix' }).ok, true);
    await run.run();
    await carryOut(run.rewindTools(), rewindOf());
    assert.equal(run.files.get('src/code.js'), 'turn 1');
  });

  it('after a retry without a new turn knows the turns before it', async () => {
    const run = await ScriptedRun.create((call) => ({
      edits: { 'src/code.js': call === 1 ? 'half' : 'good' },
      ...(call === 2 && { verify: { end: PASSED } }),
    }));
    await run.run();
    assert.equal(run.intervene({ type: 'retry', taskId: 'fix' }).ok, true);
    const half = await carryOut(run.rewindTools(), rewindOf(1));
    assert.ok(half.ok);
    assert.equal(run.files.get('src/code.js'), 'half');
    const start = await carryOut(run.rewindTools(), rewindOf());
    assert.ok(start.ok);
    assert.equal(run.files.get('src/code.js'), 'original');
  });

  it('goes forward again to a turn that an earlier rewind left behind', async () => {
    const run = await pausedAfter([
      { 'src/code.js': 'one', 'a.js': 'a' },
      { 'src/code.js': 'two' },
      { 'b.js': 'b' },
    ]);
    await carryOut(run.rewindTools(), rewindOf());
    run.files.set('mine.md', 'mine');
    const forward = await carryOut(run.rewindTools(), rewindOf(2));
    assert.deepEqual(stepsOf(forward), ['recreate a.js', 'restore src/code.js']);
    assert.deepEqual(filesOf(run), { 'a.js': 'a', 'mine.md': 'mine', 'src/code.js': 'two' });
    run.files.set('a.js', 'mine now');
    const again = await carryOut(run.rewindTools(), rewindOf(3));
    assert.ok(again.ok);
    assert.deepEqual(stepsOf(again), ['recreate b.js']);
    assert.deepEqual(keptOf(again.done), ['a.js: editedSince']);
  });

  it('keeps what changed in a turn that is not on record any more', async () => {
    const run = await pausedAfter([
      { 'src/code.js': 'one' },
      { 'b.js': 'b', 'src/code.js': 'two' },
      { 'c.js': 'c' },
    ]);
    const [, second, third] = run.store.listTurns('fix');
    run.store.clearCheckpoints([second?.id ?? '']);
    const outcome = await carryOut(run.rewindTools(), rewindOf());
    assert.ok(outcome.ok);
    assert.deepEqual(stepsOf(outcome), ['delete c.js']);
    assert.deepEqual(keptOf(outcome.done), ['b.js: unwatched', 'src/code.js: unwatched']);
    run.store.clearCheckpoints([third?.id ?? '']);
    const open = await carryOut(run.rewindTools(), rewindOf(), { also: 'all', except: [] });
    assert.deepEqual(stepsOf(open), ['delete b.js', 'restore src/code.js']);
  });

  it('changes nothing that came since you confirmed', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one', 'b.js': 'b' }]);
    const choice = { also: [], except: [], confirmed: ['b.js'] };
    const outcome = await carryOut(run.rewindTools(), rewindOf(), choice);
    assert.deepEqual(stepsOf(outcome), ['delete b.js']);
    assert.equal(run.files.get('src/code.js'), 'one');
  });

  it('changes no counter and no status', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one' }]);
    const before = run.store.getTask('fix');
    const failures = run.store.getFailures('fix');
    await carryOut(run.rewindTools(), rewindOf());
    assert.deepEqual(run.store.getTask('fix'), before);
    assert.deepEqual(run.store.getFailures('fix'), failures);
  });

  it('says what there is to go back to', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one' }]);
    const message = async (toTurn: number): Promise<string> => {
      const outcome = await previewRewinding(run.rewindTools(), rewindOf(toTurn));
      return outcome.ok ? '' : outcome.message;
    };
    assert.equal(
      await message(9),
      'fix has no turn 9; you can go back to after one of the turns 1, 2, 3.',
    );
    const fresh = await ScriptedRun.create(() => ({}));
    const outcome = await previewRewinding(fresh.rewindTools(), rewindOf());
    assert.deepEqual(outcome, {
      ok: false,
      message: 'fix has not had a turn yet: nothing to go back to.',
    });
    const unknown = await previewRewinding(run.rewindTools(), { ...REDO, taskId: 'nope' });
    assert.match(unknown.ok ? '' : unknown.message, /^There is no task "nope" in devs.yaml/);
  });

  it('with nothing to do says so and records nothing', async () => {
    const run = await pausedAfter([{}]);
    const outcome = await carryOut(run.rewindTools(), rewindOf());
    assert.match(outcome.ok ? outcome.message : '', /^There is nothing to rewind/);
    assert.deepEqual(run.store.listRewinds(), []);
    assert.deepEqual(run.store.listTaskEvents('fix', 'intervention', 10), []);
  });

  it('is one entry in the history: who, when, what, from and to', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one' }]);
    await carryOut(run.rewindTools(), rewindOf(2));
    await carryOut(run.rewindTools(), rewindOf());
    await carryOut(run.rewindTools(), REDO);
    const history = run.store.listTaskEvents('fix', 'intervention', 10);
    const status = 'PAUSED_FOR_INTERVENTION';
    assert.deepEqual(
      history.map(({ data }) => data),
      [
        { what: 'redo', who: TERMINAL, from: status, to: status, detail: '1 file' },
        {
          what: 'rewind',
          who: TERMINAL,
          from: status,
          to: status,
          detail: 'to before its first turn, 1 file',
        },
      ],
    );
  });
});

describe('a redo', () => {
  it('undoes the newest rewind, and then the one before', async () => {
    const run = await pausedAfter([
      { 'src/code.js': 'one' },
      { 'src/code.js': 'two', 'b.js': 'b' },
    ]);
    await carryOut(run.rewindTools(), rewindOf(1));
    await carryOut(run.rewindTools(), rewindOf());
    assert.deepEqual(filesOf(run), { 'src/code.js': 'original' });
    const first = await carryOut(run.rewindTools(), REDO);
    assert.match(first.ok ? first.message : '', /^Undid the rewind of fix/);
    assert.deepEqual(filesOf(run), { 'src/code.js': 'one' });
    await carryOut(run.rewindTools(), REDO);
    assert.deepEqual(filesOf(run), { 'b.js': 'b', 'src/code.js': 'two' });
    const none = await carryOut(run.rewindTools(), REDO);
    assert.deepEqual(none, {
      ok: false,
      message: 'fix has no rewind to undo.',
    });
  });

  it('keeps what you changed since the rewind', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one', 'b.js': 'b' }]);
    await carryOut(run.rewindTools(), rewindOf());
    run.files.set('src/code.js', 'mine');
    const outcome = await carryOut(run.rewindTools(), REDO);
    assert.ok(outcome.ok);
    assert.deepEqual(stepsOf(outcome), ['recreate b.js']);
    assert.deepEqual(keptOf(outcome.done), ['src/code.js: editedSince']);
    assert.equal(run.files.get('src/code.js'), 'mine');
  });

  it('does not take what Devs itself brought back for yours', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one' }, { 'src/code.js': 'two' }]);
    await carryOut(run.rewindTools(), rewindOf(1));
    await carryOut(run.rewindTools(), REDO);
    const outcome = await carryOut(run.rewindTools(), rewindOf());
    assert.deepEqual(stepsOf(outcome), ['restore src/code.js']);
    assert.deepEqual(filesOf(run), { 'src/code.js': 'original' });
  });
});

describe('a rewind that is cut off', () => {
  const cutOff = async (run: ScriptedRun): Promise<void> => {
    run.checkpoints.beforeRestoring = (path) => {
      if (path === 'src/code.js') throw new Error('killed');
    };
    await assert.rejects(carryOut(run.rewindTools(), rewindOf()), /killed/);
    run.checkpoints.beforeRestoring = () => undefined;
  };

  it('is finished by whoever comes next, once', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one', 'a.js': 'a' }]);
    await cutOff(run);
    assert.deepEqual(filesOf(run), { 'src/code.js': 'one' });
    assert.deepEqual(await completeInterrupted(run.rewindTools()), [
      'The interrupted rewind of fix is now complete.',
    ]);
    assert.deepEqual(filesOf(run), { 'src/code.js': 'original' });
    assert.deepEqual(await completeInterrupted(run.rewindTools()), []);
    assert.equal(run.store.listTaskEvents('fix', 'intervention', 10).length, 1);
    await carryOut(run.rewindTools(), REDO);
    assert.deepEqual(filesOf(run), { 'a.js': 'a', 'src/code.js': 'one' });
  });

  it('is taken back where it cannot be finished', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one', 'a.js': 'a' }]);
    await cutOff(run);
    const [record] = run.store.listRewinds();
    const restore = run.checkpoints.restore.bind(run.checkpoints);
    run.checkpoints.restore = (request) =>
      request.to === record?.to
        ? Promise.reject(new StateError('The checkpoint is damaged.'))
        : restore(request);
    assert.deepEqual(await completeInterrupted(run.rewindTools()), [
      'The interrupted rewind of fix could not be completed and was reverted: The checkpoint is damaged.',
    ]);
    assert.deepEqual(filesOf(run), { 'a.js': 'a', 'src/code.js': 'one' });
    assert.deepEqual(run.store.listRewinds(), []);
  });

  it('whose checkpoints are gone is given up, naming the files', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one', 'a.js': 'a' }]);
    await cutOff(run);
    run.checkpoints.kept.clear();
    run.checkpoints.restore = () => Promise.reject(new StateError('The checkpoint is gone.'));
    assert.deepEqual(await completeInterrupted(run.rewindTools()), [
      'The interrupted rewind of fix could not be completed or reverted: The checkpoint is gone. ' +
        'Some of these files may have been rewound, others not: a.js, src/code.js.',
    ]);
    assert.deepEqual(run.store.listRewinds(), []);
  });

  it('that can neither be finished nor taken back now stops everything, and waits', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one' }]);
    await cutOff(run);
    run.checkpoints.restore = () => Promise.reject(new StateError('The disk is full.'));
    await assert.rejects(
      completeInterrupted(run.rewindTools()),
      /^StateError: The disk is full\.$/,
    );
    assert.equal(run.store.listRewinds()[0]?.status, 'applying');
  });

  it('that could not begin is taken back', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one' }]);
    run.checkpoints.restore = () => Promise.reject(new StateError('The disk is full.'));
    assert.deepEqual(await carryOut(run.rewindTools(), rewindOf()), {
      ok: false,
      message: 'The disk is full. No file was changed.',
    });
    assert.deepEqual(run.store.listRewinds(), []);
    assert.equal(run.files.get('src/code.js'), 'one');
  });

  /** The disk fills up when the files have been changed: nothing more can be recorded. */
  function fillAfterRestoring(run: Awaited<ReturnType<typeof pausedAfter>>): () => void {
    const transaction = run.store.transaction.bind(run.store);
    const restore = run.checkpoints.restore.bind(run.checkpoints);
    run.checkpoints.restore = async (request) => {
      const restored = await restore(request);
      run.store.transaction = () => {
        throw new StateError('The disk is full.');
      };
      return restored;
    };
    return () => {
      run.store.transaction = transaction;
      run.checkpoints.restore = restore;
    };
  }

  it('that changed the files and could not be recorded says so, and is recorded later', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one' }]);
    const thereIsSpaceAgain = fillAfterRestoring(run);
    assert.deepEqual(await carryOut(run.rewindTools(), rewindOf()), {
      ok: false,
      message:
        'The disk is full. The files have been changed, but this is not recorded yet; the next `devs` command records the change.',
    });
    assert.notEqual(run.files.get('src/code.js'), 'one');
    assert.equal(run.store.listRewinds()[0]?.status, 'applying');
    thereIsSpaceAgain();
    assert.equal((await completeInterrupted(run.rewindTools())).length, 1);
    assert.equal(run.store.listRewinds()[0]?.status, 'done');
  });

  it('that was finished and could not be recorded is not taken back', async () => {
    const run = await pausedAfter([{ 'src/code.js': 'one' }]);
    await cutOff(run);
    fillAfterRestoring(run);
    await assert.rejects(
      completeInterrupted(run.rewindTools()),
      /^StateError: The disk is full\.$/,
    );
    assert.notEqual(run.files.get('src/code.js'), 'one');
    assert.equal(run.store.listRewinds()[0]?.status, 'applying');
  });
});
