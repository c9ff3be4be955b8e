import assert from 'node:assert/strict';
import { runCommand } from '../../support/runCommand';

const NODE = JSON.stringify(process.execPath);

describe('the command of a job', () => {
  const run = (command: string, env: NodeJS.ProcessEnv = {}) =>
    runCommand({ name: 'a', command, seconds: 1, load: 1, env });

  it('has passed when it ends with exit code 0; what it wrote is kept', async () => {
    const result = await run(`${NODE} -e "console.log('out'); console.error(process.env.SAYS)"`, {
      SAYS: 'err',
    });
    assert.equal(result.passed, true);
    assert.match(result.output, /out\n/);
    assert.match(result.output, /err\n/);
  });

  it('does not get a variable that its job takes away', async () => {
    process.env['DEVS_TAKEN_AWAY'] = 'still here';
    try {
      const { output } = await run(`${NODE} -p "process.env.DEVS_TAKEN_AWAY"`, {
        DEVS_TAKEN_AWAY: undefined,
      });
      assert.equal(output, 'undefined\n');
    } finally {
      delete process.env['DEVS_TAKEN_AWAY'];
    }
  });

  it('has failed when its last program fails or is unknown', async () => {
    assert.equal((await run(`${NODE} -e "process.exitCode = 3"`)).passed, false);
    const unknown = await run('there-is-no-such-program');
    assert.equal(unknown.passed, false);
    assert.match(unknown.output, /there-is-no-such-program/);
  });

  it('tells the processor time of its programs, where the system does', async function () {
    const { cpuSeconds, seconds } = await run(
      `${NODE} -e "for (const end = Date.now() + 50; Date.now() < end;);"`,
    );
    assert.ok(seconds > 0.05);
    if (process.platform !== 'win32') assert.ok(cpuSeconds! > 0 && cpuSeconds! < 60);
  });

  it('finds the tools of the project without a path', async () => {
    const { output, passed } = await run('mocha --version');
    assert.ok(passed, output);
    assert.match(output, /^\d+\.\d+\.\d+/);
  });
});
