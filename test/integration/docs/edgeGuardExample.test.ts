import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundleEdgeGuard, type EdgeGuardBundle } from '../../support/edgeGuardBundle';

const DOCUMENT = readFileSync(resolve(__dirname, '../../../docs/edge-guard.md'), 'utf8');

/** The first code block of a language in a document. */
function block(language: string): string {
  return new RegExp(`\`\`\`${language}\\r?\\n([\\s\\S]*?)\`\`\``).exec(DOCUMENT)?.[1] ?? '';
}

describe('the example of the edge guard', () => {
  let bundle: EdgeGuardBundle;
  before(async () => (bundle = await bundleEdgeGuard()));
  after(() => bundle.remove());

  it('prints what the document says', () => {
    const path = join(bundle.folder, 'example.js');
    writeFileSync(path, block('js'));
    const printed = execFileSync(process.execPath, [path], { cwd: bundle.folder, env: {} });
    assert.equal(printed.toString(), block('text').replaceAll('\r\n', '\n'));
    assert.match(printed.toString(), /Planner detected loop planner→researcher/);
  });
});
