import assert from 'node:assert/strict';
import {
  asLooked,
  countedFs,
  failure,
  scene,
  withoutStaging,
  type Scene,
  type Tree,
} from '../../unit/platform/checkpoints/restoreScene';
import { FEW_FROM, FEW_TO, FROM, TO } from '../../unit/platform/checkpoints/restoreTrees';
import { COUNTS } from '../../support/scale';

const MINE = { 'mine.txt': 'mine', 'created/mine': 'beside', 'folder2/mine': 'elsewhere' };
const ALL: Trees = { from: FROM, to: TO };
const FEW: Trees = { from: FEW_FROM, to: FEW_TO };
const FAILURES = ['ENOSPC', 'EIO', 'EACCES'];

interface Trees {
  readonly from: Tree;
  readonly to: Tree;
}

const before = ({ from }: Trees): Record<string, string> => asLooked(from, MINE);
const after = ({ to }: Trees): Record<string, string> => asLooked(to, MINE);

class Killed extends Error {}

/** What happens to a restore whose `n`th operation, and `every` one after it, throws. */
async function interrupted(
  place: Scene,
  trees: Trees,
  { n, every, error }: { n: number; every: boolean; error: () => Error },
) {
  let operations = 0;
  let renames = 0;
  const fs = countedFs(place.work, (count, name) => {
    operations = count;
    if (count === n || (every && count > n)) throw error();
    if (name === 'rename') renames += 1;
  });
  let thrown: unknown;
  try {
    await place.restore({ ...trees, fs });
  } catch (caught) {
    thrown = caught;
  }
  return { thrown, wasReached: operations >= n, renames };
}

/** Runs `check` for the first operation, a later one, … until a restore gets through. */
async function atEveryOperation(
  trees: Trees,
  check: (place: Scene, n: number) => Promise<{ wasReached: boolean }>,
): Promise<number> {
  for (let n = 1; ; n += COUNTS.restoreStride) {
    const place = scene();
    try {
      place.write(trees.from);
      place.write(MINE);
      const { wasReached } = await check(place, n);
      if (!wasReached) return n - 1;
    } finally {
      place.remove();
    }
  }
}

async function again(place: Scene, trees: Trees, n: number): Promise<void> {
  const { left } = await place.restore(trees);
  assert.deepEqual(left, [], `at operation ${n}`);
  assert.deepEqual(place.look(), after(trees), `at operation ${n}`);
}

describe('a restore that does not get to its end', function () {
  this.timeout(120_000);

  it('is finished by the next one, wherever it was killed', async () => {
    const kill = { every: true, error: () => new Killed() };
    const operations = await atEveryOperation(ALL, async (place, n) => {
      const run = await interrupted(place, ALL, { n, ...kill });
      assert.ok(!run.wasReached || run.thrown instanceof Killed, `at operation ${n}`);
      if (run.renames === 0) assert.deepEqual(withoutStaging(place.look()), before(ALL));
      await again(place, ALL, n);
      return run;
    });
    assert.ok(operations > 300, `${operations} operations`);
  });

  it('is finished by the third one where the second was killed, too', async () => {
    const kill = { every: true, error: () => new Killed() };
    await atEveryOperation(FEW, async (place, n) => {
      const run = await interrupted(place, FEW, { n, ...kill });
      await interrupted(place, FEW, { n: 1 + ((n * 7919) % 250), ...kill });
      await again(place, FEW, n);
      return run;
    });
  });

  for (const code of FAILURES) {
    it(`has changed nothing, or everything, after one ${code}`, async () => {
      await atEveryOperation(FEW, async (place, n) => {
        const run = await interrupted(place, FEW, { n, every: false, error: () => failure(code) });
        if (run.thrown !== undefined) {
          assert.equal((run.thrown as Error).name, 'StateError', `at operation ${n}`);
          assert.deepEqual(withoutStaging(place.look()), before(FEW), `at operation ${n}`);
        }
        await again(place, FEW, n);
        return run;
      });
    });

    it(`says so when it changed something before nothing but ${code}, and is finished later`, async () => {
      await atEveryOperation(FEW, async (place, n) => {
        const run = await interrupted(place, FEW, { n, every: true, error: () => failure(code) });
        const now = withoutStaging(place.look());
        if ((run.thrown as Error | undefined)?.name === 'StateError') {
          assert.deepEqual(now, before(FEW), `at operation ${n}`);
        } else if (run.thrown !== undefined) {
          assert.match((run.thrown as Error).message, /was interrupted.*completes it/);
        }
        await again(place, FEW, n);
        return run;
      });
    });
  }
});
