import { deepEqual, equal, match } from 'node:assert/strict';
import type { TaskOverview } from '../../../../src/model/overview/overview';
import type { Trial } from '../../../../src/protocol/setUp/setUpView';
import { describeSetUp } from '../../../../src/vscode/setUp/describeSetUp';
import { restingOverview } from '../../../support/overviewSamples';
import { task } from '../overviews';
import { claudeConfig, CLAUDE, CODEX, someFacts } from './setUpSamples';

const config = (rest: string) => ({ kind: 'ok', config: claudeConfig(rest) }) as const;
const trial = (state: Trial['state'], command = 'npm test'): Trial => ({
  ...{ command, state, message: 'It said so.', output: '' },
});

describe('the steps of the set-up', () => {
  it('are all open in a folder without devs.yaml, and nothing can run', () => {
    const view = describeSetUp('shop', someFacts({ config: { kind: 'missing' } }));
    deepEqual(
      [view.agent, view.verify, view.task].map(({ done }) => done),
      [false, false, false],
    );
    deepEqual(view.obstacle, { kind: 'missing', hint: 'Create devs.yaml first.', problems: [] });
    deepEqual(view.run, { enabled: false, hint: 'Create devs.yaml first.' });
    equal(view.verify.command, 'npm test');
  });

  it('say what is wrong in a devs.yaml that is broken, instead of anything else', () => {
    const problems = [{ source: 'devs.yaml', line: 3, message: 'Unknown key.' }];
    const lastValid = claudeConfig('verify: make\ntasks: [{ id: a, goal: g }]');
    const facts = someFacts({ config: { kind: 'invalid', problems, lastValid } });
    const view = describeSetUp('shop', facts, trial('passes', 'make'));
    deepEqual([view.agent.done, view.verify.done, view.task.done], [false, false, false]);
    deepEqual([view.verify.written, view.task.count], ['make', 1]);
    deepEqual(view.obstacle, { kind: 'invalid', hint: 'Correct devs.yaml first.', problems });
    deepEqual(view.run, { enabled: false, hint: 'Correct devs.yaml first.' });
  });

  it('the agent is there when the program of the default agent is', () => {
    const { agent } = describeSetUp('shop', someFacts());
    deepEqual(agent, {
      done: true,
      says: 'claude is the agent that works on the tasks.',
      choices: [{ name: 'claude', found: true, chosen: true, detail: '/usr/bin/claude' }],
      others: [{ name: 'codex', install: 'npm install -g @openai/codex' }],
    });
    const shell = { name: 'claude', found: true };
    equal(describeSetUp('shop', someFacts({ agents: [shell] })).agent.done, true);
  });

  it('the agent is open when its program is not there, and another can be chosen', () => {
    const gone = { ...CODEX, name: 'claude' };
    const other = { ...CLAUDE, name: 'codex' };
    const { agent, run } = describeSetUp('shop', someFacts({ agents: [gone, other] }));
    equal(agent.done, false);
    match(agent.says, /devs\.yaml names claude, but its program was not found/);
    deepEqual(
      agent.choices.map(({ name, detail }) => [name, detail]),
      [
        ['claude', 'not found on this machine'],
        ['codex', '/usr/bin/claude'],
      ],
    );
    equal(run.enabled, false);
  });

  it('says where to get an agent when none is there', () => {
    const { agent } = describeSetUp('shop', someFacts({ agents: [{ ...CODEX, name: 'claude' }] }));
    equal(agent.says, 'No agent was found on PATH. Install one of these, then check again.');
    deepEqual(agent.others, [{ name: 'claude', install: CODEX.install }]);
  });

  it('the verification works when the command of devs.yaml has run, whether tests pass or fail', () => {
    const facts = someFacts({ config: config('verify: npm test') });
    const done = (one?: Trial) => describeSetUp('shop', facts, one).verify.done;
    equal(done(), false);
    equal(done(trial('running')), false);
    equal(done(trial('stopped')), false);
    equal(done(trial('cannotRun')), false);
    equal(done(trial('passes')), true);
    equal(done(trial('fails')), true);
    equal(done(trial('passes', 'make test')), false);
    equal(describeSetUp('shop', someFacts(), trial('passes')).verify.done, false);
    const list = someFacts({ config: config('verify: [npm, test]') });
    equal(describeSetUp('shop', list, trial('fails')).verify.done, true);
    const block = someFacts({ config: config('verify: |\n  npm test\n') });
    equal(describeSetUp('shop', block, trial('fails')).verify.done, true);
  });

  it('shows a list of words as a line that a shell splits into the same words', () => {
    const list = config(`verify: [sh, -c, "npm test && echo $HOME", "it's", "", --x=1]`);
    const { written } = describeSetUp('shop', someFacts({ config: list })).verify;
    equal(written, `sh -c 'npm test && echo $HOME' 'it'\\''s' "" --x=1`);
  });

  it('leads to the decision where no task can run without one, and says why nothing else can', () => {
    const facts = someFacts({ config: config('tasks: [{ id: a, title: Fix it, goal: g }]') });
    const runOf = (...tasks: readonly TaskOverview[]) =>
      describeSetUp('shop', { ...facts, overview: { ...restingOverview(), tasks } }).run;
    const paused = task('a', { status: 'PAUSED_FOR_INTERVENTION', runnable: false });
    const hint = 'No task can run: 1 task needs you. Decide in the dashboard.';
    deepEqual(runOf(paused), { enabled: false, hint, decides: true });
    deepEqual(runOf(paused, task('b', { runnable: true })), { enabled: true, hint: '' });
    const done = task('a', { status: 'done', runnable: false });
    deepEqual(runOf(done), { enabled: false, hint: 'Every task is done or skipped.' });
  });

  it('the first task is there when devs.yaml has one, and then all can run, tried or not', () => {
    const facts = someFacts({ config: config('tasks: [{ id: a, title: Fix it, goal: g }]') });
    const { task, run } = describeSetUp('shop', facts);
    deepEqual(task, { done: true, count: 1, says: '1 task in devs.yaml, first: Fix it' });
    deepEqual(run, { enabled: true, hint: '' });
    deepEqual(describeSetUp('shop', someFacts()).run, {
      enabled: false,
      hint: 'Add a task first.',
    });
  });
});
