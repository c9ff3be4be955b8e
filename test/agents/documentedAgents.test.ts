import { deepEqual, equal } from 'node:assert/strict';
import { documentedAgent, documentedNames } from './documentedAgents';

describe('docs/agents.md', () => {
  it('defines the agents that Devs knows, and a plain script', () => {
    deepEqual(documentedNames(), [
      'claude',
      'codex',
      'gemini',
      'opencode',
      'qwen',
      'aider',
      'script',
      'claude-acp',
      'codex-acp',
      'gemini-acp',
      'opencode-acp',
      'qwen-acp',
      'copilot',
      'cline',
    ]);
  });

  for (const name of documentedNames()) {
    it(`prints a definition of ${name} that devs.yaml accepts`, () => {
      equal(documentedAgent(name).name, name);
    });
  }
});
