import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReportFiles } from '../../../src/adapters/verification/reportFiles';

describe('report files', () => {
  let root: string;
  let workspace: string;
  const textsOf = async (...patterns: string[]): Promise<string[]> =>
    (await readReportFiles(workspace, patterns)).map(({ text }) => text);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'devs-reports-'));
    workspace = join(root, 'workspace');
    mkdirSync(workspace);
    writeFileSync(join(root, 'outside.xml'), 'outside');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('are found by name and by pattern, each once', async () => {
    writeFileSync(join(workspace, 'junit.xml'), 'inside');
    deepEqual(await textsOf('junit.xml', './junit.xml', '*.xml'), ['inside']);
  });

  it('are not looked for outside the workspace, by no way', async () => {
    symlinkSync(join(root, 'outside.xml'), join(workspace, 'link.xml'));
    deepEqual(await textsOf('../outside.xml', 'link.xml', '*.xml'), []);
  });

  if (process.platform !== 'win32') {
    it('are plain files: a pipe, which would never end, is left alone', async () => {
      execFileSync('mkfifo', [join(workspace, 'junit.xml')]);
      deepEqual(await textsOf('junit.xml', '*.xml'), []);
    }).timeout(2_000);
  }
});
