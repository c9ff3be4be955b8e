import { equal } from 'node:assert/strict';
import { nameProvider, requestedModel } from '../../../../src/platform/telemetry/nameProvider';

describe('the provider of an agent', () => {
  const of = (command: string | readonly string[], models: readonly string[] = []) =>
    nameProvider({ command }, models);

  it('is told by its program', () => {
    equal(of(['claude', '-p']), 'anthropic');
    equal(of('npx @agentclientprotocol/claude-agent-acp'), 'anthropic');
    equal(of(['codex', 'exec', '--json']), 'openai');
    equal(of(['gemini', '--acp']), 'gcp.gemini');
    equal(nameProvider({ command: ['./my-agent'], steps: 'gemini' }), 'gcp.gemini');
  });

  it('is told by its models first', () => {
    equal(of(['opencode', 'run'], ['claude-opus-4']), 'anthropic');
    equal(of(['claude'], ['gpt-5']), 'openai');
    equal(of(['agent'], ['deepseek-chat']), 'deepseek');
  });

  it('is unknown where neither tells it', () => {
    equal(of(['opencode', 'run']), 'unknown');
    equal(of('node agent.js', ['my-own']), 'unknown');
  });
});

describe('the model that a command asks for', () => {
  const of = (command: string | readonly string[]) => requestedModel({ command });

  it('follows its option', () => {
    equal(of(['claude', '-p', '--model', 'opus']), 'opus');
    equal(of('codex exec -m gpt-5 -'), 'gpt-5');
    equal(of(['agent', '--model=anthropic/claude-opus-4:beta']), 'anthropic/claude-opus-4:beta');
  });

  it('is not made up', () => {
    equal(of(['claude', '-p']), undefined);
    equal(of(['git', 'commit', '--message', 'x']), undefined);
    equal(of(['agent', '--model', '{model}']), undefined);
  });
});
