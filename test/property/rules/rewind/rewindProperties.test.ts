import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CheckpointEntry } from '../../../../src/model/workspace/checkpoint';
import type { RewindChoice } from '../../../../src/model/workspace/rewindRecord';
import { file, link, ModelWorld } from '../../../unit/rules/rewind/modelWorld';
import { COUNTS } from '../../../support/scale';

const PATHS = ['a', 'a/b', 'a/b/c', 'd', 'e/f', 'e/g', 'e/h/i', 'ünï cødé', '-rf'];
const RULES = ['', 'e/', 'd', 'e/ d', 'a'];
const RUNS = COUNTS.plannedRewinds;

type Who = 'own' | 'you' | 'users' | 'mail';

interface Deed {
  readonly what: 'write' | 'remove' | 'back' | 'mode' | 'move' | 'rework' | 'ignore' | 'link';
  readonly path: number;
  readonly other: number;
  readonly size: number;
}

type Chapter =
  | { readonly who: Who; readonly deeds: readonly Deed[] }
  | { readonly who: 'rewind' | 'redo'; readonly turn: number; readonly choice: RewindChoice }
  | { readonly who: 'devs'; readonly turn: number; readonly path: number };

interface Move {
  readonly path: string;
  readonly to: string;
  readonly entry: CheckpointEntry;
  /** Changed on the way. */
  readonly rework: boolean;
}

/** Runs chapters on a model world and remembers whose bytes are whose: the truth that plans must meet. */
class Story {
  readonly world: ModelWorld;
  /** Content → who wrote it and out of which content. */
  private readonly origins = new Map<string, { readonly who: string; readonly of: string }>();
  /** How many contents there were after each turn of the task. */
  private readonly contentsAfter: number[] = [];
  /** Path → everybody who ever removed something there. */
  readonly removers = new Map<string, Set<string>>();
  private contents = 0;
  private touched = new Set<string>();
  /** Paths that could be seen when the chapter began. */
  private visible: ReadonlySet<string> = new Set();

  constructor(chapters: readonly Chapter[]) {
    this.world = new ModelWorld();
    for (const path of ['a/b', 'd', 'e/f', 'e/g'])
      this.put('you', path, this.fresh(100, 'you', ''));
    this.contentsAfter.push(this.contents, this.contents);
    this.world.turn({});
    for (const chapter of chapters) this.play(chapter);
  }

  /** Everybody who since this turn had a hand in what stands at a path; what stood then is nobody's. */
  writersAt(path: string, sinceTurn: number): readonly string[] {
    const writers = new Set<string>();
    const known = this.contentsAfter[sinceTurn]!;
    let text = this.contentAt(path);
    for (
      let origin = this.origins.get(text);
      origin !== undefined;
      origin = this.origins.get(text)
    ) {
      if (Number(text.slice(1)) <= known) break;
      writers.add(origin.who);
      text = origin.of;
    }
    return [...writers];
  }

  private contentAt(path: string): string {
    return this.world.files.get(path)?.version.split(':').at(-1) ?? '';
  }

  private play(chapter: Chapter): void {
    if ('deeds' in chapter) this.live(chapter.who, chapter.deeds);
    else if (chapter.who === 'devs') {
      this.world.devs(() => this.bringBack('devs', PATHS[chapter.path]!, chapter.turn));
    } else if (chapter.who === 'rewind') {
      this.world.rewind(chapter.turn % (this.world.turnCount + 1), chapter.choice);
    } else if (this.world.canRedo()) this.world.redo(chapter.choice);
  }

  private live(who: Who, deeds: readonly Deed[]): void {
    this.touched = new Set();
    this.visible = new Set(this.world.look().files.keys());
    const act = (): void => deeds.forEach((deed) => this.act(who, deed));
    if (who === 'you') act();
    else if (who === 'own') {
      this.world.turn(act);
      this.contentsAfter.push(this.contents);
    } else this.world.turnOf(who, act);
  }

  private act(who: Who, { what, path: index, other, size }: Deed): void {
    const [path, to] = [PATHS[index]!, PATHS[other]!];
    const entry = this.world.files.get(path);
    if (what === 'ignore') {
      this.put(who, '.gitignore', file(RULES[other % RULES.length]!));
      return;
    }
    if (this.touched.has(path)) return;
    this.touched.add(path);
    if (what === 'write') this.put(who, path, this.fresh(size, who, this.contentAt(path)));
    else if (what === 'back') this.bringBack(who, path, other);
    else if (entry === undefined) return;
    else if (what === 'remove') this.put(who, path, null);
    else if (what === 'mode') this.put(who, path, this.otherMode(entry));
    else if (what === 'link')
      this.put(who, path, link(this.fresh(9, who, this.contentAt(path)).version.split(':')[2]!));
    else this.move(who, { path, to, entry, rework: what === 'rework' });
  }

