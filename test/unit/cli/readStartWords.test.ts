import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStartWords } from '../../../src/cli/terminal/readStartWords';

describe('the words that start Devs', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'devs-start-'))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** The folder of a package that npx fetched, with what npx noted of it. */
  function lent(noted: unknown, name = 'devs'): string {
    const folder = join(root, '_npx', '1f7b1bd89eda7a1f');
    const dist = join(folder, 'node_modules', name, 'dist');
    mkdirSync(dist, { recursive: true });
    const text = typeof noted === 'string' ? noted : JSON.stringify(noted);
    writeFileSync(join(folder, 'package.json'), text);
    return dist;
  }

  it('are its name where it is installed', () => {
    assert.equal(readStartWords('/usr/lib/node_modules/devs/dist'), 'devs');
    assert.equal(readStartWords('/home/me/shop/node_modules/devs/dist'), 'devs');
  });

  it('name the package to npx as it was named, where npx only lent it', () => {
    const noted = { dependencies: { '@me/devs': '^1.0.0' }, _npx: { packages: ['@me/devs@1'] } };
    assert.equal(readStartWords(lent(noted, '@me/devs')), 'npx @me/devs@1');
  });

  it('name a packed file by its whole path, so that they work in another folder', () => {
    const noted = {
      dependencies: { devs: 'file:../../my files/devs-1.0.0.tgz' },
      _npx: { packages: ['./devs-1.0.0.tgz'] },
    };
    const file = join(root, 'my files', 'devs-1.0.0.tgz');
    assert.equal(readStartWords(lent(noted)), `npx "${file}"`);
  });

  it('name the package where npx noted nothing that can be read', () => {
    for (const noted of ['{', {}, { _npx: { packages: ['a', 'b'] } }])
      assert.equal(readStartWords(lent(noted)), 'npx devs');
  });
});
