import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { HEAD, problemsOf } from '../../unit/platform/config/problemsOf';

describe('hostile roles in devs.yaml', () => {
  it('may be ten thousand, of which no one reads all', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => [
      `role${index}`,
      { agent: 'nobody' },
    ]);
    const roles = { planner: 'one', coder: {}, ...(Object.fromEntries(many) as object) };
    const problems = problemsOf(HEAD + stringify({ roles }));
    assert.equal(problems.length, 100);
    assert.match(problems[0] ?? '', /^devs\.yaml:6: Unknown key "role0" in roles; known keys/);
  });

  it('are one problem or more, never an error of ours, whatever stands there', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (role, asks) => {
        const agents = { one: { type: 'command', command: 'x', asks } };
        const whole = { version: 1, agents, roles: role };
        const part = { version: 1, agents, roles: { planner: role, coder: { agent: asks } } };
        for (const file of [whole, part]) assert.ok(Array.isArray(problemsOf(stringify(file))));
      }),
    );
  });
});

describe('hostile questions of agents, in devs.yaml', () => {
  it('may be asked a hundred thousand times, by names that nobody has', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `agent${index}`);
    const agents = names.map((name) => `  ${name}: { type: command, command: x }\n`).join('');
    const asks = Array.from({ length: 100_000 }, (_, index) => `agnt${index % 10}`).join(',');
    const text = `version: 1\nagent: agent0\nagents:\n  one: { type: command, command: x, asks: [${asks}] }\n${agents}`;
    const problems = problemsOf(text);
    assert.equal(problems.length, 100);
    assert.equal(problems[0], 'devs.yaml:4: There is no agent "agnt0"; did you mean "agent0"?');
  });
});
