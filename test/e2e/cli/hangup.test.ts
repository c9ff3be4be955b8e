import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { DEVS, until } from './devsProcess';
import { SOLVING, TestWorkspace } from './testWorkspace';

describe('a hangup of the terminal', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  let shell: ChildProcess | undefined;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(async () => {
    shell?.kill('SIGKILL');
    await workspace.dispose();
  });

  interface Hung {
    readonly code: number | null;
    readonly text: string;
  }

  /** Runs the script in bash, hangs up on `devs` while its agent works, and lets the agent go on. */
  async function hangUpDuring(script: string): Promise<Hung> {
    const go = `${workspace.root}/go`;
    workspace.configure([{ ...SOLVING, waitFor: go }]);
    const child = spawn('bash', ['-c', script], {
      cwd: workspace.folder,
      env: workspace.environment({ NODE: process.execPath, DEVS }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    shell = child;
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
    child.stderr.setEncoding('utf8').on('data', (more: string) => (text += more));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    await until('the agent to work', () => workspace.calls().length === 1);
    const [row] = await workspace.query("SELECT data FROM events WHERE event = 'run_started'");
    const { by } = JSON.parse(String(row?.['data'])) as { readonly by: { readonly pid: number } };
    process.kill(by.pid, 'SIGHUP');
    // A command of another process is answered after the signal has reached the run.
    const status = await workspace.devs('status');
    assert.equal(status.code, 0);
    workspace.write('../go', '');
    return { code: await ended, text };
  }

  it('does not end a run that nohup started', async () => {
    const { code, text } = await hangUpDuring('nohup "$NODE" "$DEVS" run');
    assert.equal(code, 0, text);
    assert.match(text, /✓ fix-answer {2}turn 1 {2}done/);
    assert.doesNotMatch(text, /Interrupt/);
  });

  it('does not end a run whose shell ignores it', async () => {
    const { code, text } = await hangUpDuring('trap "" HUP; "$NODE" "$DEVS" run; exit $?');
    assert.equal(code, 0, text);
    assert.match(text, /✓ fix-answer {2}turn 1/);
  });

  it('ends any other run tidily', async () => {
    const { code, text } = await hangUpDuring('"$NODE" "$DEVS" run; exit $?');
    assert.equal(code, 130, text);
    assert.match(text, /■ fix-answer {2}turn 1 {2}interrupted/);
  });
});