  /**
   * Ignored files are never moved: nobody can see where they went. Nothing is moved and changed to
   * where something stood: what came of that is told by nothing.
   */
  private move(who: Who, { path, to, entry, rework }: Move): void {
    if (!this.visible.has(path) || !this.world.look().files.has(path)) return;
    if (this.touched.has(to) || this.world.files.has(to) || this.visible.has(to)) return;
    if (to.startsWith(`${path}/`) || path.startsWith(`${to}/`)) return;
    this.touched.add(to);

    const moved = rework
      ? this.fresh(Math.ceil(entry.size * 0.6), who, this.contentAt(path))
      : entry;
    this.put(who, path, null);
    this.put(who, to, moved);
  }

  /** Nobody brings back what was gone before it was ever recorded. */
  private bringBack(who: string, path: string, which: number): void {
    const moments = this.world.changes.flatMap(({ before, after }) => [before, after]);
    const earlier = moments.flatMap(({ files }) => files.get(path) ?? []);
    const entry = earlier[which % Math.max(1, earlier.length)];
    if (entry !== undefined) this.put(who, path, entry);
  }

  private put(who: string, path: string, entry: CheckpointEntry | null): void {
    const before = new Set(this.world.files.keys());
    this.world.put(path, entry);
    for (const each of before) {
      if (this.world.files.has(each)) continue;
      this.removers.set(each, (this.removers.get(each) ?? new Set()).add(who));
    }
  }

  private fresh(size: number, who: string, of: string): CheckpointEntry {
    this.contents += 1;
    const text = `c${this.contents}`;
    this.origins.set(text, { who, of });
    return file(text, '644', size);
  }

  private otherMode({ version, size }: CheckpointEntry): CheckpointEntry {
    const [kind, mode, text] = version.split(':');
    if (kind !== 'file') return link(mode!);
    return file(text!, mode === '644' ? '755' : '644', size);
  }
}

const ALL_DEEDS = ['write', 'remove', 'back', 'mode', 'move', 'rework', 'ignore', 'link'] as const;

function deeds(kinds: readonly Deed['what'][], maxSize: number): fc.Arbitrary<readonly Deed[]> {
  const deed = fc.record({
    what: fc.constantFrom(...kinds),
    path: fc.nat(PATHS.length - 1),
    other: fc.nat(PATHS.length - 1),
    size: fc.integer({ min: 1, max: maxSize }),
  });
  return fc.array(deed, { maxLength: 5 });
}

const somePaths = fc.subarray(PATHS);
const choices: fc.Arbitrary<RewindChoice> = fc.record({
  also: fc.oneof(fc.constant('all' as const), somePaths, fc.constant([])),
  except: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: somePaths }),
});
const turns = fc.nat(20);

function chapters(who: readonly Who[], kinds: readonly Deed['what'][], maxSize: number) {
  const acts = fc.record({ who: fc.constantFrom(...who), deeds: deeds(kinds, maxSize) });
  const returns = fc.record({
    who: fc.constantFrom('rewind' as const, 'redo' as const),
    turn: turns,
    choice: choices,
  });
  return { acts, returns };
}

const everything = chapters(['own', 'own', 'you', 'users', 'mail'], ALL_DEEDS, 1_000);
const others = fc.record({
  who: fc.constant('devs' as const),
  turn: turns,
  path: fc.nat(PATHS.length - 1),
});
const anyStory: fc.Arbitrary<readonly Chapter[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: everything.acts },
    { weight: 2, arbitrary: everything.returns },
    { weight: 1, arbitrary: others },
  ),
  { maxLength: 9 },
);

function check(
  name: string,
  body: (story: Story, toTurn: number, choice: RewindChoice) => void,
): void {
  it(name, () => {
    fc.assert(
      fc.property(anyStory, turns, choices, (told, turn, choice) => {
        const story = new Story(told);
        body(story, turn % (story.world.turnCount + 1), choice);
      }),
      { numRuns: RUNS },
    );
  });
}

function snapshot({ files }: ModelWorld): Record<string, string> {
  return Object.fromEntries(
    [...files].map(([path, { version }]): [string, string] => [path, version]).sort(),
  );
}

