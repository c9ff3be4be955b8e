import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdFolders } from '../../../../src/platform/checkpoints/restore/heldFolders';
import { scene, type Scene } from './restoreScene';

describe('an operation below folders that are no links', () => {
  let place: Scene;
  beforeEach(() => {
    place = scene();
    mkdirSync(join(place.work, 'a/b'), { recursive: true });
    symlinkSync(place.work, join(place.root, 'link'));
    symlinkSync('../..', join(place.work, 'a/out'));
  });
  afterEach(() => {
    place.remove();
  });

  // How other systems do it can be done here, too.
  for (const platform of [process.platform, 'darwin'] as const) {
    it(`reaches its file, also where the workspace is a link (as on ${platform})`, () => {
      const root = join(place.root, 'link');
      for (const path of ['x', 'a/x', 'a/b/x']) {
        holdFolders(root, platform)(Buffer.from(`${root}/${path}`), (there) => {
          writeFileSync(there, path);
        });
        assert.equal(readFileSync(join(place.work, path), 'utf8'), path);
      }
      assert.equal(holdFolders(root, platform)(Buffer.from(root), String), root);
    });

    it(`is refused behind a link, a file and nothing, by the name of the path (as on ${platform})`, () => {
      writeFileSync(join(place.work, 'file'), '');
      for (const [path, code] of [
        ['a/out/x', 'ENOTDIR'],
        ['a/out/again/x', 'ENOTDIR'],
        ['file/x', 'ENOTDIR'],
        ['a/none/x', /^(?:ENOENT|ENOTDIR)$/],
      ] as const) {
        const work = (): void => {
          holdFolders(place.work, platform)(Buffer.from(`${place.work}/${path}`), () => {
            assert.fail('it was reached');
          });
        };
        const folder = join(place.work, path, '..');
        assert.throws(work, (error: NodeJS.ErrnoException) => {
          assert.match(error.code ?? '', new RegExp(code));
          assert.ok(
            folder.startsWith(/\/.*?(?='|$)/.exec(error.message)?.[0] ?? '?'),
            error.message,
          );
          return true;
        });
      }
    });

    it(`names the path when it fails itself (as on ${platform})`, () => {
      const path = Buffer.from(`${place.work}/a/b/none`);
      assert.throws(() => holdFolders(place.work, platform)(path, (there) => readFileSync(there)), {
        message: `ENOENT: no such file or directory, open '${path.toString()}'`,
      });
    });
  }
});
