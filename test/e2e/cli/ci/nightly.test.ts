import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { DEVS } from '../devsProcess';
import { readWorkflows } from './workflow';

const ROOT = resolve(__dirname, '../../../..');

/** The steps of the first example in docs/ci.md, by name. */
function steps(): ReadonlyMap<string, string> {
  const listed = readWorkflows()[0]?.jobs['run']?.steps ?? [];
  return new Map(listed.map(({ name = '', run = '' }) => [name, run]));
}

describe('the workflow of docs/ci.md, on the demo', function () {
  this.timeout(120_000);
  let root: string;
  let project: string;
  let summary: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'devs-ci-'));
    project = join(root, 'project');
    summary = join(root, 'summary.md');
    cpSync(join(ROOT, 'demo'), project, { recursive: true });
    mkdirSync(join(root, 'bin'));
    symlinkSync(DEVS, join(root, 'bin/devs'));
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: project });
    git('init', '--quiet', '--initial-branch=main');
    git('add', '--all');
    git('-c', 'user.name=t', '-c', 'user.email=t@localhost', 'commit', '--quiet', '-m', 'start');
  });
  after(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

  function perform(name: string): Promise<{ readonly code: number; readonly output: string }> {
    const env = {
      ...process.env,
      PATH: [join(root, 'bin'), process.env['PATH']].join(delimiter),
      DEVS_STATE_DIR: join(root, 'state'),
      DEMO_DELAY_MS: '0',
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_RUN_ID: '7',
    };
    const script = steps().get(name) ?? 'exit 99';
    return new Promise((done) => {
      execFile('bash', ['-e', '-c', script], { cwd: project, env }, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      );
    });
  }

  it('finds the setup in order', async () => {
    const { code, output } = await perform('Check the setup');
    assert.equal(code, 0, output);
  });

  it('is red where a task needs somebody', async () => {
    const { code, output } = await perform('Run the tasks');
    assert.equal(code, 2, output);
  });

  it('shows the report as the summary of the job', async () => {
    const { code, output } = await perform('Show the report');
    assert.equal(code, 0, output);
    assert.match(
      readFileSync(summary, 'utf8'),
      /cart-total: every strategy failed[^]*verification failed/,
    );
  });

  it('pushes what the agents changed, and nothing else, to a branch of its own', async () => {
    const remote = join(root, 'remote.git');
    execFileSync('git', ['init', '--quiet', '--bare', remote]);
    execFileSync('git', ['remote', 'add', 'origin', remote], { cwd: project });
    const gh = join(root, 'bin/gh');
    symlinkSync('/bin/true', gh);
    const { code, output } = await perform('Open a pull request');
    assert.equal(code, 0, output);
    const files = execFileSync('git', ['diff', '--name-only', 'main', 'devs/7'], {
      cwd: remote.replace('remote.git', 'project'),
      encoding: 'utf8',
    });
    assert.deepEqual(files.trim().split('\n'), ['src/cart.js']);
  });
});
