import assert from 'node:assert/strict';
import fc from 'fast-check';
import { listedFile, unescapePath } from '../../../src/platform/workspace/listedFile';
import {
  asLooked,
  bytesOf,
  scene,
  type Leaf,
  type Tree,
} from '../../unit/platform/checkpoints/restoreScene';
import { COUNTS } from '../../support/scale';

const BROKEN = Buffer.from([0xe9]);
const NAMES = [
  'a',
  'b',
  'A',
  'ü',
  'x y',
  BROKEN,
  String.raw`\xE9`,
  '.gitignore',
  '-n',
  'new\nline',
];
const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((names) => {
  const bytes = names.flatMap((name) => [Buffer.from('/'), Buffer.from(name)]).slice(1);
  return listedFile(Buffer.concat(bytes), { tracked: false }).path;
});
const text = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('same', '', '\0\xff binary'));
const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  { weight: 4, arbitrary: text },
  {
    weight: 2,
    arbitrary: fc.record({ text, mode: fc.constantFrom(0o444, 0o600, 0o755, 0o777) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ link: fc.constantFrom('a', '../a', '/nowhere', '.', 'b/a', '..') }),
  },
);
const leaves = fc.array(fc.tuple(path, leaf), { maxLength: 7 });

/** A folder's name looks different above a name that is no UTF-8, its bytes do not. */
function bytes(name: string): string {
  return (unescapePath(name) ?? Buffer.from(name)).toString('latin1');
}

/** Those of the leaves that can stand together: none below, above or in the place of another. */
function treeOf(all: readonly (readonly [string, Leaf])[], besides: Tree = {}): Tree {
  const tree: Record<string, Leaf> = {};
  const collides = (candidate: string): boolean =>
    [...Object.keys(tree), ...Object.keys(besides)].some(
      (other) =>
        other === candidate ||
        bytes(other).startsWith(`${bytes(candidate)}/`) ||
        bytes(candidate).startsWith(`${bytes(other)}/`),
    );
  for (const [name, what] of all) if (!collides(name)) tree[name] = what;
  return tree;
}

describe('a restore of any tree', function () {
  this.timeout(300_000);

  it('gives exactly the other tree and back, and no byte of a bystander changes', async () => {
    await fc.assert(
      fc.asyncProperty(leaves, leaves, leaves, async (before, after, others) => {
        const place = scene();
        try {
          const mine = treeOf(others.slice(0, 3));
          const from = treeOf(before, mine);
          const to = treeOf(after, mine);
          place.write(mine);
          place.write(from);
          assert.deepEqual(place.look(), asLooked(mine, from));
          assert.deepEqual(await place.restore({ from, to }), { left: [] });
          assert.deepEqual(place.look(), asLooked(mine, to));
          assert.deepEqual(await place.restore({ from: to, to: from }), { left: [] });
          assert.deepEqual(place.look(), asLooked(mine, from));
        } finally {
          place.remove();
        }
      }),
      { numRuns: COUNTS.restoredTrees },
    );
  });

  it('changes nothing that stands as in neither state, whatever that is', async () => {
    await fc.assert(
      fc.asyncProperty(leaves, leaves, leaves, async (before, after, present) => {
        const place = scene();
        try {
          const [from, to, now] = [treeOf(before), treeOf(after), treeOf(present)];
          place.write(now);
          const { left } = await place.restore({ from, to });
          const found = place.look();
          const told = new Set(left.map((each) => each.path));
          for (const [name, what] of Object.entries(now)) {
            const stood = from[name];
            const isAgents = stood !== undefined && isSame(stood, what);
            const stands = found[name] === asLooked({ [name]: what })[name];
            assert.ok(stands || isAgents, `${name} was touched`);
          }
          for (const [name, what] of Object.entries(to)) {
            const stands = found[name] === asLooked({ [name]: what })[name];
            assert.ok(stands || told.has(name), `${name} is neither there nor told`);
          }
        } finally {
          place.remove();
        }
      }),
      { numRuns: COUNTS.restoredTrees },
    );
  });
});

function isSame(a: Leaf, b: Leaf): boolean {
  const [left, right] = [asLooked({ x: a })['x'], asLooked({ x: b })['x']];
  return left === right && bytesOf(a).equals(bytesOf(b));
}
