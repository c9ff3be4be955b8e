import assert from 'node:assert/strict';
import { findAskedAgent, listAskableAgents } from '../../../../src/rules/requests/askableAgents';
import type { AgentDefinition } from '../../../../src/model/config/config';

const agent = (name: string, asks?: readonly string[]): AgentDefinition => ({
  ...{ name, type: 'command', command: ['agent'], timeoutMs: 1_000, env: {} },
  ...(asks === undefined ? {} : { asks }),
});
const BACKEND = agent('backend');
const SHY = agent('shy', []);
const PICKY = agent('picky', ['security']);
const AGENTS = Object.fromEntries(
  [BACKEND, agent('security'), SHY, PICKY].map((each) => [each.name, each]),
);

describe('who may be asked', () => {
  const whoFor = (asker: AgentDefinition) =>
    listAskableAgents(AGENTS, asker).map(({ name }) => name);

  it('is every other agent, unless `asks` says whom', () => {
    assert.deepEqual(whoFor(BACKEND), ['security', 'shy', 'picky']);
    assert.deepEqual(whoFor(PICKY), ['security']);
    assert.deepEqual(whoFor(SHY), []);
  });

  it('is the agent of that very name', () => {
    const asked = findAskedAgent(AGENTS, BACKEND, 'security');
    assert.equal(asked.ok && asked.definition, AGENTS['security']);
  });

  const refusals: readonly (readonly [asker: AgentDefinition, name: string, reason: string])[] = [
    [BACKEND, 'Security', 'there is no agent "Security"; did you mean "security"?'],
    [BACKEND, 'dba', 'there is no agent "dba"; it can ask: security, shy, picky'],
    [BACKEND, 'backend', 'an agent cannot ask itself; it can ask: security, shy, picky'],
    [BACKEND, 'toString', 'there is no agent "toString"; it can ask: security, shy, picky'],
    [PICKY, 'shy', '"picky" may not ask "shy"; it can ask: security'],
    [SHY, 'security', '"shy" may not ask "security"; there is no other agent to ask'],
  ];
  for (const [asker, name, reason] of refusals)
    it(`says to ${asker.name} why it cannot ask ${name}`, () => {
      assert.deepEqual(findAskedAgent(AGENTS, asker, name), { ok: false, reason });
    });

  it('names ten agents at most', () => {
    const many = Array.from({ length: 30 }, (_, index) => agent(`agent${index}`));
    const asked = findAskedAgent(
      Object.fromEntries(many.map((each) => [each.name, each])),
      BACKEND,
      'x',
    );
    assert.match(asked.ok ? '' : asked.reason, /agent0, .*agent9, …$/);
  });
});
