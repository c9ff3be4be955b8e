import assert from 'node:assert/strict';
import type { AskedPermission } from '../../../src/model/permissions/askedPermission';
import type { RunningSteps } from '../../../src/model/steps/step';
import type { AgentQuestion } from '../../../src/model/tools/agentQuestion';
import { describePlan } from '../../../src/reports/task/describePlan';
import { askedQuestion } from '../../support/askedSamples';
import { anOverview, aTask, devs, fakeApp, WALL_CLOCK } from './fakeApp';

const PLAN = [
  { text: 'read the cart', status: 'completed' },
  { text: 'write a failing test', status: 'in_progress' },
  { text: 'fix\u001b[2J it', status: 'pending' },
];

function ask(id: string): AskedPermission {
  return {
    ...{ id, agent: 'codex', kind: 'execute', action: 'run `npm install`', command: 'npm install' },
    ...{ paths: [], changes: [], left: 0, rule: 'execute(npm install)' },
    askedAt: WALL_CLOCK.toISOString(),
    until: new Date(WALL_CLOCK.getTime() + 30 * 60_000).toISOString(),
  };
}

function question(id: string, change: Partial<AgentQuestion> = {}): AgentQuestion {
  const { askedAt, until } = ask(id);
  return askedQuestion({ id, askedAt, until, ...change });
}

async function status(steps: Partial<RunningSteps>, ...words: readonly string[]): Promise<string> {
  const running = { turn: 1, agent: 'codex', count: 2, ...steps };
  const task = aTask('fix-rounding', { status: 'in_progress', steps: running });
  const app = fakeApp(anOverview({ run: 'RUNNING', tasks: [aTask('add-users'), task] }));
  const { code, stdout } = await devs(['status', ...words], app);
  assert.equal(code, 0);
  return stdout;
}

describe('devs status while an agent asks', () => {
  it('says first what waits, since when, until when, and how to answer', async () => {
    const head = [
      'Waiting for your permission',
      '  ? fix-rounding  codex asks to run `npm install`',
      '    since 14:00, answer by 14:30: `devs permit fix-rounding` or `devs deny fix-rounding`',
      '',
      '',
    ].join('\n');
    assert.ok((await status({ asks: [ask('1')] })).startsWith(head));
    assert.doesNotMatch(await status({}), /permission/);
  });

  it('names the request where a task has several', async () => {
    const text = await status({ asks: [ask('1'), ask('2')] });
    assert.match(
      text,
      /`devs permit fix-rounding --request 2` or `devs deny fix-rounding --request 2`/,
    );
  });

  it('shows the whole request, and the plan with what is done, of one task', async () => {
    const text = await status({ asks: [ask('1')], plan: PLAN }, 'fix-rounding');
    assert.match(
      text,
      /^Waiting for your permission\n.*\n {4}\$ npm install\n {4}always: execute\(npm install\)\n/,
    );
    assert.match(
      text,
      /\nPlan of the agent\n {2}✓ read the cart\n {2}▸ write a failing test\n {2}· fix it\n/,
    );
  });

  it('says in the table where the agent is in its plan', async () => {
    assert.match(await status({ plan: PLAN }), /2 steps, plan 2\/3: write a failing test\n/);
  });

  it('has both in its JSON, for all tasks and for one', async () => {
    const all = JSON.parse(await status({ asks: [ask('1')], plan: PLAN }, '--json')) as {
      readonly tasks: readonly { readonly steps: RunningSteps | null }[];
    };
    assert.deepEqual(
      all.tasks.map(({ steps }) => steps?.asks?.[0]?.id),
      [undefined, '1'],
    );
    assert.deepEqual(all.tasks[1]?.steps?.plan, PLAN);
    assert.equal(all.tasks[0]?.steps, null);
    const one = JSON.parse(await status({ asks: [ask('1')] }, 'fix-rounding', '--json')) as {
      readonly task: { readonly steps: RunningSteps };
    };
    assert.equal(one.task.steps.asks?.length, 1);
  });
});

describe('devs status while an agent asks a question', () => {
  it('says since when, until when, and how to answer, below the permission requests', async () => {
    const text = await status({ asks: [ask('1')], questions: [question('1')] });
    const head = [
      '',
      'Waiting for your answer',
      '  ? fix-rounding  claude asks you: Round half up, or half to even?',
      '    since 14:00, ends at 14:30: `devs answer fix-rounding "…"`',
      '',
    ].join('\n');
    assert.ok(text.indexOf(head) > text.indexOf('Waiting for your permission'), text);
  });

  it('shows only what waits, and names the question where a task has several', async () => {
    const answered = question('1', { outcome: 'answered', answer: 'up' });
    assert.doesNotMatch(await status({ questions: [answered] }), /Waiting for your answer/);
    const text = await status({ questions: [answered, question('2'), question('3')] });
    assert.match(text, /`devs answer fix-rounding --question 3 "…"`/);
    assert.doesNotMatch(text, /--question 1/);
  });

  it('cuts a long question in the list of tasks and shows all lines of it for one task', async () => {
    const hostile = question('1', { question: `Which?\n\u001b[2J${'x'.repeat(1_900)}` });
    const [, line = ''] = (await status({ questions: [hostile] })).split('\n');
    assert.match(line, /claude asks you: Which\? x+…$/);
    assert.ok(line.length < 350, line);
    const one = await status({ questions: [hostile] }, 'fix-rounding');
    assert.match(one, /^Waiting for your answer\n.*\n {4}Which\?\n {4}x{1900}\n {4}since /);
  });

  it('has them in its JSON', async () => {
    const json = await status({ questions: [question('1')] }, 'fix-rounding', '--json');
    const { task } = JSON.parse(json) as { readonly task: { readonly steps: RunningSteps } };
    assert.equal(task.steps.questions?.[0]?.question, 'Round half up, or half to even?');
  });
});

describe('where an agent is in its plan', () => {
  const plan = (...statuses: readonly string[]) =>
    statuses.map((state, index) => ({ text: `entry ${index + 1}`, status: state }));

  it('is the entry that it works on, else the first that is left', () => {
    assert.equal(describePlan(plan('completed', 'pending', 'in_progress')), 'plan 3/3: entry 3');
    assert.equal(describePlan(plan('completed', 'pending')), 'plan 2/2: entry 2');
    assert.equal(describePlan(plan('completed', 'completed')), 'plan 2/2 completed');
  });
});
