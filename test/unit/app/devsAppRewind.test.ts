import { runActivity } from '../../../src/model/overview/runActivity';
import assert from 'node:assert/strict';
import type { LeaseHolder } from '../../../src/model/workspace/leaseHolder';
import { StateError } from '../../../src/ports/workspaceState';
import { appOver, ownState } from '../../support/scriptedApp';
import { configOf, limitsOf, ScriptedRun } from '../../support/scriptedRun';

const WITHOUT_PIVOTS = configOf({ limits: limitsOf({ maxPivots: 0 }) });
const IN_A_TERMINAL: LeaseHolder = {
  pid: 4713,
  who: 'terminal',
  host: 'desk',
  since: '2026-01-01T00:00:00.000Z',
};

async function pausedRun(): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(
    (call) => ({ reply: 'same', edits: { 'src/code.js': `turn ${call}` } }),
    WITHOUT_PIVOTS,
  );
  await run.run();
  return run;
}

describe('DevsApp: rewind', () => {
  it('is refused while an agent is at work here, saying what to do instead', async () => {
    let said = '';
    const run: ScriptedRun = await ScriptedRun.create(() => ({
      during: async () => {
        const answer = await app.rewind('fix', {});
        said = answer.message;
        const preview = await app.previewRewind('fix', {});
        assert.equal(preview.ok, false);
      },
    }));
    const app = appOver(run);
    await app.run({ observer: run.deps().observer, signal: new AbortController().signal });
    assert.equal(
      said,
      'Pause the run first (`devs pause`): an agent is working on fix in this window.',
    );
  });

  it('is refused while an agent is at work elsewhere', async () => {
    const run = await pausedRun();
    run.store.setRunStatus('RUNNING');
    const app = appOver(run, {
      state: {
        ...ownState(run),
        acquire: () => Promise.resolve({ ok: false, holder: IN_A_TERMINAL }),
        holder: () => Promise.resolve(IN_A_TERMINAL),
      },
    });
    const answer = await app.rewind('fix', {});
    assert.equal(answer.ok, false);
    assert.match(
      answer.message,
      /^Try again in a moment: a terminal is using this workspace|in a terminal\./,
    );
    assert.equal(run.files.get('src/code.js'), 'turn 3');
  });

  it('waits for somebody who has the workspace for a moment only', async () => {
    const run = await pausedRun();
    const state = ownState(run);
    let tries = 0;
    const app = appOver(run, {
      state: {
        ...state,
        acquire: () =>
          (tries += 1) < 3
            ? Promise.resolve({ ok: false, holder: IN_A_TERMINAL })
            : state.acquire(),
      },
    });
    const answer = await app.rewind('fix', {});
    assert.equal(answer.ok, true, answer.message);
    assert.equal(run.files.get('src/code.js'), 'original');
  });

  it('neither offers a turn whose checkpoint is lost nor goes back to it, and says what is there', async () => {
    const run = await pausedRun();
    const app = appOver(run);
    const [, second] = run.store.listTurns('fix');
    assert.ok(second !== undefined && second.outcome !== 'running');
    run.checkpoints.kept.delete(second.checkpointAfter ?? '');
    const { tasks } = await app.overview();
    assert.deepEqual(
      tasks[0]?.turns.map(({ checkpoint }) => checkpoint),
      [true, false, true],
    );
    const { ok, message } = await app.rewind('fix', { toTurn: 2 });
    assert.deepEqual(
      { ok, message },
      {
        ok: false,
        message:
          'there is no checkpoint after turn 2; you can go back to after one of the turns 1, 3.',
      },
    );
    const changes = await app.changes('fix', { from: 2, to: 'now' });
    assert.match(changes.ok ? '' : changes.message, /^there is no checkpoint after turn 2; /);
    assert.equal(run.files.get('src/code.js'), 'turn 3');
  });

  it('goes past a lost checkpoint, and keeps what the agent or you may have changed there', async () => {
    const run = await pausedRun();
    const app = appOver(run);
    const [, second] = run.store.listTurns('fix');
    assert.ok(second !== undefined && second.outcome !== 'running');
    run.checkpoints.kept.delete(second.checkpointAfter ?? '');
    const answer = await app.rewind('fix', { toTurn: 1 });
    assert.equal(answer.ok, true, answer.message);
    const all = await app.rewind('fix', { toTurn: 1, choice: { also: 'all', except: [] } });
    assert.equal(all.ok, true, all.message);
    assert.equal(run.files.get('src/code.js'), 'turn 1');
  });

  it('that was cut off and finds the disk full does not keep anybody from cleaning up', async () => {
    const run = await pausedRun();
    const app = appOver(run);
    await app.rewind('fix', {});
    const [rewind] = run.store.listRewinds();
    run.store.removeRewind(rewind?.id ?? '');
    run.store.addRewind({ ...rewind!, status: 'applying' });
    run.checkpoints.restore = () => Promise.reject(new StateError('The disk is full.'));
    assert.equal((await app.redo('fix')).message, 'The disk is full.');
    const cleaned = await app.clean({ dryRun: false });
    assert.equal(cleaned.ok, true);
    assert.match(cleaned.message, /^There is nothing to clean up\. The disk is full\.$/);
    assert.equal(run.store.listRewinds()[0]?.status, 'applying');
  });

  it('and redo, and what changed in between', async () => {
    const run = await pausedRun();
    const app = appOver(run);
    const preview = await app.previewRewind('fix', { toTurn: 2 });
    assert.ok(preview.ok);
    assert.deepEqual(preview.preview.steps, [
      { path: 'src/code.js', action: 'restore', turns: [3] },
    ]);
    assert.equal(run.files.get('src/code.js'), 'turn 3', 'a preview changes nothing');
    await app.rewind('fix', { toTurn: 2 });
    assert.equal(run.files.get('src/code.js'), 'turn 2');
    await app.redo('fix');
    assert.equal(run.files.get('src/code.js'), 'turn 3');
    const changes = await app.changes('fix', { from: 1, to: 2 });
    assert.ok(changes.ok);
    assert.equal(changes.title, 'fix: after turn 1 ↔ after turn 2');
    assert.deepEqual(changes.changes, [{ path: 'src/code.js', action: 'changed' }]);
    const text = await app.fileAt(changes.from, 'src/code.js');
    assert.equal(Buffer.from(text ?? []).toString(), 'turn 1');
    const since = await app.changes('fix', { from: 0, to: 'now' });
    assert.equal(since.ok && since.to, undefined);
  });

  it('never looks at a home folder, and no agent runs in one', async () => {
    const run = await ScriptedRun.create(() => ({}));
    run.checkpoints.findRefusal = () => Promise.resolve('This is your home folder.');
    const app = appOver(run);
    const observer = run.deps().observer;
    const answers = [
      await app.run({ observer, signal: new AbortController().signal }),
      await app.rewind('fix', {}),
      await app.previewRewind('fix', {}),
    ];
    for (const answer of answers) {
      assert.deepEqual(answer, { ok: false, message: 'This is your home folder.' });
    }
    assert.equal(run.requests.length, 0);
  });
});

