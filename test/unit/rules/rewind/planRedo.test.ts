import assert from 'node:assert/strict';
import type { RewindChoice } from '../../../../src/model/workspace/rewindRecord';
import { AS_PROPOSED } from '../../../../src/model/workspace/rewindRecord';
import { describeKept, describeStep } from '../../../../src/reports/rewind/describeRewind';
import { planRedo } from '../../../../src/rules/rewind/planRedo';
import { file, link, ModelWorld, TASK } from './modelWorld';

/** What undoing the newest rewind would do, as a human reads it. */
function planned(world: ModelWorld, choice: Partial<RewindChoice> = {}): string[] {
  const { steps, kept } = world.previewRedo({ ...AS_PROPOSED, ...choice });
  return [
    ...steps.map((step) => ({ ...describeStep(step), note: '' })),
    ...kept.map((each) => ({
      ...describeKept(each),
      note: each.selectable ? ` (${each.action})` : '',
    })),
  ].map(({ word, path, why, note }) => `${word} ${path}: ${why}${note}`);
}

/** The agent changed `a`, deleted `b`, created `new`; all of it was taken back. */
function rewound(): ModelWorld {
  const world = new ModelWorld({ a: 'a0', b: 'b0', c: 'c0' });
  world.turn({ a: 'a1', b: null, new: 'n1' });
  world.rewind();
  return world;
}

