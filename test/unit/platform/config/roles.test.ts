import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateConfig } from '../../../../src/platform/config/validateConfig';
import { configOf, HEAD, problemsOf } from './problemsOf';

const TASK = 'tasks: [{ id: a, goal: g }]\n';
const ROLE =
  'the name of an agent, or a mapping with agent and instructions, such as { agent: claude } ({}: the agent of the task)';
const AGENT = 'letters, digits, ".", "_" and "-", beginning with a letter, 64 at most';
const ROLES = 'a mapping with planner and coder, such as { planner: claude, coder: {} }';
const QUOTES = ' Put it in quotes to make it text.';
const rolesOf = (roles: string, task = TASK) =>
  configOf(`${HEAD}roles: ${roles}\n${task}`).tasks[0]?.roles;

/** [what follows `roles:` on line 3, the one problem] */
const CASES: readonly (readonly [string, string])[] = [
  ['[]', `devs.yaml:3: "roles" is an empty list; it must be ${ROLES}.`],
  ['planner', `devs.yaml:3: "roles" is "planner"; it must be ${ROLES}.`],
  ['true', `devs.yaml:3: "roles" is true; it must be ${ROLES}.`],
  ['', `devs.yaml:3: "roles" is empty; it must be ${ROLES}.`],
  ['{ planner: one }', `devs.yaml:3: "roles.coder" is missing; it must be ${ROLE}.`],
  ['{ coder: {} }', `devs.yaml:3: "roles.planner" is missing; it must be ${ROLE}.`],
  [
    '{ planner: one, coder: {}, verifer: one }',
    'devs.yaml:3: Unknown key "verifer" in roles; did you mean "verifier"?',
  ],
  [
    '{ planner: one, coder: {}, tester: one }',
    'devs.yaml:3: Unknown key "tester" in roles; known keys: planner, researcher, coder, verifier, onStuck.',
  ],
  [
    '\n  planner: one\n  coder: { agnt: one }',
    'devs.yaml:5: Unknown key "agnt" in roles.coder; did you mean "agent"?',
  ],
  [
    '{ planner: one, coder: { prompt: x } }',
    'devs.yaml:3: Unknown key "prompt" in roles.coder; known keys: agent, instructions.',
  ],
  [
    '{ planner: one, coder: { agent: 5 } }',
    `devs.yaml:3: "roles.coder.agent" is 5; it must be ${AGENT}.${QUOTES}`,
  ],
  [
    '{ planner: one, coder: { instructions: " " } }',
    'devs.yaml:3: "roles.coder.instructions" is " "; it must be text with additional instructions, not empty.',
  ],
  ['{ planner: one, coder: }', `devs.yaml:3: "roles.coder" is empty; it must be ${ROLE}.`],
  ['{ planner: 7, coder: {} }', `devs.yaml:3: "roles.planner" is 7; it must be ${ROLE}.${QUOTES}`],
  ['{ planner: [one], coder: {} }', `devs.yaml:3: "roles.planner" is a list; it must be ${ROLE}.`],
  [
    '{ planner: one, coder: {}, onStuck: ask }',
    'devs.yaml:3: "roles.onStuck" is "ask"; it must be "snitch", "ask_human" or "done_partial".',
  ],
  ['\n  planner: one\n  coder: onee', 'devs.yaml:5: There is no agent "onee"; did you mean "one"?'],
  [
    '\n  planner: one\n  coder:\n    agent: toString',
    'devs.yaml:6: There is no agent "toString"; known agents: one.',
  ],
];

