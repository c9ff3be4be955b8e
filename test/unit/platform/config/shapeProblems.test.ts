import assert from 'node:assert/strict';
import { validateConfig } from '../../../../src/platform/config/validateConfig';
import { HEAD, problemsOf } from './problemsOf';

const COMMAND =
  'a program as a list, such as [npm, test], or a line for the shell, such as npm test, and not empty';
const DURATION = 'a duration such as 30m, 45s, 500ms or 1h30m, more than 0 and at most 24h';
const QUOTES = ' Put it in quotes to make it text.';

/** [lines from line 3 on, the one problem] */
const CASES: readonly (readonly [string, string])[] = [
  ['verfy: x', 'devs.yaml:3: Unknown key "verfy"; did you mean "verify"?'],
  [
    'limits: { speed: 1 }',
    'devs.yaml:3: Unknown key "speed" in limits; the closest of the 28 known keys: maxSteps, keepDays, maxWait.',
  ],
  [
    'tasks:\n- { id: a, goal: g, dependson: [] }',
    'devs.yaml:4: Unknown key "dependson" in tasks[0]; did you mean "dependsOn"?',
  ],
  ['verify: ""', `devs.yaml:3: "verify" is ""; it must be ${COMMAND}.`],
  ['verify: "  \\n "', `devs.yaml:3: "verify" is "  \\n "; it must be ${COMMAND}.`],
  ['verify: []', `devs.yaml:3: "verify" is an empty list; it must be ${COMMAND}.`],
  ['verify: [""]', `devs.yaml:3: "verify[0]" is ""; it must be ${COMMAND}.`],
  ['verify:', `devs.yaml:3: "verify" is empty; it must be ${COMMAND}.`],
  ['verify: true', `devs.yaml:3: "verify" is true; it must be ${COMMAND}.${QUOTES}`],
  ['verify: { run: x }', `devs.yaml:3: "verify" is a mapping; it must be ${COMMAND}.`],
  ['verify: "a\\0b"', `devs.yaml:3: "verify" is "a\\u0000b"; it must be ${COMMAND}.`],
  [
    'verify:\n  - sleep\n  - 5',
    `devs.yaml:5: "verify[1]" is 5; it must be a program or argument, as text.${QUOTES}`,
  ],
  ['verifyTimeout: 5', `devs.yaml:3: "verifyTimeout" is 5; it must be ${DURATION}.`],
  ['verifyTimeout: 25h', `devs.yaml:3: "verifyTimeout" is "25h"; it must be ${DURATION}.`],
  [
    'limits: { maxPivots: 101 }',
    'devs.yaml:3: "limits.maxPivots" is 101; it must be a whole number from 0 to 100.',
  ],
  [
    'limits: { adaptive: yes! }',
    'devs.yaml:3: "limits.adaptive" is "yes!"; it must be true or false.',
  ],
  [
    'limits: { adaptive: true, loopThreshold: 7 }',
    'devs.yaml:3: "limits.adaptive" moves the loop threshold between 2 and 6, but it is 7; set loopThreshold to a number from 2 to 6, or adaptive to false.',
  ],
  [
    'limits: { loopThreshold: 0 }',
    'devs.yaml:3: "limits.loopThreshold" is 0; it must be a whole number from 1 to 100.',
  ],
  [
    'limits: { maxTurns: 1.5 }',
    'devs.yaml:3: "limits.maxTurns" is 1.5; it must be a whole number from 0 to 10000.',
  ],
  [
    'limits: { maxTurns: 1e20 }',
    'devs.yaml:3: "limits.maxTurns" is 100000000000000000000; it must be a whole number from 0 to 10000.',
  ],
  [
    'limits: { maxMinutes: .inf }',
    'devs.yaml:3: "limits.maxMinutes" is Infinity; it must be a whole number from 0 to 100000.',
  ],
  [
    'limits: { maxMinutes: "5" }',
    'devs.yaml:3: "limits.maxMinutes" is "5"; it must be a whole number from 0 to 100000.',
  ],
  [
    'limits: { turnsPerVisit: -1 }',
    'devs.yaml:3: "limits.turnsPerVisit" is -1; it must be a whole number from 0 to 10000.',
  ],
  [
    'tasks: [{ id: a, goal: g, priority: 101 }]',
    'devs.yaml:3: "tasks[0].priority" is 101; it must be a whole number from -100 to 100.',
  ],
  [
    'tasks: [{ id: a, goal: g, priority: 0.5 }]',
    'devs.yaml:3: "tasks[0].priority" is 0.5; it must be a whole number from -100 to 100.',
  ],
  [
    'tasks: [{ id: a, goal: g, priority: high }]',
    'devs.yaml:3: "tasks[0].priority" is "high"; it must be a whole number from -100 to 100.',
  ],
  [
    'tasks: [{ id: a, goal: g, link: "javascript:alert(1)" }]',
    'devs.yaml:3: "tasks[0].link" is "javascript:alert(1)"; it must be an http or https address without user, password and invisible characters, 2000 characters at most, such as https://github.com/owner/repository/issues/12.',
  ],
  [
    'tasks: [{ id: a, goal: g, prio: 5 }]',
    'devs.yaml:3: Unknown key "prio" in tasks[0]; did you mean "priority"?',
  ],
  [
    'secrets: [MY-VALUE]',
    'devs.yaml:3: "secrets[0]" is "MY-VALUE"; it must be the name of an environment variable: letters, digits and "_".',
  ],
  ['rawTranscripts: 1', 'devs.yaml:3: "rawTranscripts" is 1; it must be true or false.'],
  ['onPause: yes', 'devs.yaml:3: "onPause" is "yes"; it must be "stop" or "continue".'],
  [
    'tasks: { a: {} }',
    'devs.yaml:3: "tasks" is a mapping; it must be a list of tasks, each with id and goal.',
  ],
  ['tasks: [a]', 'devs.yaml:3: "tasks[0]" is "a"; it must be a task with the keys id and goal.'],
  [
    'tasks:\n- id: a\n',
    'devs.yaml:4: "tasks[0].goal" is missing; it must be text that describes the work, not empty.',
  ],
  [
    'tasks:\n- id: a\n  goal: " "',
    'devs.yaml:5: "tasks[0].goal" is " "; it must be text that describes the work, not empty.',
  ],
  [
    'tasks: [{ id: a, goal: g, title: "a\\nb" }]',
    'devs.yaml:3: "tasks[0].title" is "a\\nb"; it must be one line of text, not empty.',
  ],
  [
    'tasks: [{ id: a, goal: g, dependsOn: b }]',
    'devs.yaml:3: "tasks[0].dependsOn" is "b"; it must be a list of task ids, such as [add-users].',
  ],
];