describe('rewinds of any history', () => {
  check('never touch what you or another task wrote, unless it is chosen', (story, toTurn) => {
    for (const { path } of story.world.preview(toTurn).steps) {
      if (path === '.gitignore') continue;
      const foreign = story.writersAt(path, toTurn).filter((who) => who !== 'own');
      assert.deepEqual(foreign, [], path);
    }
  });

  check(
    'never bring back what only you or others removed, unless it is chosen',
    (story, toTurn) => {
      for (const { path, action } of story.world.preview(toTurn).steps) {
        if (action === 'recreate') assert.ok(story.removers.get(path)?.has('own'), path);
      }
    },
  );

  check('delete only what the agent and nobody else wrote', (story, toTurn) => {
    const target = story.world.target(toTurn);
    for (const { path, action } of story.world.preview(toTurn).steps) {
      if (action !== 'delete' || path === '.gitignore') continue;
      assert.ok(!target.files.has(path), path);
      const foreign = story.writersAt(path, toTurn).filter((who) => who !== 'own');
      assert.deepEqual(foreign, [], path);
    }
  });

  check('are undone by a redo, byte for byte', ({ world }, toTurn, choice) => {
    const before = snapshot(world);
    const rewound = world.rewind(toTurn, choice);
    const redone = world.redo();
    assert.deepEqual(snapshot(world), before);
    assert.deepEqual(redone.kept, []);
    assert.deepEqual(
      redone.steps.map(({ path }) => path),
      rewound.steps.map(({ path }) => path),
    );
  });

  check('bring every path that can be chosen to its target when all are', ({ world }, toTurn) => {
    const target = world.target(toTurn);
    const proposed = world.preview(toTurn);
    world.rewind(toTurn, { also: 'all', except: [] });
    const selectable = proposed.kept.filter((each) => each.selectable);
    for (const { path } of [...proposed.steps, ...selectable]) {
      assert.equal(world.files.get(path)?.version, target.files.get(path)?.version, path);
    }
  });

  check('change the paths of their steps and nothing else', ({ world }, toTurn, choice) => {
    const before = snapshot(world);
    const { steps, kept } = world.rewind(toTurn, choice);
    const changed = new Set(steps.map(({ path }) => path));
    const after = snapshot(world);
    for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
      assert.equal(before[path] !== after[path], changed.has(path), path);
    }
    for (const { path } of kept) assert.ok(!changed.has(path), `${path} is both`);
  });

  check('list paths in order, once, and say what happens to each', ({ world }, toTurn, choice) => {
    const { steps, kept } = world.preview(toTurn, choice);
    for (const list of [steps, kept]) {
      const paths = list.map(({ path }) => path);
      assert.deepEqual(paths, [...new Set(paths)].sort());
    }
    for (const each of kept) {
      assert.equal(each.selectable, each.why.kind === 'editedSince', each.path);
      assert.equal(each.action !== undefined, each.selectable, each.path);
      assert.ok(each.turns.length > 0, each.path);
    }
  });

  check(
    'leave alone what is excepted, whatever else is chosen',
    ({ world }, toTurn, { except }) => {
      const { steps } = world.preview(toTurn, { also: 'all', except });
      assert.deepEqual(
        steps.filter(({ path }) => except.includes(path)),
        [],
      );
    },
  );

  it('take back all that the agent did where nobody else did anything', () => {
    const kinds = ALL_DEEDS.filter((kind) => kind !== 'ignore');
    const own = chapters(['own'], kinds, 900);
    const told = fc.array(
      fc.oneof({ weight: 4, arbitrary: own.acts }, { weight: 1, arbitrary: own.returns }),
      { maxLength: 9 },
    );
    fc.assert(
      fc.property(told, turns, (each, turn) => {
        const { world } = new Story(each);
        // A rewind leaves turns behind; only what lies before all of them is an end for all.
        const toTurn = world.wasRewound() ? 0 : turn % (world.turnCount + 1);
        const { kept } = world.rewind(toTurn);
        assert.deepEqual(kept, []);
        assert.deepEqual(world.look(), world.target(toTurn));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('redos of any history', () => {
  check(
    'touch only what stands as the rewind left it, and only the rewind’s paths',
    (story, toTurn, choice) => {
      const { world } = story;
      const rewound = world.rewind(toTurn, choice);
      const left = snapshot(world);
      const paths = new Set(rewound.steps.map(({ path }) => path));
      // Something happens in between, and not to every path.
      for (const [index, path] of [...paths].entries())
        if (index % 2 === 0) world.put(path, 'mine');
      const { steps, kept } = world.previewRedo();
      for (const { path } of [...steps, ...kept]) assert.ok(paths.has(path), path);
      for (const { path } of steps) assert.equal(snapshot(world)[path], left[path], path);
    },
  );
});
