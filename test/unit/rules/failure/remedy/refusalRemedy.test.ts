import assert from 'node:assert/strict';
import { readRefusedAction } from '../../../../../src/rules/steps/refusals/readRefusedAction';
import type { Refusal } from '../../../../../src/model/failure/refusal';
import { describeAgentLimit } from '../../../../../src/rules/failure/remedy/describeAgentLimit';
import { refusalRemedy } from '../../../../../src/rules/failure/remedy/refusalRemedy';

function refusal(change: Partial<Refusal> = {}): Refusal {
  return {
    ...{ by: 'agent', kind: 'permission', tool: 'Bash', action: 'npm install' },
    words: 'This command requires approval',
    ...change,
  };
}

function remedy(steps: string | undefined, change: Partial<Refusal> = {}): string {
  return refusalRemedy(
    { name: 'mine', ...(steps === undefined ? {} : { steps }) },
    refusal(change),
  );
}

describe('the remedy for a call that an agent may not make', () => {
  const shell = { tool: 'run_shell_command' };
  const known: readonly (readonly [string, Partial<Refusal>, string])[] = [
    ['claude', {}, '`--allowedTools=Bash(npm install *)`'],
    ['claude', { tool: 'WebFetch', action: 'WebFetch' }, '`--allowedTools=WebFetch`'],
    ['claude', { tool: 'Write', action: 'Write' }, '`--permission-mode=acceptEdits`'],
    [
      'claude',
      {
        words:
          "cd to '/etc' was blocked. For security, Claude Code may only change to the allowed working directories",
      },
      '`--add-dir=<folder>`',
    ],
    ['gemini', shell, '`--allowed-tools=run_shell_command(npm install)`'],
    ['gemini', { tool: 'replace', action: 'replace' }, '`--approval-mode=auto_edit`'],
    ['qwen', shell, '`--allowed-tools=run_shell_command(npm install)`'],
    ['qwen', { tool: 'edit', action: 'edit' }, '`--approval-mode=auto-edit`'],
    ['codex', { tool: 'command_execution' }, '`--sandbox=workspace-write`'],
    ['opencode', { tool: 'bash' }, '`OPENCODE_PERMISSION` under `env:` of the agent'],
  ];
  for (const [steps, change, flag] of known)
    it(`names ${flag} for ${steps}`, () => {
      assert.ok(remedy(steps, change).includes(flag), remedy(steps, change));
      assert.match(remedy(steps, change), /; then resume the task\.$/);
    });

  const given: readonly (readonly [string, string | readonly string[], Partial<Refusal>])[] = [
    ['codex', ['codex', 'exec', '--sandbox', 'workspace-write', '-'], { action: 'git push' }],
    ['claude', ['claude', '-p', '--permission-mode=acceptEdits'], { tool: 'Edit', action: 'Edit' }],
    ['gemini', 'gemini --approval-mode auto_edit', { tool: 'replace', action: 'replace' }],
  ];
  for (const [steps, command, change] of given)
    it(`advises no flag of ${steps} that stands in its command already`, () => {
      const said = refusalRemedy({ name: 'mine', steps, command }, refusal(change));
      assert.match(said, /^Allow `[\w ]+` in the settings of the agent mine/);
    });

  it('names the action where the agent is not known', () => {
    assert.match(remedy(undefined), /^Allow `npm install` in the settings of the agent mine/);
  });
});

describe('the remedy for a call that the machine or a service refuses', () => {
  const environment = { by: 'environment' } as const;

  it('makes a script executable', () => {
    assert.match(
      remedy('claude', { ...environment, action: './run.sh', subject: './run.sh' }),
      /`chmod \+x \.\/run\.sh`/,
    );
  });

  it('chooses another port', () => {
    const words = 'listen EACCES: permission denied 0.0.0.0:80';
    assert.match(
      remedy('claude', { ...environment, words, subject: '0.0.0.0:80' }),
      /above 1023.*`0\.0\.0\.0:80`/,
    );
  });

  it('opens the network of the sandbox of Codex', () => {
    const host = { ...environment, kind: 'network', subject: 'packages.example.org' } as const;
    assert.match(remedy('codex', host), /network_access=true/);
    assert.doesNotMatch(remedy('claude', host), /network_access/);
  });

  it('checks the login', () => {
    assert.match(remedy('claude', { ...environment, kind: 'authentication' }), /^Log in to/);
  });
});

describe('what a permission would allow', () => {
  const actions: readonly (readonly [string, string, string])[] = [
    ['Bash', '{"command":"npm install left-pad","description":"Install"}', 'npm install'],
    ['Bash', '{"command":"cd /app && npm install"}', 'npm install'],
    ['Bash', '{"command":"CI=1 npm ci --silent"}', 'npm ci'],
    ['Bash', '{"command":"FLAGS=\\"-a -b\\" npm test"}', 'npm test'],
    ['Bash', '{"command":"sudo -u postgres psql"}', 'sudo'],
    ['Bash', '{"command":"sudo apt-get install jq"}', 'sudo apt-get'],
    ['Bash', '{"command":"timeout -k 5 30s npm test"}', 'npm test'],
    ['shell', '{"command":["npm","install","left-pad"],"workdir":"/app"}', 'npm install'],
    ['Bash', '{"command":"./run.sh --fast"}', './run.sh'],
    [
      'run_shell_command',
      '{"command":"docker compose up -d","directory":"x"}',
      'docker compose up',
    ],
    ['command_execution', 'git push origin main', 'git push'],
    ['command_execution', `/bin/bash -lc "curl -sS 'https://example.org'"`, 'curl'],
    ['shell', '{"command":["bash","-lc","make build"]}', 'make build'],
    ['Bash', '{"command":"npm run build -- --fast"}', 'npm run build'],
    ['Bash', '{"command":"python3 -m pytest -q"}', 'python3 -m pytest'],
    ['Bash', '{"command":""}', 'Bash'],
    ['Bash', '{"command":', 'Bash'],
    ['WebFetch', '{"url":"https://example.org"}', 'WebFetch'],
  ];
  for (const [tool, args, action] of actions)
    it(`is ${action} for ${tool} ${args}`, () => {
      assert.equal(readRefusedAction({ tool, args }), action);
    });

  it('holds no secret', () => {
    const args = '{"command":"sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789 run"}';
    assert.doesNotMatch(readRefusedAction({ tool: 'Bash', args }), /abcdefghij/);
  });
});

describe('a limit of its own that an agent used up', () => {
  it('is told with the option that raises it', () => {
    const limit = { kind: 'turns', words: 'Reached maximum number of turns (2)' } as const;
    assert.equal(
      describeAgentLimit({ name: 'mine', steps: 'claude' }, limit),
      'The agent mine used up its own limit of turns: Reached maximum number of turns (2). ' +
        'Raise or remove `--max-turns`; then resume the task.',
    );
    assert.match(
      describeAgentLimit({ name: 'mine', steps: 'gemini' }, limit),
      /`model\.maxSessionTurns`/,
    );
    assert.match(
      describeAgentLimit({ name: 'mine' }, limit),
      /the settings of the agent mine itself, or in its command/,
    );
  });
});
