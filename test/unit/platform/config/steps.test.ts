import assert from 'node:assert/strict';
import { STEP_LIMITS } from '../../../../src/model/config/stepLimits';
import { configOf, HEAD, problemsOf } from './problemsOf';

const agentWith = (key: string): string =>
  `version: 1\nagents:\n  a: { type: command, command: x, ${key} }\n`;

describe('steps of agents, in devs.yaml', () => {
  it('are read as the events of a known agent or as text, and not at all unless it says so', () => {
    for (const format of ['claude', 'codex', 'gemini', 'opencode', 'qwen', 'text'])
      assert.equal(configOf(agentWith(`steps: ${format}`)).agents['a']?.steps, format);
    assert.equal('steps' in (configOf(agentWith('env: {}')).agents['a'] ?? {}), false);
    for (const [steps, shown] of [
      ['cursor', '"cursor"'],
      ['true', 'true'],
      ['[claude]', 'a list'],
    ])
      assert.deepEqual(problemsOf(agentWith(`steps: ${steps}`)), [
        `devs.yaml:3: "agents.a.steps" is ${shown}; it must be "claude", "codex", "gemini", "opencode", "qwen" or "text".`,
      ]);
  });

  it('are a loop at limits of two times at least', () => {
    for (const name of STEP_LIMITS) {
      assert.equal(configOf(`${HEAD}limits: { ${name}: 2 }`).limits[name], 2);
      assert.deepEqual(problemsOf(`${HEAD}limits: { ${name}: 1 }`), [
        `devs.yaml:3: "limits.${name}" is 1; it must be a whole number from 2 to 50.`,
      ]);
    }
  });
});