const BAD_IDS = [
  '',
  '-a',
  '.a',
  'a b',
  'a/b',
  '..',
  'ä',
  'a\\n',
  '\\0',
  'a'.repeat(65),
  '__proto__',
];
const BAD_REPORTS = [
  '/abs.xml',
  '../up.xml',
  'a/../../b',
  '{..,a}/b',
  '~/x',
  'C:/x',
  'a\\\\b',
  '',
  ' ',
  'a\\nb',
  '..',
];
const GOOD_REPORTS = [
  'junit.xml',
  './a.xml',
  '**/*.xml',
  'a..b',
  '...',
  '{a,b}/c.xml',
  'x y',
  '[a-z].xml',
  '.hidden/x',
];

describe('the shape of devs.yaml', () => {
  for (const [lines, problem] of CASES)
    it(`is refused: ${lines.replace(/\n/g, ' ⏎ ')}`, () => {
      assert.deepEqual(problemsOf(HEAD + lines), [problem]);
    });

  it('has ids of letters, digits, ".", "_" and "-"', () => {
    for (const id of BAD_IDS) {
      const [problem] = problemsOf(`${HEAD}tasks: [{ id: "${id}", goal: g }]`);
      assert.match(problem ?? '', /^devs\.yaml:3: "tasks\[0\]\.id" is ".*; it must be letters/, id);
    }
    for (const id of ['a', '0', 'A.b_c-1', 'a'.repeat(64)])
      assert.deepEqual(problemsOf(`${HEAD}tasks: [{ id: "${id}", goal: g }]`), [], id);
    const [number] = problemsOf(`${HEAD}tasks: [{ id: 7, goal: g }]`);
    assert.ok(number?.endsWith(QUOTES), number);
  });

  it('has reports that stay in the workspace', () => {
    for (const report of BAD_REPORTS)
      assert.match(
        problemsOf(`${HEAD}reports: ["${report}"]`).join(),
        /^devs\.yaml:3: "reports\[0\]" is ".*"; it must be a file or pattern inside the workspace/,
        report,
      );
    for (const report of GOOD_REPORTS)
      assert.deepEqual(problemsOf(`${HEAD}reports: ["${report}"]`), [], report);
  });

  it('has agents with fit names, a type, a command and an environment of text', () => {
    const agents = [
      '1a: { type: shell, command: x }',
      'b: {}',
      'c: { type: command, command: x, env: { "A=B": x, N: 5 } }',
    ];
    assert.deepEqual(problemsOf(`version: 1\nagents:\n  ${agents.join('\n  ')}\nagent: b`), [
      'devs.yaml:3: The name "1a" in agents must be letters, digits, ".", "_" and "-", beginning with a letter, 64 at most.',
      'devs.yaml:4: "agents.b.type" is missing; it must be "command" or "acp".',
      `devs.yaml:4: "agents.b.command" is missing; it must be ${COMMAND}.`,
      'devs.yaml:5: The name "A=B" in agents.c.env must be the name of an environment variable, without "=".',
      `devs.yaml:5: "agents.c.env.N" is 5; it must be text.${QUOTES}`,
    ]);
  });

  it('needs a version and an agent', () => {
    const AGENTS = 'one named agent or more, each with type and command';
    assert.deepEqual(problemsOf('tasks: []'), [
      'devs.yaml:1: "version" is missing; it must be 1.',
      `devs.yaml:1: "agents" is missing; it must be ${AGENTS}.`,
    ]);
    assert.deepEqual(problemsOf('version: "1"\nagents: {}'), [
      'devs.yaml:1: "version" is "1"; it must be 1.',
      `devs.yaml:2: "agents" is an empty mapping; it must be ${AGENTS}.`,
    ]);
  });

  it('has a threshold that moves within its range, whatever source it comes from', () => {
    const adaptive = `${HEAD}limits: { adaptive: true }`;
    const environment = { DEVS_LOOP_THRESHOLD: '1' };

    assert.deepEqual(problemsOf(adaptive), []);
    assert.match(problemsOf(adaptive, { environment, settings: {} })[0] ?? '', /but it is 1; set/);
    assert.deepEqual(problemsOf(`${HEAD}limits: { loopThreshold: 7 }`), []);
  });

  it('is told with the exact place of key or value', () => {
    const result = validateConfig(`${HEAD}  \nlimits: { maxPivots: 101, speed: 1 }`, {
      environment: {},
      settings: {},
    });
    assert.ok(result.kind === 'invalid');
    const places = result.problems.map(({ line, column, endColumn }) => [line, column, endColumn]);
    assert.deepEqual(places, [
      [4, 22, 25],
      [4, 27, 32],
    ]);
  });

  it('is told with all its problems at once, shape and references, environment and settings', () => {
    const text = `${HEAD}verfy: x\ntasks:\n- { id: a b, goal: g }\n- { id: c, goal: g, dependsOn: [d] }\n`;
    const places = { environment: { DEVS_MAX_PIVOTS: 'x' }, settings: { maxTurns: -1 } };
    assert.deepEqual(
      problemsOf(text, places).map((problem) => problem.split(' ').slice(0, 3).join(' ')),
      [
        'devs.yaml:3: Unknown key',
        'devs.yaml:5: "tasks[0].id" is',
        'devs.yaml:6: There is',
        'DEVS_MAX_PIVOTS: It is',
        'devs.maxTurns: It is',
      ],
    );
  });

  it('shows long and hostile values short and harmless', () => {
    const [problem = ''] = problemsOf(`${HEAD}onPause: "\\u001b[31m${'x'.repeat(5000)}"`);
    assert.ok(problem.length < 200 && !problem.includes('\u001b'), problem);
  });
});
