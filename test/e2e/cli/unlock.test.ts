import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from './devsProcess';
import { LOOPING, SOLVING, TestWorkspace } from './testWorkspace';

describe('a workspace whose holder ended in another container', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  /** Kills a run in the middle of a turn; its lease then says that it was in another container. */
  async function killedElsewhere(): Promise<string> {
    workspace.configure([{ ...LOOPING, hang: true }, SOLVING]);
    const run = workspace.start(['run']);
    await until('the first call of the agent', () => workspace.calls()[0]);
    run.kill('SIGKILL');
    await run.ended;
    const folder = path.join(workspace.stateDir, 'lease');
    const [name = ''] = readdirSync(folder).filter((each) => /^\d+$/.test(each));
    const file = path.join(folder, name);
    const record = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify({ ...record, pidNamespace: 'pid:[1]' }));
    return file;
  }

  it('is freed by `devs unlock`, which the refusals and the doctor name', async () => {
    const file = await killedElsewhere();
    const refused = await workspace.devs('run');
    assert.equal(refused.code, 1);
    const text = refused.stderr.replaceAll(/\s+/g, ' ');
    assert.match(
      text,
      /is using this workspace; .* If that process has ended, `devs unlock` frees/,
    );
    const { stdout } = await workspace.devs('doctor', '--quick');
    assert.match(stdout, /! Lease .*held by a terminal/);
    assert.ok(stdout.replaceAll(/\s+/g, '').includes(file.replaceAll(/\s+/g, '')), stdout);

    const asked = await workspace.devs('unlock');
    assert.equal(asked.code, 1);
    assert.match(asked.stderr, /devs unlock --yes/);
    const freed = await workspace.devs('unlock', '--yes');
    assert.equal(freed.code, 0, freed.stderr);
    assert.match(freed.stdout, /last write +\d{4}-/);
    assert.match(freed.stdout, /The workspace is free\. /);
    const outcomes = await workspace.query('SELECT outcome FROM turns');
    assert.deepEqual(outcomes, [{ outcome: 'interrupted' }]);
    assert.equal((await workspace.devs('run')).code, 0);
    assert.match((await workspace.devs('unlock')).stdout, /The workspace is free\./);
  });

  it('stays with a holder that runs', async () => {
    workspace.configure([{ ...LOOPING, hang: true }]);
    const run = workspace.start(['run']);
    await until('the first call of the agent', () => workspace.calls()[0]);
    const refused = await workspace.devs('unlock', '--yes');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /Nothing was changed, because a terminal/);
    run.kill('SIGINT');
    assert.equal((await run.ended).code, 130);
  });
});
