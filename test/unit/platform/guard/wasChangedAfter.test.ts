import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wasChangedAfter } from '../../../../src/platform/guard/wasChangedAfter';

describe('whether a file was changed after a moment', () => {
  const root = mkdtempSync(join(tmpdir(), 'devs-changed-'));
  const moment = (ms: number): string => new Date(Date.now() + ms).toISOString();
  const [before, now] = [moment(-60_000), moment(60_000)];
  after(() => rmSync(root, { recursive: true, force: true }));

  it('is told by the file, whatever time a program gives its content', () => {
    writeFileSync(join(root, 'a.js'), '');
    utimesSync(join(root, 'a.js'), 1, 1);
    assert.equal(wasChangedAfter(root, 'a.js', before), true);
    assert.equal(wasChangedAfter(root, 'a.js', now), false);
  });

  it('is told by the folder of one that is gone', () => {
    mkdirSync(join(root, 'src'));
    assert.equal(wasChangedAfter(root, 'src/gone/deep.js', before), true);
    assert.equal(wasChangedAfter(root, 'src/gone/deep.js', now), false);
  });

  it('is not known where the folder itself is gone', () => {
    assert.equal(wasChangedAfter(join(root, 'nowhere'), 'a.js', now), true);
  });
});
