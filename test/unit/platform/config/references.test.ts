import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { validateConfig } from '../../../../src/platform/config/validateConfig';
import { HEAD, problemsOf } from './problemsOf';

interface Task {
  readonly id: string;
  readonly dependsOn?: readonly string[];
  readonly parent?: string;
  readonly agent?: string;
}

/** The first task stands on line 4, each on a line of its own. */
function problemsOfTasks(...tasks: readonly Task[]): readonly string[] {
  const lines = tasks.map((task) => `- ${JSON.stringify({ goal: 'g', ...task })}`);
  return problemsOf(`${HEAD}tasks:\n${lines.join('\n')}\n`);
}

const forEver = (links: string) =>
  `These tasks would wait for each other forever: ${links}. Remove one of these links.`;

describe('the references of devs.yaml', () => {
  it('have each id once', () => {
    assert.deepEqual(problemsOfTasks({ id: 'a' }, { id: 'b' }, { id: 'a' }), [
      'devs.yaml:6: The task in line 4 already has the id "a"; each id must be unique: give this one another, such as "a-2".',
    ]);
  });

  it('name agents that are there', () => {
    assert.deepEqual(problemsOfTasks({ id: 'a', agent: 'ones' }, { id: 'b', agent: 'toString' }), [
      'devs.yaml:4: There is no agent "ones"; did you mean "one"?',
      'devs.yaml:5: There is no agent "toString"; known agents: one.',
    ]);
  });

  it('name a default agent when there are several', () => {
    const agents = 'agents: { a: { type: command, command: x }, b: { type: command, command: x } }';
    assert.deepEqual(problemsOf(`version: 1\n${agents}\n`), [
      'devs.yaml:2: There are several agents; "agent" must say which is the default: a, b.',
    ]);
    assert.deepEqual(problemsOf(`version: 1\n${agents}\nagent: cc\n`), [
      'devs.yaml:3: There is no agent "cc"; known agents: a, b.',
    ]);
  });

  it('name tasks that are there, and not the task itself', () => {
    assert.deepEqual(
      problemsOfTasks(
        { id: 'login', dependsOn: ['logn', 'login'] },
        { id: 'x', parent: 'x' },
        { id: 'y', parent: 'q' },
      ),
      [
        'devs.yaml:4: There is no task "logn"; did you mean "login"?',
        'devs.yaml:4: Task "login" cannot depend on itself; remove this.',
        'devs.yaml:5: Task "x" cannot be a part of itself; remove this.',
        'devs.yaml:6: There is no task "q"; did you mean "x"?',
      ],
    );
  });

  it('have no circle of dependencies', () => {
    assert.deepEqual(
      problemsOfTasks(
        { id: 'a', dependsOn: ['b'] },
        { id: 'b', dependsOn: ['c'] },
        { id: 'c', dependsOn: ['a'] },
        { id: 'd', dependsOn: ['a'] },
      ),
      [`devs.yaml:4: ${forEver('"a" depends on "b", "b" depends on "c", "c" depends on "a"')}`],
    );
  });

  it('have no circle of parents', () => {
    assert.deepEqual(problemsOfTasks({ id: 'a', parent: 'b' }, { id: 'b', parent: 'a' }), [
      `devs.yaml:5: ${forEver('"a" waits for its subtask "b", "b" waits for its subtask "a"')}`,
    ]);
  });

  it('have no subtask that waits for its parent, not even through others', () => {
    assert.deepEqual(
      problemsOfTasks({ id: 'top' }, { id: 'sub', parent: 'top', dependsOn: ['top'] }),
      [`devs.yaml:5: ${forEver('"top" waits for its subtask "sub", "sub" depends on "top"')}`],
    );
    assert.equal(
      problemsOfTasks(
        { id: 'top' },
        { id: 'sub', parent: 'top', dependsOn: ['other'] },
        { id: 'other', dependsOn: ['top'] },
      ).length,
      1,
    );
    assert.deepEqual(
      problemsOfTasks(
        { id: 'top' },
        { id: 'a', parent: 'top' },
        { id: 'b', parent: 'top', dependsOn: ['a'] },
      ),
      [],
    );
  });

  it('are checked whatever else is wrong in the file', () => {
    const wrong = [
      'limits: { maxTurns: 0.5 }',
      'limits: 5',
      'loopDetection: { attemptWindow: long, maxAttempts: 1.5 }',
      'verifyTimeout: soon',
      'judge: { type: endpoint, url: nowhere, model: m, maxCalls: 0.5 }',
      'judge: { type: vscode, timeout: soon }',
      'roles: { planner: [], coder: { speed: 1 } }',
      'extra: 1',
      'version: two',
    ];
    for (const line of wrong) {
      const file = `${HEAD}tasks: [{ id: a, goal: g, agent: x, dependsOn: [b], priority: 0.5, speed: 1 }]\n${line}`;
      const problems = problemsOf(file).join('\n');
      assert.match(problems, /:3: There is no agent "x"/, line);
      assert.match(problems, /:3: There is no task "b"/, line);
      assert.match(problems, /devs\.yaml:4: /, line);
    }
    const agents = 'agents: { 1: { asks: [1, writer] }, a: { asks: [a], timeout: 1, type: 5 } }';
    const problems = problemsOf(`version: 1\n${agents}\nagent: a`).join('\n');
    assert.match(problems, /There is no agent "writer"; known agents: 1, a\./);
    assert.match(problems, /Agent "a" cannot ask itself/);
  });

  it('have a problem exactly when no order of the tasks satisfies them', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const task = fc.record({
      dependsOn: fc.subarray(names, { maxLength: 2 }),
      parent: fc.option(fc.constantFrom(...names), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(task, { minLength: 6, maxLength: 6 }), (parts) => {
        const tasks = parts.map(({ dependsOn, parent }, index) => {
          const id = names[index]!;
          const others = dependsOn.filter((other) => other !== id);
          return {
            id,
            goal: 'g',
            dependsOn: others,
            ...(parent === undefined || parent === id ? {} : { parent }),
          };
        });
        const problems = problemsOf(HEAD + stringify({ tasks }));
        assert.equal(problems.length === 0, canFinish(tasks), problems.join('\n'));
      }),
      { numRuns: 500 },
    );
  });

  it('are checked in no time among thousands of tasks', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({
      id: `t${index}`,
      dependsOn: [`t${(index + 1) % 5000}`],
    }));
    const [problem = ''] = problemsOfTasks(...many);
    assert.match(problem, /"t11" depends on "t12", and 4988 more\. Remove/);
  });
});

/** Runs whatever can run until nothing can: the plain reading of the rules. */
function canFinish(tasks: readonly Task[]): boolean {
  const done = new Set<string>();
  for (let before = -1; before !== done.size;) {
    before = done.size;
    for (const { id, dependsOn = [] } of tasks) {
      const children = tasks.filter(({ parent }) => parent === id);
      if (
        dependsOn.every((other) => done.has(other)) &&
        children.every((child) => done.has(child.id))
      )
        done.add(id);
    }
  }
  return done.size === tasks.length;
}

describe('what may be meant', () => {
  it('is listed with the problem, for keys and for names', () => {
    const text = `${HEAD}tasks:\n- { id: aa, gaol: g }\n- { id: b, goal: g, agent: ones, dependsOn: [aaa] }\n`;
    const result = validateConfig(text, { environment: {}, settings: {} });
    assert.ok(result.kind === 'invalid');
    assert.deepEqual(
      result.problems.flatMap(({ suggestions }) => suggestions ?? []),
      ['goal', 'one', 'aa'],
    );
  });
});
