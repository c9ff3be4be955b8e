import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunReport } from '../../../src/model/run/runReport';
import { until } from './devsProcess';
import { LOOPING, SOLVING, TestWorkspace, type Step } from './testWorkspace';

describe('reports of runs', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  const HANGING: Step = { ...LOOPING, hang: true };

  async function killedRun(): Promise<void> {
    workspace.configure([LOOPING, HANGING, SOLVING]);
    const run = workspace.start(['run']);
    await until('the second call', () => workspace.calls().length === 2);
    run.kill('SIGKILL');
    assert.equal((await run.ended).code, 'SIGKILL');
  }

  async function newest(): Promise<RunReport> {
    const { code, stdout, stderr } = await workspace.devs('report', '--json');
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as RunReport;
  }

  it('finds a run crashed that was killed with kill -9, after the next command', async () => {
    await killedRun();
    const folder = path.join(workspace.stateDir, 'runs');
    assert.equal(existsSync(folder), false);
    assert.equal((await workspace.devs('status')).code, 0);
    assert.equal(readdirSync(folder).filter((name) => name.endsWith('.md')).length, 1);
    const report = await newest();
    assert.equal(report.terminalStatus, 'crashed');
    assert.match(
      report.stopReason,
      /Devs was killed during the run.* This interrupted turn 2 of fix-answer/,
    );
    assert.deepEqual(
      report.turns.map(({ outcome }) => outcome),
      ['no_progress', 'interrupted'],
    );
    assert.equal(report.by?.who, 'terminal');
    const { stdout } = await workspace.devs('report');
    assert.match(
      stdout,
      /^Run \d{4}-\d\d-\d\dT[\d-]+: crashed\n {2}Devs was killed during the run/,
    );
  });

  it('exports it with every file that it links to', async () => {
    await killedRun();
    const { code, stdout, stderr } = await workspace.devs('report', '--export', 'out');
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^Exported the report to .*\.md, with 5 transcripts and diffs: check them for secrets before you share them\.\n$/,
    );
    const out = path.join(workspace.folder, 'out');
    const name = readdirSync(out).find((file) => file.endsWith('.md')) ?? '';
    const text = readFileSync(path.join(out, name), 'utf8');
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    assert.ok(links.length >= 3, text);
    for (const link of links) {
      assert.ok(existsSync(path.join(out, decodeURIComponent(link))), link);
    }
    const diff = links.find((link) => link.endsWith('.diff')) ?? '';
    const changed = readFileSync(path.join(out, decodeURIComponent(diff)), 'utf8');
    assert.match(changed, /--- a\/answer\.txt\n\+\+\+ b\/answer\.txt\n@@ -1,1 \+1,1 @@\n-0\n/);
    const again = await workspace.devs('report', '--export', 'out');
    assert.equal(again.code, 1);
    assert.match(again.stderr, /already exists.*--force/);
    assert.equal((await workspace.devs('report', '--export', 'out', '--force')).code, 0);
  });

  it('keeps one for each run, the newest first', async () => {
    await killedRun();
    assert.equal((await workspace.devs('run')).code, 0);
    assert.equal((await newest()).terminalStatus, 'done');
    const { stdout } = await workspace.devs('report', '--list', '--json');
    const { runs } = JSON.parse(stdout) as { runs: readonly RunReport[] };
    assert.deepEqual(
      runs.map(({ terminalStatus }) => terminalStatus),
      ['done', 'crashed'],
    );
    const shown = await workspace.devs('report', '--run', runs[1]?.id ?? '');
    assert.match(shown.stdout, /: crashed\n/);
  });
});
