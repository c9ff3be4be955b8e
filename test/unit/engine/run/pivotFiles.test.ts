import assert from 'node:assert/strict';
import { buildOverview } from '../../../../src/engine/overview/buildOverview';
import { StateError } from '../../../../src/ports/workspaceState';
import type { DevsConfig, OnPivot } from '../../../../src/model/config/config';
import type { RewindRecord } from '../../../../src/model/workspace/rewindRecord';
import { listRecordedChanges } from '../../../../src/engine/rewind/listRecordedChanges';
import { carryOut } from '../../../../src/engine/rewind/rewinding';
import {
  configOf,
  failing,
  FAILED,
  limitsOf,
  ScriptedRun,
  taskOf,
} from '../../../support/scriptedRun';
import type { Script, ScriptedTurn } from '../../../support/scriptedRun';

const CODE = 'src/code.js';

/** What the file held when each agent call began. */
interface Seen {
  readonly run: ScriptedRun;
  readonly at: readonly (string | undefined)[];
}

async function played(
  script: Script,
  config: Partial<DevsConfig> = {},
  before: (run: ScriptedRun, call: number) => void = () => undefined,
): Promise<Seen> {
  const at: (string | undefined)[] = [];
  const run: ScriptedRun = await ScriptedRun.create((call, request) => {
    if (at.length < call) {
      at.push(run.files.get(CODE));
      before(run, call);
    }
    return script(call, request);
  }, configOf(config));
  await run.run();
  return { run, at };
}

/** A run that a human stops after turn `turn`; `run()` goes on with it. */
async function stoppedAfter(turn: number, script: (call: number) => ScriptedTurn): Promise<Seen> {
  return await played(script, {}, (run, call) => {
    if (call === turn) run.loop?.pause(false);
  });
}

/** Turn `call` writes new content, and fails. */
function attempt(call: number, verify?: ScriptedTurn['verify']): ScriptedTurn {
  return { reply: `attempt ${call}`, edits: { [CODE]: `edit ${call}` }, ...(verify && { verify }) };
}

/** 5 tests fail, then 4 for ever: turn 2 is the best. */
function bestAtTwo(call: number): ScriptedTurn {
  return attempt(call, { end: FAILED, measurement: failing(call === 1 ? 5 : 4) });
}

function pivotFiles(run: ScriptedRun) {
  return run.store.listEventsNamed(['pivot_files']).map(({ data }) => data);
}

function returns(run: ScriptedRun): readonly RewindRecord[] {
  return run.store.listRewinds().filter(({ who }) => who.who === 'devs');
}

describe('the files of a task at a pivot', () => {
  it('return to its start where there was no progress', async () => {
    const { run, at } = await played((call) => attempt(call));
    assert.deepEqual(run.directives(), [
      [4, 1],
      [7, 2],
    ]);
    assert.equal(at[3], 'original');
    assert.equal(at[4], 'edit 4', 'only the turn under the directive begins so');
    assert.equal(at[6], 'original');
    assert.equal(run.files.get(CODE), 'edit 9', 'a pause returns nothing');
  });

  it('return to the best turn after progress, with onPivot: start to the start, with keep nowhere', async () => {
    const expected: Readonly<Record<OnPivot, string>> = {
      ...{ best: 'edit 2', start: 'original', keep: 'edit 5' },
    };
    for (const onPivot of ['best', 'start', 'keep'] as const) {
      const { run, at } = await played(bestAtTwo, { onPivot });
      assert.deepEqual(run.directives()[0], [6, 1], onPivot);
      assert.equal(at[5], expected[onPivot], onPivot);
      assert.equal(pivotFiles(run).length, onPivot === 'keep' ? 0 : 2, onPivot);
    }
  });

  it('are not taken for the first measurement, which is no progress', async () => {
    const { run, at } = await played((call) =>
      attempt(call, { end: FAILED, measurement: failing(4) }),
    );
    assert.equal(run.store.getTask('fix')?.bestTurn, 1);
    assert.equal(at[3], 'original');
  });

  it('are not said to return later where a limit pauses the task first', async () => {
    const { run } = await played((call) => attempt(call), { limits: limitsOf({ maxTurns: 3 }) });
    const why = 'the task was stopped before its next turn';
    const files = { kind: 'asTheyAre', why, kept: [], keptCount: 0 };
    assert.deepEqual(run.store.listPivots('fix').at(-1)?.files, files);
    assert.equal(pivotFiles(run).length, 1);
  });

  it('are not said to return later where a human decides first', async () => {
    const { run } = await stoppedAfter(3, attempt);
    assert.equal(run.store.listPivots('fix').at(-1)?.files?.kind, 'due');
    run.intervene({ type: 'skip', taskId: 'fix' });
    assert.equal(run.store.listPivots('fix').at(-1)?.files?.kind, 'asTheyAre');
    assert.equal(pivotFiles(run).length, 1);
  });

  it('return once for a directive that is given again', async () => {
    const { run, at } = await played((call) =>
      call === 4 ? { end: FAILED, errorTail: 'connection refused' } : attempt(call),
    );
    assert.deepEqual(
      run.directives().map(([call]) => call),
      [4, 5, 8],
    );
    assert.equal(at[4], 'original');
    assert.equal(returns(run).length, 2);
  });

  it('keep what the user changed between two turns, and say so', async () => {
    const { run, at } = await stoppedAfter(3, (call) => ({
      ...attempt(call),
      edits: { [CODE]: `edit ${call}`, 'src/other.js': `other ${call}` },
    }));
    run.files.set('src/other.js', 'mine');
    await run.run();
    assert.equal(at[3], 'original');
    assert.deepEqual(pivotFiles(run)[0], {
      ...{ pivotCount: 1, status: 'in_progress', kind: 'returned', toTurn: 0, changed: 1 },
      ...{ kept: ['src/other.js: you edited it since'], keptCount: 1 },
    });
  });

  it('are listed with the interventions, by Devs, and with the pivot', async () => {
    const { run } = await played(bestAtTwo);
    const [task] = buildOverview({
      store: run.store,
      ...{ config: run.configRead(), holder: undefined },
    }).tasks;
    assert.deepEqual(
      task?.history.map(({ what, who, atPivot, detail }) => ({ what, who, atPivot, detail })),
      [2, 1].map((atPivot) => ({
        ...{ what: 'rewind', who: undefined, atPivot },
        detail: 'to after turn 2, 1 file changed',
      })),
    );
    const returned = { kind: 'returned', toTurn: 2, changed: 1, kept: [], keptCount: 0 };
    assert.deepEqual(
      task.pivotHistory.map(({ files }) => files),
      [returned, returned],
    );
  });

  it('come back by redo, one pivot after the other', async () => {
    const { run } = await played((call) => attempt(call));
    const choice = { also: 'all', except: [] } as const;
    for (const abandoned of ['edit 6', 'edit 3']) {
      const redone = await carryOut(run.rewindTools(), { kind: 'redo', taskId: 'fix' }, choice);
      assert.ok(redone.ok, redone.message);
      assert.equal(run.files.get(CODE), abandoned);
    }
  });
});

