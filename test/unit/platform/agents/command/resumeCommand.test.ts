import assert from 'node:assert/strict';
import { resumeCommand } from '../../../../../src/platform/agents/command/resumeCommand';
describe('the command that continues a session', () => {
  it('has the flag of each agent that takes one', () => {
    assert.deepEqual(resumeCommand(['claude', '-p'], 'claude', 's1'), [
      'claude',
      '-p',
      '--resume',
      's1',
    ]);
    assert.deepEqual(resumeCommand(['codex', 'exec', '--json', '-'], 'codex', 's1'), [
      ...['codex', 'exec', '--json', 'resume', 's1', '-'],
    ]);
    assert.deepEqual(resumeCommand(['gemini'], 'gemini', 's1'), ['gemini', '--resume', 's1']);
    assert.equal(resumeCommand(['opencode', 'run'], 'opencode', 's1'), undefined);
    assert.equal(resumeCommand('claude -p', 'claude', 's1'), undefined);
    assert.equal(resumeCommand(['codex'], 'codex', 's1'), undefined);
  });
});
