import assert from 'node:assert/strict';
import type { CheckpointState } from '../../../../src/model/workspace/checkpoint';
import { AS_PROPOSED, type RewindChoice } from '../../../../src/model/workspace/rewindRecord';
import { describeKept, describeStep } from '../../../../src/reports/rewind/describeRewind';
import { planRewind } from '../../../../src/rules/rewind/planRewind';
import { file, link, ModelWorld, TASK } from './modelWorld';

/** A preview as a human reads it; `*` marks what can be chosen. */
function planned(world: ModelWorld, toTurn = 0, choice: Partial<RewindChoice> = {}): string[] {
  const { steps, kept } = world.preview(toTurn, { ...AS_PROPOSED, ...choice });
  const lines = [
    ...steps.map(describeStep),
    ...kept.map((each) => {
      const line = describeKept(each);
      return each.selectable ? { ...line, word: `keep, or ${each.action}:` } : line;
    }),
  ];
  return lines.map(({ word, path, why }) => `${word} ${path}: ${why}`);
}

describe('planning a rewind', () => {
  it('restores what the agent changed, brings back what it deleted, deletes what it created', () => {
    const world = new ModelWorld({ a: 'a0', b: 'b0', c: 'c0' });
    world.turn({ a: 'a1', new: 'n1' });
    world.turn({ b: null });
    world.turn({ a: 'a3', new: 'n3' });
    assert.deepEqual(planned(world), [
      'restore a: changed in turns 1 and 3',
      'recreate b: changed in turn 2',
      'delete new: written in turns 1 and 3',
    ]);
    assert.deepEqual(planned(world, 2), [
      'restore a: changed in turn 3',
      'restore new: changed in turn 3',
    ]);
  });

  it('does not list what stands as it did then, whoever put it back', () => {
    const world = new ModelWorld({ a: 'a0', b: 'b0' });
    world.turn({ a: 'a1', b: 'b1', c: 'c1' });
    world.turn({ b: 'b0' });
    world.write({ a: 'a0', c: null });
    assert.deepEqual(planned(world), []);
  });

  it('does not touch what only you or another task changed', () => {
    const world = new ModelWorld({ a: 'a0', b: 'b0', c: 'c0' });
    world.write({ c: 'mine' });
    world.turn({ a: 'a1' });
    world.write({ b: 'mine' });
    world.turnOf('users', { d: 'd1' });
    assert.deepEqual(planned(world), ['restore a: changed in turn 1']);
  });

  describe('what you edited', () => {
    it('after the agent is kept', () => {
      const world = new ModelWorld({ a: 'a0' });
      world.turn({ a: 'a1', new: 'n1' });
      world.write({ a: 'a1 and mine', new: 'n1 and mine' });
      assert.deepEqual(planned(world), [
        'keep, or restore: a: you edited it since',
        'keep, or delete: new: you edited it since',
      ]);
    });

    it('before the agent is kept: its version holds yours', () => {
      const world = new ModelWorld({ a: 'a0' });
      world.turn({ other: 'o1' });
      world.write({ a: 'mine' });
      world.turn({ a: 'mine and a2' });
      world.turn({ a: 'mine and a3' });
      assert.deepEqual(planned(world), [
        'delete other: written in turn 1',
        'keep, or restore: a: you edited it since',
      ]);
      // After turn 2 it held yours already: what turn 3 made of it is the agent's alone.
      assert.deepEqual(planned(world, 2), ['restore a: changed in turn 3']);
    });

    it('back to what the agent had written is the agent’s again', () => {
      const world = new ModelWorld({ a: 'a0' });
      world.turn({ a: 'a1', new: 'n1' });
      world.write({ a: 'mine', new: 'mine' });
      world.turnOf('users', {});
      world.write({ a: 'a1', new: 'n1' });
      assert.deepEqual(planned(world), [
        'restore a: changed in turn 1',
        'delete new: written in turn 1',
      ]);
    });

    it('and the agent deleted stays deleted unless you choose it', () => {
      const world = new ModelWorld({ a: 'a0' });
      world.turn({});
      world.write({ a: 'mine' });
      world.turn({ a: null });
      assert.deepEqual(planned(world), ['keep, or recreate: a: you edited it since']);
    });
  });

  it('what you deleted after the agent changed it stays deleted; what the agent made needs nothing', () => {
    const world = new ModelWorld({ a: 'a0' });
    world.turn({ a: 'a1', new: 'n1' });
    world.write({ a: null, new: null });
    assert.deepEqual(planned(world), ['keep, or recreate: a: you deleted it since']);
  });

  describe('a file that the agent deleted', () => {
    const world = (): ModelWorld => {
      const one = new ModelWorld({ a: 'a0' });
      one.turn({ a: null, new: 'n1' });
      return one;
    };

    it('and that you brought back and deleted yourself stays deleted', () => {
      const yours = world();
      yours.write({ a: 'a0' });
      yours.turn({ new: 'n2' });
      yours.write({ a: null });
      assert.deepEqual(planned(yours), [
        'delete new: written in turns 1 and 2',
        'keep, or recreate: a: you deleted it since',
      ]);
    });

    it('and that a rewind brought back stays deleted once you delete it, also after a redo', () => {
      const yours = world();
      yours.rewind();
      yours.turn({});
      yours.write({ a: null });
      assert.deepEqual(planned(yours), ['keep, or recreate: a: you deleted it since']);
      yours.rewind(0, { also: 'all', except: [] });
      assert.deepEqual(yours.files.get('a'), file('a0'));
      yours.redo();
      assert.deepEqual(planned(yours), ['keep, or recreate: a: you deleted it since']);
    });

    it('and that another task deleted since stays deleted', () => {
      const theirs = world();
      theirs.write({ a: 'a0' });
      theirs.turnOf('users', { a: null });
      assert.deepEqual(planned(theirs, 0, { except: ['new'] }), [
        'keep, or recreate: a: task users deleted it since',
      ]);
    });

    it('comes back where the agent deleted it again after you had', () => {
      const again = world();
      again.write({ a: 'a0' });
      again.turn({});
      again.write({ a: null });
      again.turn({});
      again.write({ a: 'a0' });
      again.turn({ a: null });
      assert.deepEqual(planned(again, 0, { except: ['new'] }), [
        'recreate a: changed in turns 1 and 4',
      ]);
    });
  });

  it('a file that you deleted and the agent wrote anew is kept', () => {
    const world = new ModelWorld({ a: 'a0' });
    world.turn({});
    world.write({ a: null });
    world.turn({ a: 'a2' });
    assert.deepEqual(planned(world), ['keep, or restore: a: you edited it since']);
  });

  it('a file that the agent deleted comes back, also when you wrote it anew and it was deleted again', () => {
    const world = new ModelWorld({ a: 'a0' });
    world.turn({ a: null });
    world.write({ a: 'mine' });
    world.turn({ a: null });
    assert.deepEqual(planned(world), ['recreate a: changed in turns 1 and 2']);
  });

  it('names the tasks that changed it since, also where the agent went on from there', () => {
    const world = new ModelWorld({ a: 'a0', b: 'b0', c: 'c0' });
    world.turn({ a: 'a1', b: 'b1', c: 'c1' });
    world.turnOf('users', { a: 'a1u', c: 'c1u' });
    world.turnOf('mail', { b: 'b1m' });
    world.turn({ a: 'a2' });
    world.turnOf('mail', { c: 'c1um' });
    world.turn({ c: 'c2' });
    assert.deepEqual(planned(world), [
      'keep, or restore: a: task users changed it since',
      'keep, or restore: b: task mail changed it since',
      'keep, or restore: c: task mail changed it since',
    ]);
  });

  it('content that the agent brought back from an earlier turn is not yours for having been edited in between', () => {
    const world = new ModelWorld({ a: 'a0' });
    world.turn({ a: 'a1' });
    world.write({ a: 'mine' });
    world.turn({ a: 'a1' });
    assert.deepEqual(planned(world), ['restore a: changed in turns 1 and 2']);
  });

  it('modes count: the agent’s are taken back, yours make a file yours', () => {
    const world = new ModelWorld({ a: 'a0', b: 'b0' });
    world.turn({ a: file('a0', '755'), b: 'b1' });
    world.write({ b: file('b1', '755') });
    assert.deepEqual(planned(world), [
      'restore a: changed in turn 1',
      'keep, or restore: b: you edited it since',
    ]);
  });

  it('a link in place of a file is restored like any other version', () => {
    const world = new ModelWorld({ a: 'a0', b: link('a') });
    world.turn({ a: link('b0'), b: 'a0' });
    assert.deepEqual(planned(world), [
      'restore a: changed in turn 1',
      'restore b: changed in turn 1',
    ]);
  });

  describe('moved files', () => {
    it('of yours are not deleted at their new place, nor brought back at the old one', () => {
      const world = new ModelWorld({ readme: 'r0' });
      world.turn({});
      world.write({ readme: 'what you wrote' });
      world.turn({ readme: null, 'readme.md': 'what you wrote' });
      assert.deepEqual(planned(world), [
        'keep, or recreate: readme: you edited it since',
        'keep, or delete: readme.md: it may contain your changes from readme',
      ]);
    });

    it('of yours are recognised when the agent changed them on the way, by their size', () => {
      const world = new ModelWorld({ readme: 'r0' });
      world.turn({});
      world.write({ readme: file('mine', '644', 400) });
      world.turn({
        readme: null,
        'readme.md': file('mine, more', '644', 790),
        'small.js': file('s', '644', 20),
        'large.js': file('l', '644', 5_000_000),
      });
      assert.deepEqual(planned(world, 1), [
        'delete small.js: written in turn 2',
        'keep large.js: it is or was too large to record, or unreadable',
        'keep, or recreate: readme: you edited it since',
        'keep, or delete: readme.md: it may contain your changes from readme',
      ]);
    });

    it('of yours are recognised turns later, by their bytes', () => {
      const world = new ModelWorld({ readme: 'r0', n: 'n0' });
      world.turn({});
      world.turnOf('users', { readme: 'what users wrote' });
      world.turn({ readme: null });
      world.turn({ n: file('what users wrote', '755') });
      assert.deepEqual(planned(world), [
        'keep, or restore: n: it may contain changes of task users from readme',
        'keep, or recreate: readme: task users changed it since',
      ]);
    });

    it('of the agent or of the target go back where they were', () => {
      const world = new ModelWorld({ readme: 'what stood there' });
      world.turn({ made: 'what the agent made' });
      world.turn({
        readme: null,
        'readme.md': 'what stood there',
        made: null,
        'made.md': 'what the agent made',
      });
      assert.deepEqual(planned(world), [
        'delete made.md: written in turn 2',
        'recreate readme: changed in turn 2',
        'delete readme.md: written in turn 2',
      ]);
    });

    it('that replace what you edited count as edited by you, wherever they come from', () => {
      const world = new ModelWorld({ readme: 'r0', notes: 'n0' });
      world.turn({});
      world.write({ readme: 'mine', notes: 'my notes' });
      world.turn({ readme: 'my notes', notes: null });
      assert.deepEqual(planned(world), [
        'keep, or recreate: notes: you edited it since',
        'keep, or restore: readme: you edited it since',
      ]);
    });

    it('that are empty are nobody’s', () => {
      const world = new ModelWorld({ empty: '' });
      world.turn({ keep: 'k' });
      world.write({ empty: null, mine: '' });
      world.turn({ mine: null, made: '' });
      assert.deepEqual(planned(world).slice(0, 2), [
        'delete keep: written in turn 1',
        'delete made: written in turn 2',
      ]);
    });
  });

  describe('ignored files', () => {
    it('that the agent un-ignores are never deleted', () => {
      const world = new ModelWorld({ '.gitignore': '.env', '.env': 'secret' });
      world.turn({ '.gitignore': '' });
      world.turn({ '.env': 'secret and more' });
      assert.deepEqual(planned(world), [
        'restore .gitignore: changed in turn 1',
        'keep .env: it is or was ignored, so its content was not recorded',
      ]);
    });

    it('that came to be while they were ignored are yours', () => {
      const world = new ModelWorld({ a: 'a0' });
      world.turn({ '.gitignore': 'dist/' });
      world.write({ 'dist/x': 'built by you' });
      world.turn({ '.gitignore': 'nothing' });
      assert.deepEqual(planned(world), [
        'delete .gitignore: written in turns 1 and 2',
        'keep, or delete: dist/x: you edited it since',
      ]);
    });

    it('that the agent made, ignored and showed again as they were are the agent’s', () => {
      const world = new ModelWorld();
      world.turn({ 'dist/x': 'built by the agent' });
      world.turn({ '.gitignore': 'dist/' });
      world.turn({ '.gitignore': null });
      assert.deepEqual(planned(world), ['delete dist/x: written in turns 1, 2 and 3']);
    });

    it('that were not ignored then stay while nothing is known of them now', () => {
      const world = new ModelWorld({ a: 'a0' });
      world.turn({ a: 'a1', '.gitignore': 'a' });
      const target = world.target();
      const changes = world.changes;
      const preview = planRewind({
        taskId: TASK,
        toTurn: 0,
        target,
        changes,
        now: world.look(),
        repository: [],
        choice: { also: 'all', except: [] },
      });
      assert.deepEqual(
        preview.kept.map(({ path, why, selectable }) => [path, why.kind, selectable]),
        [['a', 'ignored', false]],
      );
    });
  });

  it('what is not stored, then or now, stays and cannot be chosen', () => {
    const big = file('big', '644', 1_000_000);
    const world = new ModelWorld({ then: big, a: 'a0' });
    world.turn({ then: 't1', now: big });
    world.turn({ a: 'a2' });
    for (const also of [[], 'all'] as const) {
      assert.deepEqual(planned(world, 0, { also }), [
        'restore a: changed in turn 2',
        'keep now: it is or was too large to record, or unreadable',
        'keep then: it is or was too large to record, or unreadable',
      ]);
    }
  });

  it('two files that could not be read are not taken for the same', () => {
    const unreadable = { version: 'unreadable', size: 0, stored: false };
    const world = new ModelWorld({ a: unreadable, b: 'b0' });
    world.turn({ a: 'a1', b: unreadable });
    world.write({ a: unreadable });
    world.turn({ b: 'what stood there while it could not be read' });
    assert.deepEqual(planned(world), [
      'keep a: it is or was too large to record, or unreadable',
      'keep, or restore: b: you edited it since',
    ]);
  });

  describe('after rewinds in between', () => {
    it('rewound, resumed, rewound again: all of it goes back', () => {
      const world = new ModelWorld({ a: 'a0', b: 'b0' });
      world.turn({ a: 'a1', new: 'n1' });
      world.rewind();
      assert.deepEqual(planned(world), []);
      world.turn({ a: 'a2', b: 'b2', new: 'n2' });
      assert.deepEqual(planned(world), [
        'restore a: changed in turns 1 and 2',
        'restore b: changed in turn 2',
        'delete new: written in turns 1 and 2',
      ]);
      world.rewind();
      assert.deepEqual(Object.fromEntries(world.files), { a: file('a0'), b: file('b0') });
    });

    it('what a redo brought back has the owner it had', () => {
      const world = new ModelWorld({ a: 'a0', b: 'b0' });
      world.turn({ a: 'a1', b: 'b1' });
      world.write({ b: 'mine' });
      world.rewind(0, { also: 'all', except: [] });
      world.redo();
      assert.deepEqual(planned(world), [
        'restore a: changed in turn 1',
        'keep, or restore: b: you edited it since',
      ]);
    });

    it('what another task’s rewind brought back from before is not the agent’s', () => {
      const world = new ModelWorld({ a: 'a0' });
      world.turn({ a: 'a1' });
      world.devs({ a: 'older than the target' });
      assert.deepEqual(planned(world), ['keep, or restore: a: you edited it since']);
      world.turn({ a: 'older than the target, and more' });
      assert.deepEqual(planned(world), ['keep, or restore: a: you edited it since']);
    });
  });

  describe('the choice', () => {
    function edited(): ModelWorld {
      const world = new ModelWorld({ a: 'a0', b: 'b0', c: 'c0' });
      world.turn({ a: 'a1', b: 'b1', c: 'c1' });
      world.write({ b: 'mine', c: 'mine too' });
      return world;
    }

    it('lifts kept files into the plan, one by one or all', () => {
      assert.deepEqual(planned(edited(), 0, { also: ['c'] }), [
        'restore a: changed in turn 1',
        'restore c: changed in turn 1',
        'keep, or restore: b: you edited it since',
      ]);
      assert.equal(edited().preview(0, { also: 'all', except: [] }).steps.length, 3);
    });

    it('leaves files out: in neither list, or kept as they would be anyway', () => {
      assert.deepEqual(planned(edited(), 0, { also: 'all', except: ['a', 'b'] }), [
        'restore c: changed in turn 1',
        'keep, or restore: b: you edited it since',
      ]);
    });

    it('of paths that are not in the plan changes nothing', () => {
      const choice = { also: ['nowhere', '../x'], except: ['elsewhere'] };
      assert.deepEqual(planned(edited(), 0, choice), planned(edited()));
    });
  });

  describe('something in the way', () => {
    it('a file gives way to a folder and a folder to a file when all of it is the agent’s', () => {
      const world = new ModelWorld({ lib: 'l0', 'src/a': 'a0', 'src/b': 'b0' });
      world.turn({ src: 's1' });
      world.turn({ 'lib/x/y': 'x2' });
      assert.deepEqual(planned(world), [
        'recreate lib: changed in turn 2',
        'delete lib/x/y: written in turn 2',
        'delete src: written in turn 1',
        'recreate src/a: changed in turn 1',
        'recreate src/b: changed in turn 1',
      ]);
      world.rewind();
      assert.deepEqual([...world.files.keys()].sort(), ['lib', 'src/a', 'src/b']);
    });

    it('a kept file where a folder was keeps all of that folder', () => {
      const world = new ModelWorld({ 'src/a': 'a0', 'src/b/c': 'c0' });
      world.turn({ src: 's1' });
      world.write({ src: 'mine' });
      assert.deepEqual(planned(world), [
        'keep, or delete: src: you edited it since',
        'keep src/a: src is in the way and is kept',
        'keep src/b/c: src is in the way and is kept',
      ]);
      assert.equal(world.preview(0, { also: ['src'], except: [] }).steps.length, 3);
    });

    it('anything of yours in a folder where a file was keeps that file away, and it is not offered', () => {
      const world = new ModelWorld({ lib: 'l0' });
      world.turn({ 'lib/x': 'x1', 'lib/y': 'y1' });
      world.write({ 'lib/yours': 'm', 'lib/also/yours': 'm' });
      for (const also of [[], 'all'] as const) {
        assert.deepEqual(planned(world, 0, { also }), [
          'delete lib/x: written in turn 1',
          'delete lib/y: written in turn 1',
          'keep lib: lib/also/yours is in the way and is kept',
        ]);
      }
    });

    it('ignored files count, one by one or as a folder', () => {
      const world = new ModelWorld({ '.gitignore': 'lib/log tmp/', lib: 'l0', tmp: 't0' });
      world.turn({ 'lib/x': 'x1', 'tmp/x': 'x1' });
      world.write({ 'lib/log': 'yours', 'tmp/log': 'yours' });
      assert.deepEqual(planned(world), [
        'delete lib/x: written in turn 1',
        'keep lib: lib/log is in the way and is kept',
        'keep tmp: tmp/ is in the way and is kept',
      ]);
    });

    it('an ignored file counts where a folder was', () => {
      const world = new ModelWorld({ '.gitignore': 'tmp', 'tmp/x': 'x0' });
      world.turn({ 'tmp/x': null });
      world.write({ tmp: 'yours' });
      assert.deepEqual(planned(world), ['keep tmp/x: tmp is in the way and is kept']);
    });

    it('a file that the human leaves as it is counts', () => {
      const world = new ModelWorld({ 'src/a': 'a0' });
      world.turn({ src: 's1' });
      assert.deepEqual(planned(world, 0, { except: ['src'] }), [
        'keep src/a: src is in the way and is kept',
      ]);
    });

    it('a kept file is offered when what is in its way can be chosen as well', () => {
      const world = new ModelWorld({ 'src/a': 'a0' });
      world.turn({ 'src/a': 'a1' });
      world.write({ 'src/a': null });
      world.turn({ src: 's2' });
      world.write({ src: 'mine' });
      assert.deepEqual(planned(world), [
        'keep, or delete: src: you edited it since',
        'keep, or recreate: src/a: you deleted it since',
      ]);
      assert.deepEqual(planned(world, 0, { also: ['src/a'] }), [
        'keep, or delete: src: you edited it since',
        'keep src/a: src is in the way and is kept',
      ]);
      assert.equal(world.preview(0, { also: 'all', except: [] }).steps.length, 2);
    });

    it('a kept file is not offered when it could not be brought back whatever is chosen', () => {
      const world = new ModelWorld({ 'src/a': 'a0' });
      world.turn({ 'src/a': 'a1' });
      world.write({ 'src/a': null, src: 'yours, and no turn ever touched it' });
      assert.deepEqual(planned(world), ['keep src/a: src is in the way and is kept']);
    });

    it('names that only begin alike are in nobody’s way', () => {
      const world = new ModelWorld({ src: 's0' });
      world.turn({ src: null });
      world.write({ 'src.js': 'mine', 'src-2/x': 'mine' });
      assert.deepEqual(planned(world), ['recreate src: changed in turn 1']);
    });
  });

  it('adds up what the undone turns did to the repository, and says nothing where they did nothing', () => {
    const world = new ModelWorld();
    world.turn({});
    assert.equal(world.preview().repository, undefined);
    world.repository.push({ commits: 0, stashed: 1, headBefore: 'aaa0' });
    world.repository.push({ commits: 2, stashed: 0, headBefore: 'bbb1' });
    world.repository.push({ commits: 1, stashed: 1, headBefore: 'ccc2' });
    assert.deepEqual(world.preview().repository, { commits: 3, stashed: 2, headBefore: 'bbb1' });
    world.repository.push({ commits: 0, stashed: 0, branchBefore: 'main', branchAfter: 'fix' });
    world.repository.push({ commits: 0, stashed: 0, branchBefore: 'fix', branchAfter: '' });
    assert.deepEqual(world.preview().repository, {
      commits: 3,
      stashed: 2,
      branchBefore: 'main',
      branchAfter: '',
    });
    world.repository.push({ commits: 0, stashed: 0, branchBefore: '', branchAfter: 'main' });
    assert.deepEqual(world.preview().repository, { commits: 3, stashed: 2 });
  });

  it('walks only what differs: 10,000 files through 200 turns', () => {
    const state = (round: number): CheckpointState => {
      const files = new Map(shared);
      for (let i = 0; i < 50; i++) files.set(`src/${i}`, file(`${i} of ${round}`));
      return { files, unknown: new Set() };
    };
    const shared = new Map(Array.from({ length: 10_000 }, (_, i) => [`src/${i}`, file(`${i}`)]));
    const states = Array.from({ length: 201 }, (_, round) => state(round));
    const changes = states.slice(1).map((after, i) => ({
      by: { kind: 'own' } as const,
      number: i + 1,
      before: states[i]!,
      after,
    }));
    let looks = 0;
    for (const { files } of states) {
      const get = files.get.bind(files);
      files.get = (path) => ((looks += 1), get(path));
    }
    const preview = planRewind({
      taskId: TASK,
      toTurn: 0,
      target: states[0]!,
      changes,
      now: states[200]!,
      repository: [],
      choice: AS_PROPOSED,
    });
    assert.equal(preview.steps.length, 50);
    assert.ok(looks < 200 * 10_000 + 200 * 50 * 4, `${looks} looks`);
  });
});
