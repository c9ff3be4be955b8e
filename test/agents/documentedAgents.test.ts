import { deepEqual, equal } from 'node:assert/strict';
import { documentedAgent, documentedNames } from './documentedAgents';

describe('docs/agents.md', () => {
  it('defines Claude Code, Codex CLI, Gemini CLI, opencode, Qwen Code, Aider and a plain script', () => {
    deepEqual(documentedNames(), [
      'claude',
      'codex',
      'gemini',
      'opencode',
      'qwen',
      'aider',
      'script',
    ]);
  });

  for (const name of documentedNames()) {
    it(`prints a definition of ${name} that devs.yaml accepts`, () => {
      equal(documentedAgent(name).name, name);
    });
  }
});