describe('DevsApp: after a crash', () => {
  async function killedInTurn(): Promise<ScriptedRun> {
    const run = await pausedRun();
    run.intervene({ type: 'resume', taskId: 'fix' });
    const before = await run.checkpoints.record();
    run.store.updateTask('fix', { status: 'in_progress' });
    run.store.setRunStatus('RUNNING');
    run.store.startTurn({
      id: 'killed',
      taskId: 'fix',
      countsOn: 'fix',
      number: 4,
      strategyNumber: 2,
      agent: 'scripted',
      startedAt: '2026-01-01T00:00:00.000Z',
      pivotDirective: 0,
      stateBefore: 'x',
      checkpointBefore: before.id,
    });
    run.files.set('src/code.js', 'half done');
    return run;
  }

  it('the turn becomes interrupted with what it left, and can be rewound', async () => {
    const run = await killedInTurn();
    const app = appOver(run);
    assert.deepEqual(await app.recover(), [
      'Turn 4 of fix was interrupted, because Devs was killed. This turn is not counted.',
    ]);
    const last = run.store.listTurns('fix').at(-1);
    assert.equal(last?.outcome, 'interrupted');
    assert.ok(last.checkpointAfter !== undefined);
    assert.equal(run.store.getRunStatus(), 'IDLE');
    const rewound = await app.rewind('fix', { toTurn: 3 });
    assert.equal(rewound.ok, true, rewound.message);
    assert.ok(rewound.ok);
    assert.deepEqual(
      rewound.done.kept.map(({ path, why }) => [path, why.kind]),
      [['src/code.js', 'unwatched']],
      'nobody can tell whether that was the agent or you',
    );
    await app.rewind('fix', { toTurn: 3, choice: { also: 'all', except: [] } });
    assert.equal(run.files.get('src/code.js'), 'turn 3');
  });

  it('all is put right without a usable devs.yaml', async () => {
    const run = await killedInTurn();
    const app = appOver(run, {
      configSource: { read: () => Promise.resolve({ kind: 'missing' }) },
    });
    assert.equal((await app.recover()).length, 1);
    assert.equal(run.store.listTurns('fix').at(-1)?.outcome, 'interrupted');
  });

  it('a checkpoint that is gone keeps nobody from going on', async () => {
    const run = await killedInTurn();
    run.checkpoints.kept.clear();
    const app = appOver(run);
    assert.equal((await app.skip('fix')).ok, true);
    assert.equal(run.store.listTurns('fix').at(-1)?.outcome, 'interrupted');
  });

  it('nothing is put right while somebody is at work', async () => {
    const run = await killedInTurn();
    const app = appOver(run, {
      state: { ...ownState(run), holder: () => Promise.resolve(IN_A_TERMINAL) },
    });
    assert.deepEqual(await app.recover(), []);
    assert.equal(run.store.listTurns('fix').at(-1)?.outcome, 'running');
  });

  it('a rewind that was cut off is finished before anything else, and told', async () => {
    const run = await pausedRun();
    const app = appOver(run);
    run.checkpoints.beforeRestoring = () => {
      throw new Error('killed');
    };
    await assert.rejects(app.rewind('fix', {}), /killed/);
    run.checkpoints.beforeRestoring = () => undefined;
    const overview = await app.overview();
    assert.match(overview.notices.join(), /A rewind of fix was interrupted/);
    assert.deepEqual(await app.recover(), ['The interrupted rewind of fix is now complete.']);
    assert.equal(run.files.get('src/code.js'), 'original');
    assert.deepEqual((await app.overview()).notices, []);
  });
});

