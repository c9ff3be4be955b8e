import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const DIST = resolve(__dirname, '../../dist');

const USE = `
import { createEdgeGuard, type EdgeGuardState, type SeenBeforeHop } from './edgeGuard';
const seen: SeenBeforeHop = { query: 'where?', testResults: { passed: true, failure: '' } };
const { verdict, progress, cycle } = createEdgeGuard({ limits: { planner_to_coder: 1 } }).hop('coder', seen);
export const message: string | undefined = verdict.kind === 'stuck' ? verdict.message : cycle?.message;
export const why: string = progress.why;
export const state: EdgeGuardState = createEdgeGuard().state();
`;

/** What the compiler says of a program that uses the guard by its types alone. */
function problems(folder: string, text: string): readonly string[] {
  const file = join(folder, 'use.ts');
  writeFileSync(file, text);
  const options = {
    ...{ strict: true, noEmit: true, types: [], lib: ['lib.es2022.d.ts'] },
    ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.Preserve },
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the edge guard that is built', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'devs-edge-guard-'));
    for (const name of ['edgeGuard.js', 'edgeGuard.d.ts']) {
      copyFileSync(join(DIST, name), join(folder, name));
    }
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('stops a planner in a folder where there is nothing else', () => {
    const program = `
      const guard = require('./edgeGuard.js').createEdgeGuard();
      for (let hop = 0; hop < 5; hop += 1) guard.hop('coder', {});
      console.log(guard.hop('coder', {}).verdict.message);`;
    const printed = execFileSync(process.execPath, ['-e', program], { cwd: folder, env: {} });
    assert.equal(
      printed.toString(),
      'Planner detected loop planner→coder without progress after 6 hops.\n',
    );
  });

  it('has types that hold by themselves', () => {
    assert.deepEqual(problems(folder, USE), []);
    const [wrong = ''] = problems(folder, USE.replace("hop('coder'", "hop('reviewer'"));
    assert.match(wrong, /"reviewer"' is not assignable to parameter of type '"researcher" \|/);
  });
});
