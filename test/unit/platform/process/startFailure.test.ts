import { match } from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { explainStartFailure } from '../../../../src/platform/process/startFailure';

describe('why a program could not be started', () => {
  let folder: string;
  const missing = (program: string, path = folder): string =>
    explainStartFailure({ code: 'ENOENT', message: 'spawn ENOENT', program, cwd: folder, path });

  before(() => (folder = mkdtempSync(join(tmpdir(), 'devs-start-'))));
  after(() => rmSync(folder, { recursive: true }));

  it('is that it is not on PATH, or that its interpreter is missing', () => {
    writeFileSync(join(folder, 'script'), '#!/nowhere\n');
    match(missing('agent'), /"agent" was not found on PATH/);
    match(missing('script'), /"script" cannot run: the interpreter/);
    match(missing('./agent'), /"\.\/agent" does not exist/);
  });

  it('is told also where a folder on PATH cannot be looked into', () => {
    const round = join(folder, 'round');
    symlinkSync(round, round);
    match(missing('agent', `${round}${delimiter}${folder}`), /"agent" was not found on PATH/);
    match(missing('x'.repeat(5_000)), /was not found on PATH/);
  });
});
