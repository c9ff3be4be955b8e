import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { toExtensionPage } from '../../../release/extensionPage.mjs';

const ROOT = resolve(__dirname, '../../..');
const RELATIVE_LINK = /\]\((?!https?:|#|data:)[^)]*\)/g;

describe("the extension's page in VS Code", () => {
  it('has no link that leads nowhere', async () => {
    const readme = await toExtensionPage(ROOT, 'README.md');
    assert.deepEqual(readme.match(RELATIVE_LINK), null);
    const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
    assert.deepEqual(changelog.match(RELATIVE_LINK), null);
  });

  it('keeps texts, addresses and places, and brings pictures along', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'devs-page-'));
    try {
      writeFileSync(join(folder, 'a.png'), 'picture');
      writeFileSync(
        join(folder, 'README.md'),
        '![alt](a.png) [text](docs/a.md#b), [`code`](b.md), [web](https://localhost/), [here](#here)',
      );
      assert.equal(
        await toExtensionPage(folder, 'README.md'),
        `![alt](data:image/png;base64,${Buffer.from('picture').toString('base64')}) text, \`code\`, ` +
          '[web](https://localhost/), [here](#here)',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