describe('a pivot turn that begins with returned files', () => {
  it('has not ignored the pivot where the agent leaves them as Devs returned them', async () => {
    for (const onPivot of ['best', 'start'] as const) {
      const { run } = await played((call) => (call < 6 ? bestAtTwo(call) : { reply: `${call}` }), {
        onPivot,
      });
      assert.deepEqual(run.entropies().slice(4), [3, 1, 2, 3, 1, 2, 3], onPivot);
    }
  });

  it('has ignored it where the agent makes an abandoned edit again, with whatever reply', async () => {
    for (const onPivot of ['best', 'start'] as const) {
      const { run } = await played(
        (call) => ({ reply: `attempt ${call}`, edits: { [CODE]: 'wrong' } }),
        { onPivot },
      );
      assert.deepEqual(run.directives(), [
        [4, 1],
        [5, 2],
      ]);
      assert.equal(run.requests.length, 5);
    }
  });
});

describe('files that cannot return at a pivot', () => {
  it('stay as they are where the checkpoint is gone, and the run goes on', async () => {
    const { run, at } = await played(
      (call) => attempt(call),
      {},
      (running, call) => {
        if (call === 3) running.checkpoints.kept.clear();
      },
    );
    assert.equal(at[3], 'edit 3');
    assert.equal(run.requests.length, 9);
    const [first] = pivotFiles(run);
    assert.ok(first?.kind === 'asTheyAre');
    assert.match(first.why, /^the checkpoint before turn 1 is no longer stored/);
  });

  it('stay as they are after a restore that fails', async () => {
    const { run, at } = await played(
      (call) => attempt(call),
      {},
      (running, call) => {
        running.checkpoints.beforeRestoring = () => {
          if (call < 6) throw new StateError('The disk is full.');
        };
      },
    );
    assert.equal(at[3], 'edit 3');
    assert.equal(at[6], 'original', 'the next pivot returns them');
    assert.deepEqual(
      pivotFiles(run).map((files) => (files.kind === 'asTheyAre' ? files.why : files.kind)),
      ['The disk is full', 'returned'],
    );
    assert.equal(returns(run).length, 1);
  });

  it('stay as they are where the agent changed nothing', async () => {
    const { run } = await played((call) => ({ reply: `attempt ${call}` }));
    assert.deepEqual(
      pivotFiles(run).map((files) => files.kind === 'asTheyAre' && files.why),
      ['they have that content already', 'they have that content already'],
    );
  });

  it('stay as a rewind by a human since the pivot left them', async () => {
    const { run, at } = await stoppedAfter(3, attempt);
    const rewound = await carryOut(run.rewindTools(), { kind: 'rewind', taskId: 'fix', toTurn: 1 });
    assert.ok(rewound.ok, rewound.message);
    await run.run();
    assert.equal(at[3], 'edit 1');
    assert.deepEqual(
      pivotFiles(run).map((files) => (files.kind === 'asTheyAre' ? files.why : files.kind)),
      ['you rewound or redid files since the pivot', 'returned'],
    );
  });

  it('do not return to a best turn that a human took back', async () => {
    const { run, at } = await stoppedAfter(2, bestAtTwo);
    const rewound = await carryOut(run.rewindTools(), { kind: 'rewind', taskId: 'fix', toTurn: 0 });
    assert.ok(rewound.ok, rewound.message);
    await run.run();
    assert.deepEqual(run.directives()[0], [6, 1]);
    assert.equal(at[5], 'original');
  });

  it('stay where devs.yaml says `keep` by then', async () => {
    const { run, at } = await stoppedAfter(3, attempt);
    run.config = { ...run.config, onPivot: 'keep' };
    await run.run();
    assert.equal(at[3], 'edit 3');
  });
});

