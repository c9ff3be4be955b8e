import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledPackages, notices } from '../../../release/bundledPackages.mjs';

describe('the packages that ship', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'devs-bundled-'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  /** The path of a source file of a package with these files. */
  function packageWith(path: string, manifest: object, files: Record<string, string> = {}): string {
    const folder = join(root, path);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3', ...manifest }));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return join(folder, 'index.js');
  }

  it('are listed once each, with every text that their licence demands', async () => {
    const plain = packageWith(
      'node_modules/plain',
      { name: 'plain', license: 'ISC' },
      { LICENSE: 'Keep this.\n' },
    );
    const scoped = packageWith(
      'node_modules/@some/one',
      { name: '@some/one', license: 'Apache-2.0' },
      { 'license.md': 'Apache text', NOTICE: 'Made by some.' },
    );
    const nested = packageWith(
      'node_modules/plain/node_modules/deep',
      { name: 'deep', license: 'MIT' },
      { 'LICENCE.txt': 'MIT text' },
    );
    const inputs = [
      'src/own.ts',
      plain,
      join(root, 'node_modules/plain/lib/other.js'),
      scoped,
      nested,
    ];
    const packages = await bundledPackages(inputs);
    assert.deepEqual(
      packages.map(({ name }) => name),
      ['@some/one', 'plain', 'deep'],
    );
    const text = notices(packages);
    assert.match(
      text,
      /^@some\/one 1\.2\.3 \(Apache-2\.0\)\n\nMade by some\.\n\nApache text\n\n-+\n\nplain 1\.2\.3/,
    );
    assert.match(text, /Keep this\.\n\n-+\n\ndeep 1\.2\.3 \(MIT\)\n\nMIT text\n$/);
  });

  it('get the text of the MIT licence with their author where they bring none', async () => {
    const author = 'Ann Other <ann@example.org> (https://ann.example)';
    const input = packageWith('node_modules/bare', { name: 'bare', license: 'MIT', author });
    const [bare] = await bundledPackages([input]);
    assert.match(
      bare!.texts.join(),
      /^MIT License\n\nCopyright \(c\) Ann Other\n\nPermission is hereby granted/,
    );
  });

  it('stop the build where a licence is unknown, or its text is missing', async () => {
    const gpl = packageWith(
      'node_modules/gpl',
      { name: 'gpl', license: 'GPL-3.0' },
      { LICENSE: 'text' },
    );
    await assert.rejects(
      bundledPackages([gpl]),
      /node_modules\/gpl has the licence "GPL-3\.0"\. Only these may ship/,
    );
    const none = packageWith('node_modules/none', { name: 'none' });
    await assert.rejects(bundledPackages([none]), /has the licence "undefined"/);
    const bare = packageWith('node_modules/bare', { name: 'bare', license: 'ISC', author: 'Ann' });
    await assert.rejects(
      bundledPackages([bare]),
      /bare has the licence "ISC", but neither its text/,
    );
  });
});