describe('the roles of devs.yaml', () => {
  it('are those of every task, by name or with instructions, without spaces around them', () => {
    const roles =
      '{ planner: one, researcher: { agent: one, instructions: "  Read.\\n" }, coder: {}, onStuck: ask_human }';
    assert.deepEqual(rolesOf(roles), {
      planner: { agent: 'one', instructions: '' },
      researcher: { agent: 'one', instructions: 'Read.' },
      coder: { instructions: '' },
      onStuck: 'ask_human',
    });
  });

  it('snitch unless something else is chosen, and may have a verifier', () => {
    assert.deepEqual(rolesOf('{ planner: one, coder: one, verifier: one }'), {
      ...{ planner: { agent: 'one', instructions: '' }, coder: { agent: 'one', instructions: '' } },
      ...{ verifier: { agent: 'one', instructions: '' }, onStuck: 'snitch' },
    });
  });

  it('are none where the file has none, and none of a task that says so', () => {
    assert.equal(configOf(HEAD + TASK).tasks[0]?.roles, undefined);
    const roles = '{ planner: one, coder: {} }';
    assert.equal(rolesOf(roles, 'tasks: [{ id: a, goal: g, roles: false }]'), undefined);
    assert.equal(rolesOf(roles, 'tasks: [{ id: a, goal: g, roles: true }]')?.onStuck, 'snitch');
  });

  it('have to be there for a task that wants them', () => {
    const tasks = 'tasks:\n- { id: a, goal: g }\n- { id: b, goal: g, roles: true }\n';
    assert.deepEqual(problemsOf(HEAD + tasks), [
      'devs.yaml:5: "tasks[1].roles" is true, but the file defines no roles; add "roles" at its top level, with planner and coder, or remove this.',
    ]);
    assert.deepEqual(problemsOf(`${HEAD}tasks: [{ id: a, goal: g, roles: none }]`), [
      'devs.yaml:3: "tasks[0].roles" is "none"; it must be true or false.',
    ]);
  });

  it('may be the example of docs/agents.md', () => {
    const page = readFileSync(join(__dirname, '../../../../docs/agents.md'), 'utf8');
    const example = /```yaml\n(roles:\n[^]*?)```/.exec(page)?.[1] ?? '';
    const agent = '{ type: command, command: x }';
    const agents = `version: 1\nagents: { claude: ${agent}, codex: ${agent} }\nagent: codex\n`;
    assert.deepEqual(configOf(agents + example + TASK).tasks[0]?.roles, {
      planner: { agent: 'claude', instructions: '' },
      researcher: { agent: 'claude', instructions: 'Read the code, change nothing.' },
      coder: { agent: 'codex', instructions: '' },
      onStuck: 'ask_human',
    });
  });

  for (const [roles, problem] of CASES)
    it(`are refused: ${roles.replace(/\n/g, ' ⏎ ')}`, () => {
      assert.deepEqual(problemsOf(`${HEAD}roles: ${roles}\n`), [problem]);
    });

  it('know no agent that only a program could mean', () => {
    assert.deepEqual(problemsOf(`${HEAD}roles: { planner: __proto__, coder: constructor }`), [
      `devs.yaml:3: "roles.planner" is "__proto__"; it must be ${AGENT}.`,
      'devs.yaml:3: There is no agent "__proto__"; known agents: one.',
      'devs.yaml:3: There is no agent "constructor"; known agents: one.',
    ]);
    assert.deepEqual(problemsOf(`${HEAD}roles: { __proto__: one, planner: one, coder: {} }`), [
      'devs.yaml:3: The key "__proto__" is not allowed; remove it.',
    ]);
  });

  it('are told with all that is wrong in them, each at its place', () => {
    const { problems } = validateConfig(
      `${HEAD}roles:\n  planner: { agent: 5, instructions: "" }\n  coder: two\n`,
      { environment: {}, settings: {} },
    ) as { problems: readonly { line: number; column: number; endColumn: number }[] };
    assert.deepEqual(
      problems.map(({ line, column, endColumn }) => [line, column, endColumn]),
      [
        [4, 21, 22],
        [4, 38, 40],
        [5, 10, 13],
      ],
    );
  });
});

describe('agents that ask each other, in devs.yaml', () => {
  const agentsWith = (keys: string) =>
    `version: 1\nagents:\n  a: { type: command, command: x, ${keys} }\n  b: { type: command, command: x }\nagent: a\n`;

  it('say what they are good at and whom they may ask', () => {
    const { agents } = configOf(agentsWith('about: " writes code ", asks: [b, b]'));
    assert.deepEqual([agents['a']?.about, agents['a']?.asks], ['writes code', ['b']]);
    assert.deepEqual(Object.keys(agents['b'] ?? {}).includes('asks'), false);
    assert.deepEqual(configOf(agentsWith('asks: []')).agents['a']?.asks, []);
  });

  it('ask agents that are there, and not themselves', () => {
    assert.deepEqual(problemsOf(agentsWith('asks: [bb, a, b]')), [
      'devs.yaml:3: There is no agent "bb"; did you mean "b"?',
      'devs.yaml:3: Agent "a" cannot ask itself; remove this.',
    ]);
    assert.deepEqual(problemsOf(agentsWith('asks: b')), [
      'devs.yaml:3: "agents.a.asks" is "b"; it must be a list of names of agents, such as [security].',
    ]);
  });

  it('have others that go on while they are at a limit, and not themselves', () => {
    const { agents } = configOf(agentsWith('fallback: [b, b]'));
    assert.deepEqual([agents['a']?.fallback, agents['b']?.fallback], [['b'], undefined]);
    assert.deepEqual(problemsOf(agentsWith('fallback: [bb, a, b]')), [
      'devs.yaml:3: There is no agent "bb"; did you mean "b"?',
      'devs.yaml:3: Agent "a" cannot stand in for itself; remove this.',
    ]);
    assert.deepEqual(problemsOf(agentsWith('fallback: b')), [
      'devs.yaml:3: "agents.a.fallback" is "b"; it must be a list of names of agents, such as [codex].',
    ]);
  });

  it('say it in one line of 200 characters at most', () => {
    const line = 'one line of text, not empty and at most 200 characters long';
    for (const [about, shown] of [
      ['""', '""'],
      ['" "', '" "'],
      ['"a\\nb"', '"a\\nb"'],
      ['x'.repeat(201), `"${'x'.repeat(59)}…`],
    ])
      assert.deepEqual(problemsOf(agentsWith(`about: ${about}`)), [
        `devs.yaml:3: "agents.a.about" is ${shown}; it must be ${line}.`,
      ]);
    assert.deepEqual(problemsOf(agentsWith(`about: ${'x'.repeat(200)}`)), []);
  });
});