describe('DevsApp: this was not a loop', () => {
  it('is noted once, with fresh counters, and the task goes on', async () => {
    const run = await pausedRun();
    const app = appOver(run);
    const answer = await app.notALoop('fix');
    assert.equal(
      answer.message,
      'Recorded that fix was not in a loop: the task continues, and its failed turns are counted from 0 again.',
    );
    assert.equal(run.store.getTask('fix')?.status, 'pending');
    assert.equal(run.store.getFailures('fix')?.failureCount, 0);
    const [entry, ...others] = (await app.overview()).tasks[0]?.history ?? [];
    assert.deepEqual(others, []);
    assert.deepEqual(
      [entry?.what, entry?.who?.who, entry?.from, entry?.to],
      ['notALoop', 'window', 'PAUSED_FOR_INTERVENTION', 'pending'],
    );
  });

  it('is refused for a task that was not paused', async () => {
    const run = await ScriptedRun.create(() => ({}));
    const answer = await appOver(run).notALoop('fix');
    assert.match(
      answer.message,
      /^fix was not stopped because of a loop, and none of its turns was/,
    );
  });
});

describe('DevsApp: pause', () => {
  it('is one entry in the history of the task that ran', async () => {
    const run: ScriptedRun = await ScriptedRun.create(() => ({
      during: async () => {
        await app.pause({ now: false });
      },
    }));
    const app = appOver(run);
    await app.run({ observer: run.deps().observer, signal: new AbortController().signal });
    const history = (await app.overview()).tasks[0]?.history ?? [];
    assert.deepEqual(
      history.map(({ what, from, to, detail }) => [what, from, to, detail]),
      [['pause', 'in_progress', 'pending', 'after the turn']],
    );
  });

  it('is withdrawn by Keep going: the run stops no sooner than without it', async () => {
    const holder = {
      pid: 1,
      who: 'window',
      host: 'here',
      since: new Date(0).toISOString(),
    } as const;
    const activities: string[] = [];
    const answers: string[] = [];
    const run: ScriptedRun = await ScriptedRun.create((call) => ({
      during: async () => {
        if (call > 1) return;
        answers.push((await app.keepGoing()).message);
        await app.pause({ now: false });
        activities.push(runActivity(await app.overview()));
        answers.push((await app.keepGoing()).message);
        activities.push(runActivity(await app.overview()));
      },
    }));
    const state = { ...ownState(run), holder: () => Promise.resolve(holder) };
    const app = appOver(run, { state });
    await app.run({ observer: run.deps().observer, signal: new AbortController().signal });
    assert.deepEqual(answers, [
      'The run was not about to pause, so there is nothing to cancel.',
      'The run keeps going.',
    ]);
    assert.deepEqual(activities, ['STOPPING', 'RUNNING']);
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });
});