describe('a return of files that is cut off', () => {
  /** Killed while the files return at the first pivot. */
  async function cutOff(): Promise<Seen> {
    const seen = await stoppedAfter(3, attempt);
    seen.run.checkpoints.beforeRestoring = () => {
      throw new Error('killed');
    };
    await assert.rejects(seen.run.run(), /killed/);
    assert.equal(returns(seen.run)[0]?.status, 'applying');
    assert.equal(pivotFiles(seen.run).length, 0);
    seen.run.checkpoints.beforeRestoring = () => undefined;
    return seen;
  }

  it('is completed by the next holder, once', async () => {
    const { run, at } = await cutOff();
    await run.run();
    assert.equal(at[3], 'original');
    assert.deepEqual(
      pivotFiles(run).map(({ pivotCount, kind }) => [pivotCount, kind]),
      [
        [1, 'returned'],
        [2, 'returned'],
      ],
    );
    assert.equal(run.requests.length, 9);
  });

  it('is given up, and said, where its checkpoint is gone by then', async () => {
    const { run, at } = await cutOff();
    const [rewind] = returns(run);
    run.checkpoints.kept.delete(rewind?.to ?? '');
    run.checkpoints.beforeRestoring = () => {
      throw new StateError('The checkpoint is gone.');
    };
    await run.run();
    assert.equal(at[3], 'edit 3');
    const [first] = pivotFiles(run);
    assert.ok(first?.kind === 'asTheyAre');
    assert.match(first.why, /is gone$/);
    assert.equal(returns(run).filter(({ status }) => status === 'applying').length, 0);
  });
});

describe('the files of a task with subtasks at a pivot', () => {
  const tasks = [
    taskOf({ id: 'parent', priority: -1 }),
    taskOf({ id: 'one', parent: 'parent', priority: 1 }),
    taskOf({ id: 'two', parent: 'parent' }),
  ];

  it('are those of all its parts, without the work of a finished one', async () => {
    for (const onPivot of ['best', 'start'] as const) {
      const { run, at } = await played(
        (call) => (call === 1 ? attempt(call, { end: { kind: 'exit', code: 0 } }) : attempt(call)),
        { tasks, onPivot },
      );
      assert.equal(run.store.getTask('one')?.status, 'done');
      assert.deepEqual(run.directives()[0], [5, 1], onPivot);
      assert.equal(at[4], 'edit 1', onPivot);
      assert.equal(returns(run)[0]?.taskId, 'parent');
    }
  });

  it('are nobody’s new work in a rewind of a subtask', async () => {
    const { run } = await played((call) => attempt(call), {
      ...{ tasks: tasks.slice(0, 2), limits: limitsOf({ loopThreshold: 2 }) },
    });
    assert.deepEqual(run.directives(), [
      [3, 1],
      [5, 2],
    ]);
    const rewound = await carryOut(run.rewindTools(), { kind: 'rewind', taskId: 'one', toTurn: 2 });
    assert.ok(rewound.ok, rewound.message);
    assert.deepEqual(rewound.done.kept, []);
    assert.equal(run.files.get(CODE), 'edit 2');
  });

  it('count as work of the task, not of the user, in a rewind of another task', async () => {
    const { run } = await played((call) => attempt(call), {
      tasks: [taskOf(), taskOf({ id: 'other', dependsOn: ['fix'] })],
    });
    const { store, config, checkpoints } = run;
    const rewinds = store.listRewinds();
    const [first] = store.listTurns('fix');
    const since = { turns: store.listTurnsFrom(first?.id ?? ''), rewinds, before: undefined };
    const changes = listRecordedChanges({ store, config, checkpoints }, 'other', {
      ...{ ...since, start: first?.checkpointBefore ?? '' },
    });
    assert.equal(rewinds.length, 2);
    assert.equal(changes.length, 11);
    assert.deepEqual(
      changes.map(({ by }) => by),
      changes.map(() => ({ kind: 'otherTask', taskId: 'fix' })),
    );
  });
});
