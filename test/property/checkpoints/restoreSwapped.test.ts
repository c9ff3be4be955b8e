import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  asLooked,
  countedFs,
  RESTORE_ID,
  scene,
  withoutStaging,
  writeTree,
  type Scene,
} from '../../unit/platform/checkpoints/restoreScene';
import { FROM, TO } from '../../unit/platform/checkpoints/restoreTrees';
import { COUNTS } from '../../support/scale';

const STAGING = `.devs-rewind-${RESTORE_ID}`;
/** Of each kind: changed in, made, deleted, at another depth, with a file made of it, for the restore itself. */
const SWAPPED = [
  'folder',
  'folder/b',
  'created',
  'created/deep',
  'deleted',
  'file',
  'changed.txt',
  STAGING,
];

/** A workspace, and outside it a folder that looks just like it: checks of content see no difference. */
function sceneWithTwin(): Scene {
  const place = scene();
  place.write(FROM);
  const outside = join(place.root, 'outside');
  for (const path of ['created/deep', STAGING, 'deleted/by', 'file/x']) {
    mkdirSync(join(outside, path), { recursive: true, mode: 0o750 });
  }
  const paths = [...new Set([...Object.keys(FROM), ...Object.keys(TO)])];
  const staged = paths.flatMap((path, index) =>
    TO[path] === undefined ? [] : [[`${STAGING}/new-${index}`, TO[path]] as const],
  );
  const rest = Object.entries(FROM).filter(([path]) => path !== 'file');
  writeTree(outside, {
    ...Object.fromEntries(rest),
    ...Object.fromEntries(staged),
    [`${STAGING}/old-0`]: 'precious',
  });
  return place;
}

/** Everything outside, with the modes of the folders. */
function lookOutside(place: Scene): Record<string, string> {
  const outside = join(place.root, 'outside');
  const found = place.look(outside);
  for (const [path, what] of Object.entries(found)) {
    if (what === 'folder')
      found[path] = `folder:${lstatSync(join(outside, path)).mode.toString(8)}`;
  }
  return found;
}

describe('a link to a place outside that is put into the workspace while a restore runs', function () {
  this.timeout(600_000);

  for (const path of SWAPPED) {
    it(`is no way out in the place of ${path}, whenever it comes`, async () => {
      let times = 0;
      for (let n = 1, wasReached = true; wasReached; n += COUNTS.swapStride) {
        const place = sceneWithTwin();
        const [inside, aside] = [join(place.work, path), join(place.root, 'aside')];
        try {
          const outside = lookOutside(place);
          wasReached = false;
          let swapped: true | undefined;
          const fs = countedFs(place.work, (count) => {
            wasReached ||= count === n;
            if (count < n || swapped === true || !existsSync(inside)) return;
            renameSync(inside, aside);
            symlinkSync(join(place.root, 'outside', path), inside);
            swapped = true;
          });
          await place.restore({ from: FROM, to: TO, fs }).catch(isRefused);
          assert.deepEqual(lookOutside(place), outside, `at operation ${n}`);
          await place.restore({ from: FROM, to: TO }).catch(isRefused);
          assert.deepEqual(lookOutside(place), outside, `again, at operation ${n}`);
          if (swapped === undefined) continue;
          times += 1;
          putBack(inside, aside);
          await assertFinished(place, n);
          assert.deepEqual(lookOutside(place), outside, `in the end, at operation ${n}`);
        } finally {
          place.remove();
        }
      }
      assert.ok(times > 0);
    });
  }
});

function isRefused(error: unknown): void {
  assert.match((error as Error).message, /^(?:Could not |A restore was interrupted)|in the way/);
}

/** The link goes, what was there comes back. */
function putBack(inside: string, aside: string): void {
  if (existsSync(inside) && lstatSync(inside).isSymbolicLink()) unlinkSync(inside);
  if (!existsSync(inside)) renameSync(aside, inside);
}

/** Nothing of what was in the workspace is lost: a restore now ends it, or names what it left. */
async function assertFinished(place: Scene, n: number): Promise<void> {
  const { left } = await place.restore({ from: FROM, to: TO });
  const files = (found: Record<string, string>): unknown =>
    Object.entries(withoutStaging(found))
      .filter(([, what]) => what !== 'folder')
      .sort();
  // A folder that was away when it would have been removed stays, empty.
  assert.deepEqual([left, files(place.look())], [[], files(asLooked(TO))], `at operation ${n}`);
}
