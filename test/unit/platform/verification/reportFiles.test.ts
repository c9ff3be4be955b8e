import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namedReport, reportFiles } from '../../../../src/platform/verification/reportFiles';

describe('report files', () => {
  let root: string;
  let workspace: string;
  const textsOf = async (...patterns: string[]): Promise<string[]> => {
    const texts: string[] = [];
    for await (const { text } of reportFiles(workspace, patterns)) texts.push(text);
    return texts;
  };

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

  it('are called like reports: no other file is opened', async () => {
    for (const name of ['a.json', 'b.TAP', 'c.info', 'd.lcov', 'e.txt', 'f.log', 'g.out'])
      writeFileSync(join(workspace, name), name);
    for (const name of ['h.ts', 'id_rsa', '.env', 'i.xml.gz'])
      writeFileSync(join(workspace, name), name);
    deepEqual((await textsOf('*', 'id_rsa', '.env')).sort(), [
      ...['a.json', 'b.TAP', 'c.info', 'd.lcov', 'e.txt', 'f.log', 'g.out'],
    ]);
  });

  it('may be in the UTF-16 of a redirection in PowerShell', async () => {
    writeFileSync(join(workspace, 'a.tap'), Buffer.from('\uFEFFok 1', 'utf16le'));
    deepEqual(await textsOf('a.tap'), ['\uFEFFok 1']);
  });

  it('are left out when they are too big, one by one or all together', async () => {
    writeFileSync(join(workspace, 'a.xml'), '');
    truncateSync(join(workspace, 'a.xml'), 20 * 1024 * 1024 + 1);
    deepEqual(await textsOf('a.xml'), []);
    for (let index = 0; index < 7; index++) {
      writeFileSync(join(workspace, `b${index}.xml`), '');
      truncateSync(join(workspace, `b${index}.xml`), 16 * 1024 * 1024);
    }
    deepEqual((await textsOf('b*.xml')).length, 6);
  });

  it('are named when nothing in the name is a pattern', () => {
    deepEqual(namedReport(workspace, './out\\junit.xml'), join(workspace, 'out/junit.xml'));
    deepEqual(namedReport(workspace, 'out/*.xml'), undefined);
    deepEqual(namedReport(workspace, '{a,b}.xml'), undefined);
  });

  it('are not looked for outside the workspace, by no way', async () => {
    symlinkSync(join(root, 'outside.xml'), join(workspace, 'link.xml'));
    deepEqual(await textsOf('../outside.xml', 'link.xml', '*.xml'), []);
  });

  if (process.platform !== 'win32') {
    it('are plain files: a pipe, which would never end, is left alone', async () => {
      execFileSync('mkfifo', [join(workspace, 'junit.xml')]);
      deepEqual(await textsOf('junit.xml', '*.xml'), []);
    });
  }
});
