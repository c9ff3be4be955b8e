import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KNOWN_KEYS } from '../../../../src/platform/config/configSchema';
import { configOf, HEAD } from './problemsOf';

const root = join(__dirname, '../../../..');
const page = readFileSync(join(root, 'docs/configuration.md'), 'utf8');

describe('a valid devs.yaml', () => {
  it('gets every default', () => {
    const { agents, ...rest } = configOf(`${HEAD}tasks: [{ id: a, goal: Do it. }]`);
    assert.deepEqual(rest, {
      tasks: [{ id: 'a', title: 'a', goal: 'Do it.', agent: 'one', dependsOn: [], priority: 0 }],
      permissions: { allow: [], ask: [], deny: [], timeoutMs: 1_800_000 },
      verifyTimeoutMs: 600_000,
      reports: [],
      adaptive: false,
      limits: {
        loopThreshold: 3,
        maxPivots: 2,
        maxTurns: 50,
        maxMinutes: 0,
        maxRetries: 6,
        retrySeconds: 30,
        maxWait: 192,
        turnsPerVisit: 0,
        plannerToResearcher: 5,
        plannerToCoder: 5,
        plannerToVerifier: 3,
        maxSteps: 30,
        repeatedCalls: 3,
        similarCalls: 3,
        callCycles: 3,
        undoneEdits: 3,
        repeatedEdits: 3,
        failuresAfterEdits: 7,
        repeatedTexts: 3,
        stepsWithoutNews: 5,
        refusedCalls: 3,
        repeatedFailures: 3,
        inactiveHours: 24,
        keepDays: 30,
        keepFailures: 10,
        maxStateMb: 2_000,
        checkpointFileMb: 25,
      },
      loopDetection: {
        maxAttempts: 3,
        attemptWindow: 3_600_000,
        enableAutoUnblock: true,
        maxAttemptsBeforeForceNext: 5,
      },
      baseline: true,
      onDoubt: 'retry',
      onPivot: 'best',
      onPause: 'stop',
    });
    assert.deepEqual(
      { ...agents['one'] },
      {
        name: 'one',
        type: 'command',
        command: 'run',
        timeoutMs: 1_800_000,
        env: {},
      },
    );
  });

  it('may be the example of docs/configuration.md, which shows every key', () => {
    const example = /```yaml\n([^]*?)```/.exec(page)?.[1] ?? '';
    const config = configOf(example);
    assert.deepEqual(Object.keys(config.agents), ['claude', 'codex', 'codex-acp']);
    assert.deepEqual(
      config.tasks.map(({ verify }) => verify),
      ['npm test', 'npm test -- login', 'npm test'],
    );
    for (const key of Object.values(KNOWN_KEYS).flat()) {
      assert.match(example, new RegExp(`\\b${key}:`));
      assert.ok(page.includes(`| \`${key}\``), `${key} stands in no table`);
    }
  });

  it('may have no tasks yet', () => {
    for (const tasks of ['', 'tasks:', 'tasks: []', 'tasks: # later\n  # - id: a\n'])
      assert.deepEqual(configOf(HEAD + tasks).tasks, []);
  });

  it('lists its default agent first', () => {
    const agents = '{ a: { type: command, command: x }, b: { type: command, command: x } }';
    const config = configOf(`version: 1\nagents: ${agents}\nagent: b\n`);
    assert.deepEqual(Object.keys(config.agents), ['b', 'a']);
  });

  it('has no agent that it does not define', () => {
    const { agents } = configOf(HEAD);
    for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty'])
      assert.equal(agents[name], undefined);
  });

  it('may be in any YAML style, with CRLF, a byte order mark and aliases', () => {
    const text = [
      '\uFEFFversion: 1',
      'agents: { a: &a { type: command, command: [x, ""] }, b: *a }',
      '"agent": \'b\'',
      'tasks:',
      '- {id: "1", goal: "üñ\\n試験 💥"}',
      '- id: 2.x_-',
      '  goal: >-',
      '    folded',
      '    text',
      '  dependsOn: ["1", "1"]',
    ].join('\r\n');
    const { tasks, agents } = configOf(text);
    assert.deepEqual(
      tasks.map(({ goal }) => goal),
      ['üñ\n試験 💥', 'folded text'],
    );
    assert.deepEqual(tasks[1]?.dependsOn, ['1']);
    assert.deepEqual(agents['b']?.command, ['x', '']);
  });

  it('takes a task’s own agent and verify command before the file’s', () => {
    const agents = 'agents: { a: { type: command, command: x }, b: { type: command, command: x } }';
    const { tasks } = configOf(
      `version: 1\n${agents}\nagent: a\nverify: [npm, test]\ntasks: [{ id: t, goal: g, agent: b, verify: make }, { id: u, goal: g }]`,
    );
    assert.deepEqual(
      tasks.map(({ agent, verify }) => [agent, verify]),
      [
        ['b', 'make'],
        ['a', ['npm', 'test']],
      ],
    );
  });
});

describe('the demo workspace', () => {
  it('has a valid devs.yaml with two tasks, the second after the first', () => {
    const { tasks } = configOf(readFileSync(join(root, 'demo/devs.yaml'), 'utf8'));
    assert.deepEqual(
      tasks.map(({ id, dependsOn }) => [id, ...dependsOn]),
      [['cart-total'], ['receipt', 'cart-total']],
    );
  });
});
