import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { DEVS } from '../devsProcess';
import { runJob, type EndedJob, type WorkflowRun } from './jobRunner';
import { readConfigKeys, readWorkflows, type Job } from './workflow';

/** What the agent does for each task. */
const AGENT = `case "$DEVS_TASK_ID" in
  users) echo users > users.txt ;;
  login) cat users.txt > login.txt ;;
  colour | size) echo "$DEVS_TASK_ID" > style.txt ;;
esac
echo "DONE: $DEVS_TASK_ID"
`;

/** The users and their login are one group, the others stand alone; nobody can do the last one. */
const TASKS = [
  { id: 'users', goal: 'There are users.', verify: 'test -e users.txt' },
  { id: 'login', goal: 'They log in.', verify: 'test -s login.txt', dependsOn: ['users'] },
  { id: 'colour', goal: 'It has a colour.', verify: 'grep colour style.txt' },
  { id: 'size', goal: 'It has a size.', verify: 'grep size style.txt' },
  { id: 'moon', goal: 'It flies to the moon.', verify: 'test -e moon.txt' },
];

describe('the matrix of docs/ci.md', function () {
  this.timeout(180_000);
  let root: string;
  let run: WorkflowRun;
  let shards: readonly EndedJob[];
  let collected: EndedJob;
  let verified: EndedJob;

  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: join(root, 'project'), encoding: 'utf8' }).trim();
  /** Subjects of the commits that a branch of the remote has besides the first one. */
  const subjects = (branch: string): readonly string[] => {
    git('fetch', '--quiet', 'origin', branch);
    const listed = git('log', '--no-merges', '--format=%s', '--reverse', 'main..FETCH_HEAD');
    return listed.split('\n').filter(Boolean).toSorted();
  };

  before(async () => {
    root = mkdtempSync(join(tmpdir(), 'devs-ci-'));
    run = makeRun(root);
    const jobs = readWorkflows()[1]?.jobs ?? {};
    const job = (name: string): Job => jobs[name] ?? { steps: [] };
    const numbers = job('run').strategy?.matrix['shard'] ?? [];
    shards = await Promise.all(
      numbers.map((shard) => runJob(run, job('run'), { name: `run-${shard}`, entry: { shard } })),
    );
    collected = await runJob(run, job('collect'), { name: 'collect' });
    verified = await runJob(run, job('verify'), { name: 'verify' });
  });
  after(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

  it('is red in the job whose task needs somebody, and green in the others', () => {
    const outputs = shards.map(({ output }) => output).join('\n');
    assert.deepEqual(
      shards.map(({ ok }) => ok),
      [true, false, true],
      outputs,
    );
  });

  it('keeps the events and shows the report of each job', () => {
    const ran = [1, 2, 3].map((shard) => {
      const file = join(root, 'artefacts', `shard-${shard}`, 'events.jsonl');
      const lines = readFileSync(file, 'utf8').trim().split('\n');
      const [started] = lines.map((line) => JSON.parse(line) as { readonly tasks?: unknown });
      return started?.tasks;
    });
    assert.deepEqual(ran, [['users', 'login'], ['colour', 'moon'], ['size']]);
    assert.match(shards[1]?.summary ?? '', /moon/);
  });

  it('merges what is done, also that of a red job, with a commit for each task', () => {
    assert.ok(collected.ok, collected.output);
    assert.deepEqual(subjects('devs/7'), ['colour', 'login', 'users']);
    assert.equal(git('show', 'FETCH_HEAD:login.txt'), 'users');
  });

  it('puts what conflicts on a branch of its own, and says so', () => {
    assert.deepEqual(subjects('devs/7-shard-3'), ['size']);
    assert.match(collected.summary, /^- shard-1: merged\n- shard-2: merged\n- shard-3: conflicts/);
  });

  it('verifies what was merged', () => {
    assert.ok(verified.ok, verified.output);
    assert.match(verified.output, /all is there/);
  });
});

/** A project in a bare repository, and programs for its jobs. */
function makeRun(root: string): WorkflowRun {
  const [project, remote, bin] = [
    join(root, 'project'),
    join(root, 'remote.git'),
    join(root, 'bin'),
  ];
  mkdirSync(project);
  mkdirSync(bin);
  symlinkSync(DEVS, join(bin, 'devs'));
  symlinkSync('/bin/true', join(bin, 'gh'));
  const [keys] = readConfigKeys();
  const config = {
    version: 1,
    agents: { scripted: { type: 'command', command: ['sh', 'agent.sh'] } },
    limits: { maxTurns: 1 },
    ...keys,
    tasks: TASKS,
  };
  writeFileSync(join(project, 'devs.yaml'), JSON.stringify(config));
  writeFileSync(join(project, 'agent.sh'), AGENT);
  writeFileSync(join(project, 'style.txt'), 'none\n');
  const test = 'test -e users.txt && test -e login.txt && echo all is there';
  writeFileSync(join(project, 'package.json'), JSON.stringify({ scripts: { test } }));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim();
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote]);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('-c', 'user.name=t', '-c', 'user.email=t@localhost', 'commit', '--quiet', '-m', 'start');
  git('remote', 'add', 'origin', remote);
  git('push', '--quiet', 'origin', 'main');
  return {
    ...{ root, runId: '7', sha: git('rev-parse', 'HEAD') },
    // With a path alone, git would ignore the depth of a clone.
    remote: `file://${remote}`,
    environment: { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) },
    without: ['Install the agent and Devs'],
  };
}