describe('planning a redo', () => {
  it('undoes each step of the rewind', () => {
    const world = rewound();
    assert.deepEqual(planned(world), ['restore a: ', 'delete b: ', 'recreate new: ']);
    world.redo();
    assert.deepEqual(Object.fromEntries(world.files), {
      a: file('a1'),
      c: file('c0'),
      new: file('n1'),
    });
  });

  it('names itself, its task and no turn', () => {
    const { kind, taskId, toTurn, repository } = rewound().previewRedo();
    assert.deepEqual([kind, taskId, toTurn, repository], ['redo', TASK, 0, undefined]);
  });

  it('keeps what you edited since the rewind, unless you choose it', () => {
    const world = rewound();
    world.write({ a: 'mine', new: 'mine' });
    assert.deepEqual(planned(world), [
      'delete b: ',
      'keep a: you edited it since (restore)',
      'keep new: you edited it since (restore)',
    ]);
    assert.equal(world.previewRedo({ also: 'all', except: [] }).steps.length, 3);
    assert.deepEqual(planned(world, { also: ['a'], except: ['b'] }), [
      'restore a: ',
      'keep new: you edited it since (restore)',
    ]);
  });

  it('keeps what a later turn changed, of the task itself as well, and says whose', () => {
    const world = rewound();
    world.turnOf('users', { a: 'a users' });
    world.turn({ b: 'b2', c: 'c2' });
    assert.deepEqual(planned(world), [
      'recreate new: ',
      'keep a: task users changed it since (restore)',
      `keep b: task ${TASK} changed it since (delete)`,
    ]);
  });

  it('leaves deleted what had come back and was deleted again, and says by whom', () => {
    const world = rewound();
    world.write({ new: 'mine' });
    world.turnOf('users', { c: 'c users' });
    world.write({ new: null });
    assert.deepEqual(planned(world), [
      'restore a: ',
      'delete b: ',
      'keep new: you deleted it since (recreate)',
    ]);
    world.turn({ new: 'n2' });
    world.turnOf('users', { new: null });
    assert.deepEqual(planned(world), [
      'restore a: ',
      'delete b: ',
      'keep new: task users deleted it since (recreate)',
    ]);
  });

  it('brings back what had come back and was taken away again by a rewind of another task', () => {
    const world = rewound();
    world.turnOf('users', { new: 'of users' });
    world.devs({ new: null });
    assert.deepEqual(planned(world), ['restore a: ', 'delete b: ', 'recreate new: ']);
  });

  it('names who brought what stands there now, not who was there in between', () => {
    const world = rewound();
    world.turnOf('users', { a: 'a users' });
    world.write({ a: 'mine' });
    world.write({ b: 'mine' });
    world.turnOf('users', { b: 'b users' });
    assert.deepEqual(planned(world), [
      'recreate new: ',
      'keep a: you edited it since (restore)',
      'keep b: task users changed it since (delete)',
    ]);
  });

  it('wants nothing for what stands already as before the rewind, whoever did it', () => {
    const world = rewound();
    world.write({ a: 'a1', b: null });
    assert.deepEqual(planned(world), ['recreate new: ']);
  });

  it('takes what was changed and changed back as the rewind left it', () => {
    const world = rewound();
    world.turnOf('users', { a: 'a users' });
    world.write({ a: 'a0' });
    assert.deepEqual(planned(world).slice(0, 1), ['restore a: ']);
  });

  it('never touches other paths, whatever happened to them', () => {
    const world = rewound();
    world.write({ c: 'mine' });
    world.turn({ d: 'd2' });
    assert.deepEqual(planned(world, { also: 'all' }), [
      'restore a: ',
      'delete b: ',
      'recreate new: ',
    ]);
  });

  it('brings modes and links back', () => {
    const world = new ModelWorld({ a: 'a0', b: 'b0' });
    world.turn({ a: file('a0', '755'), b: link('a') });
    world.rewind();
    world.redo();
    assert.deepEqual(Object.fromEntries(world.files), { a: file('a0', '755'), b: link('a') });
  });

  it('turns a folder back into a file, and not while something of yours is in it', () => {
    const world = new ModelWorld({ 'src/a': 'a0' });
    world.turn({ src: 's1' });
    world.rewind();
    assert.deepEqual(planned(world), ['recreate src: ', 'delete src/a: ']);
    world.write({ 'src/mine': 'm' });
    assert.deepEqual(planned(world), [
      'delete src/a: ',
      'keep src: src/mine is in the way and is kept',
    ]);
  });

  it('keeps what is too large now', () => {
    const world = rewound();
    world.write({ a: file('huge', '644', 1_000_000) });
    assert.deepEqual(planned(world).slice(2), [
      'keep a: it is or was too large to record, or unreadable',
    ]);
  });

  it('keeps what nothing is known of', () => {
    const world = rewound();
    const { record, rescue, left } = world.newestRewind();
    const now = { files: new Map([['b', file('b0')]]), unknown: new Set(['a', 'new']) };
    const { steps, kept } = planRedo({ record, rescue, left, now, later: [], choice: AS_PROPOSED });
    assert.deepEqual(
      [...steps, ...kept].map((each) =>
        'why' in each ? `${each.path} ${each.why.kind}` : each.path,
      ),
      ['b', 'a ignored', 'new ignored'],
    );
  });

  it('keeps what the rescue knows nothing of, instead of deleting it', () => {
    const world = rewound();
    const { record, left } = world.newestRewind();
    const rescue = { files: new Map(), unknown: new Set(record.paths) };
    const input = { record, rescue, left, now: world.look(), later: [] };
    const { steps, kept } = planRedo({ ...input, choice: { also: 'all', except: [] } });
    assert.deepEqual(steps, []);
    assert.deepEqual(
      kept.map(({ why }) => why.kind),
      ['ignored', 'ignored', 'ignored'],
    );
  });

  it('brings back what the rewind deleted in a folder that was ignored then as now', () => {
    const world = new ModelWorld({ a: 'a0' });
    world.turn({ 'dist/x': 'x1' });
    world.turn({ '.gitignore': 'dist/', 'dist/never-seen': 'built by the agent' });
    world.rewind(0, { also: [], except: ['.gitignore'] });
    assert.deepEqual([...world.files.keys()].sort(), ['.gitignore', 'a', 'dist/never-seen']);
    assert.deepEqual(planned(world), ['recreate dist/x: ']);
  });

  it('brings back what the rewind deleted in a folder that is ignored again since', () => {
    const world = new ModelWorld({ '.gitignore': 'dist/' });
    world.turn({ '.gitignore': 'nothing', 'dist/x': 'x1' });
    world.write({ 'dist/yours': 'built by you' });
    const before = new Map(world.files);
    world.rewind();
    assert.deepEqual([...world.files.keys()].sort(), ['.gitignore', 'dist/yours']);
    assert.deepEqual(planned(world), ['restore .gitignore: ', 'recreate dist/x: ']);
    world.redo();
    assert.deepEqual(new Map([...world.files].sort()), new Map([...before].sort()));
  });
});
