import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskHops } from '../../../src/model/overview/overview';
import { itAtFullScale } from '../../support/scale';
import { isAlive, until } from './devsProcess';
import { decides, RolePlay } from './rolePlay';
import type { Step } from './testWorkspace';

const TASK = 'fix-answer';
const STUCK = 'Planner detected loop planner→researcher without progress after 6 hops.';
const RESEARCH = decides({
  next: 'researcher',
  reason: 'need to assess',
  query: 'Where does the answer come from?',
  plan: ['find out'],
});
const CODE = decides({ next: 'coder', reason: 'it is known', plan: ['write 42'] });
const CHECK = decides({ next: 'verifier', reason: 'written' });
const DONE = decides({ next: 'done', reason: 'verified' });
const WRITES: Step = { reply: 'Wrote it.', write: { 'answer.txt': '42' } };
const ROLES = { planner: 'planner', researcher: 'researcher', coder: 'coder' };

describe('roles inside a turn, in a terminal', function () {
  this.timeout(90_000);
  let play: RolePlay;
  beforeEach(() => (play = new RolePlay()));
  afterEach(() => play.workspace.dispose());

  /** What `devs status` tells of the task's hops, oldest first. */
  async function newestHops(): Promise<TaskHops['newest']> {
    const { stdout } = await play.workspace.devs('status', TASK, '--json');
    return (JSON.parse(stdout) as { task: { hops: TaskHops } }).task.hops.newest;
  }

  it('work a task out, each in its own process, and the state tells every hop', async () => {
    play.configure(['coder', 'planner', 'researcher'], { roles: ROLES });
    play.plays('planner', [RESEARCH, CODE, CHECK, DONE]);
    play.plays('researcher', [{ reply: 'It stands in answer.txt.' }]);
    play.plays('coder', [WRITES]);
    const run = await play.workspace.devs('run');
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.match(play.calls('planner')[1]?.prompt ?? '', /It stands in answer\.txt\./);
    assert.match(play.calls('coder')[0]?.prompt ?? '', /write 42/);
    const hops = await newestHops();
    assert.deepEqual(
      hops.map(({ to, outcome }) => `${to} ${outcome}`),
      ['researcher answered', 'coder answered', 'verifier passed'],
    );
    const transcripts = readdirSync(join(play.workspace.stateDir, 'transcripts', TASK));
    assert.equal(transcripts.filter((name) => name.endsWith('.agent.log')).length, 6);
  });

  it('end as aborted_stuck with an issue file, and go on when a human says so', async () => {
    play.configure(['coder', 'planner', 'researcher'], { roles: ROLES });
    play.plays('planner', [RESEARCH]);
    play.plays('researcher', [{ reply: 'It stands in answer.txt.' }]);
    play.plays('coder', [WRITES]);
    const run = await play.workspace.devs('run');
    assert.equal(run.code, 2);
    assert.ok(run.stdout.includes(STUCK), run.stdout);
    assert.equal(play.calls('researcher').length, 1);
    const issues = join(play.workspace.stateDir, 'issues');
    const [file = ''] = readdirSync(issues);
    const issue = join(issues, file);
    assert.ok(readFileSync(issue, 'utf8').includes(STUCK));
    assert.ok(run.stdout.includes(`Issue     ${issue}`), run.stdout);
    const status = await play.workspace.devs('status', TASK);
    assert.match(status.stdout, /Aborted, stuck/);
    const report = await play.workspace.devs('report', TASK);
    assert.match(report.stdout, /ABORTED/);
    assert.ok(report.stdout.includes(`Issue     ${issue}`), report.stdout);
    play.plays('planner', [CODE, DONE]);
    assert.equal((await play.workspace.devs('resume', TASK, '--hint', 'It is 42.')).code, 0);
    const again = await play.workspace.devs('run');
    assert.equal(again.code, 0, again.stdout + again.stderr);
  });

  itAtFullScale(
    'lose nothing and count nothing when they are killed in the middle of a hop',
    async () => {
      play.configure(['coder', 'planner', 'researcher'], { roles: ROLES });
      play.plays('planner', [RESEARCH, CODE, DONE]);
      play.plays('researcher', [{ reply: 'It stands in answer.txt.' }]);
      play.plays('coder', [{ hang: true }]);
      const killed = play.workspace.start(['run']);
      const coder = await until('the coder', () => play.calls('coder')[0]?.pid);
      killed.kill('SIGKILL');
      await killed.ended;
      await until('the end of the coder', () => !isAlive(coder));
      play.plays('planner', [CODE, DONE]);
      play.plays('coder', [WRITES]);
      const run = await play.workspace.devs('run');
      assert.equal(run.code, 0, run.stdout + run.stderr);
      const hops = await newestHops();
      assert.deepEqual(
        hops.map(({ turn, to, edge }) => `${turn} ${to} ${edge?.count}`),
        ['1 researcher 1', '1 coder 1', '2 coder 1'],
      );
    },
  );

  it('ask each other, and a question that is repeated costs entropy and then the strategy', async () => {
    const asks: Step = { reply: 'ASK security: Can you review this authentication code?' };
    const again: Step = { reply: 'ASK security: Can you review this auth code again?' };
    play.configure(['backend', 'security'], {});
    play.plays('backend', [asks, again, again, again, WRITES]);
    play.plays('security', [{ reply: 'It is fine.' }]);
    const run = await play.workspace.devs('run');
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.match(
      play.calls('security')[0]?.prompt ?? '',
      /Can you review this authentication code\?/,
    );
    assert.match(play.calls('backend')[1]?.prompt ?? '', /It is fine\./);
    assert.equal(play.calls('security').length, 1, 'nothing has changed: the answer stands');
    assert.match(run.stdout, /Repeated collaboration request/);
    assert.match(play.calls('backend').at(-1)?.prompt ?? '', /STRATEGY PIVOT REQUIRED/);
  });
});
