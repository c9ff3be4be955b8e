import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RestoreFs } from '../../../src/platform/checkpoints/restore/restoreFs';
import {
  asLooked,
  countedFs,
  scene,
  quickFs,
  type Scene,
} from '../../unit/platform/checkpoints/restoreScene';
import { COUNTS } from '../../support/scale';

/** The existing spelling of a path below `root` on a disk that does not tell `a` from `A`. */
function existing(root: string, path: Buffer): Buffer {
  const text = path.toString();
  if (!text.startsWith(`${root}/`)) return path;
  let found = root;
  for (const name of text.slice(root.length + 1).split('/')) {
    const same = namesIn(found).find((each) => each.toLowerCase() === name.toLowerCase());
    found = join(found, same ?? name);
  }
  return Buffer.from(found);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** File operations as on such a disk; every parameter that is a path is found in any spelling. */
function caseless(root: string, fs: RestoreFs): RestoreFs {
  return new Proxy(fs, {
    get: (target, name) => {
      const operation = Reflect.get(target, name) as (...parameters: unknown[]) => unknown;
      return (...parameters: unknown[]): unknown =>
        operation(
          ...parameters.map((each) => (Buffer.isBuffer(each) ? existing(root, each) : each)),
        );
    },
  });
}

const CASES = {
  'a file': [{ readme: 'same' }, { README: 'same' }],
  'a file with other content': [{ readme: 'agent' }, { README: 'old' }],
  'a folder': [
    { 'src/x': '1', 'src/y': '2' },
    { 'Src/x': '1', 'Src/y': 'two' },
  ],
  'a folder into a file': [{ 'src/x': '1' }, { SRC: 'file' }],
  'a file into a folder': [{ SRC: 'file' }, { 'src/x': '1' }],
} as const;

describe('a restore where names differ in case only', () => {
  let place: Scene;
  let disk: RestoreFs;
  beforeEach(() => {
    place = scene();
    disk = caseless(place.work, quickFs(place.work));
  });
  afterEach(() => {
    place.remove();
  });

  for (const [what, [from, to]] of Object.entries(CASES)) {
    it(`renames ${what} on a disk that does not tell them apart, killed anywhere`, async () => {
      for (let n = 1; ; n += COUNTS.restoreStride) {
        place.write(from);
        let last = 0;
        const dying = countedFs(place.work, (count) => {
          last = count;
          if (count >= n) throw new Error('killed');
        });
        await place.restore({ from, to, fs: caseless(place.work, dying) }).catch(() => undefined);
        assert.deepEqual(await place.restore({ from, to, fs: disk }), { left: [] }, `at ${n}`);
        assert.deepEqual(place.look(), asLooked(to), `at ${n}`);
        place.remove();
        place = scene();
        disk = caseless(place.work, quickFs(place.work));
        if (last < n) break;
      }
    });

    it(`renames ${what} on a disk that tells them apart`, async () => {
      place.write(from);
      assert.deepEqual(await place.restore({ from, to }), { left: [] });
      assert.deepEqual(place.look(), asLooked(to));
    });
  }

  it('does not overwrite what the user made of the other spelling', async () => {
    place.write({ readme: 'edited by me' });
    const { left } = await place.restore({
      from: { readme: 'agent' },
      to: { README: 'old' },
      fs: disk,
    });
    assert.deepEqual(
      left.map(({ path }) => path),
      ['readme', 'README'],
    );
    assert.deepEqual(place.look(), asLooked({ readme: 'edited by me' }));
  });
});
