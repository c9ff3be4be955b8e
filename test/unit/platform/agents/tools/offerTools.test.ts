import assert from 'node:assert/strict';
import type { AgentDefinition } from '../../../../../src/model/config/config';
import { offerTools } from '../../../../../src/platform/agents/tools/offerTools';
import { toolServer } from '../../../../../src/platform/agents/tools/toolServer';

const SERVER = { command: '/bin/node', args: ['/a "b"\\c\u007f', 'mcp'], env: { DEVS_TURN: 't' } };
const SERVERS = { mcpServers: { devs: SERVER } };
const GEMINI_DEFAULTS = 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH';

interface Offered {
  readonly command: AgentDefinition['command'];
  readonly env: Readonly<Record<string, string>>;
  /** What was written, as JSON. */
  readonly written: readonly unknown[];
}

async function offer(
  definition: Pick<AgentDefinition, 'command' | 'steps' | 'mcp'> & Partial<AgentDefinition>,
  environment: Readonly<Record<string, string>> = {},
  existing: readonly RegExp[] = [],
): Promise<Offered> {
  const written: unknown[] = [];
  const { command, env } = await offerTools(
    { name: 'a', type: 'command', timeoutMs: 1, env: {}, ...definition },
    {
      ...{ server: SERVER, environment },
      exists: (path) => existing.some((each) => each.test(path)),
      write: (text, extension) => {
        written.push(JSON.parse(text));
        return Promise.resolve(`/f${extension}`);
      },
    },
  );
  return { command, env, written };
}

const FOR_CLAUDE = ['--mcp-config=/f.json', '--allowedTools=mcp__devs'];
const FOR_CODEX = [
  '-c',
  'mcp_servers.devs={command="/bin/node",args=["/a \\"b\\"\\\\c\\u007f","mcp"],env={DEVS_TURN="t"},tool_timeout_sec=86400}',
];

describe('the tools of Devs', () => {
  for (const command of [
    ['claude', '-p'],
    ['/opt/bin/claude', '-p', '--mcp-config', 'own.json'],
    ['C:\\bin\\claude.exe', '-p'],
    ['npx', '-y', '@anthropic-ai/claude-code@2', '-p'],
    ['node', '/x/node_modules/@anthropic-ai/claude-code/cli.js', '-p'],
    ['env', 'LANG=C', 'claude'],
    ['pnpm', 'dlx', '@anthropic-ai/claude-code'],
    ['timeout', '600', 'nice', 'claude'],
    ['C:\\npm\\claude.cmd', '-p'],
  ])
    it(`are offered to ${command.join(' ')}, after its own options`, async () => {
      const { command: offered, written } = await offer({ command, steps: 'claude' });
      assert.deepEqual(offered, [...command, ...FOR_CLAUDE]);
      assert.deepEqual(written, [SERVERS]);
    });

  for (const definition of [
    { command: ['run-claude.sh', '--model', 'claude'], steps: 'claude' },
    { command: ['sh', '-c', 'claude -p'], steps: 'claude' },
    { command: ['ssh', 'box', 'claude', '-p'], steps: 'claude' },
    { command: ['docker', 'exec', 'box', 'claude', '-p'], steps: 'claude' },
    { command: ['bash', 'claude.sh'], steps: 'claude' },
    { command: ['env', 'CLAUDE_CONFIG_DIR=/x/claude', 'run.sh'], steps: 'claude' },
    { command: ['npx', '-y'], steps: 'claude' },
    { command: 'claude -p', steps: 'claude' },
    { command: 'claude -p', steps: 'claude', mcp: true },
    { command: ['claude', '-p'] },
    { command: ['opencode', 'run'], steps: 'opencode', mcp: true },
  ] as const)
    it(`are not offered where more arguments may not be taken: ${JSON.stringify(definition)}`, async () => {
      const { command, written } = await offer(definition);
      assert.deepEqual([command, written], [definition.command, []]);
    });

  it('are offered to a script whose author says so', async () => {
    const { command } = await offer({ command: ['run.sh'], steps: 'claude', mcp: true });
    assert.deepEqual(command, ['run.sh', ...FOR_CLAUDE]);
  });

  it('are offered before what is no option any more', async () => {
    const { command } = await offer({ command: ['claude', '-p', '--', 'Go.'], steps: 'claude' });
    assert.deepEqual(command, ['claude', '-p', ...FOR_CLAUDE, '--', 'Go.']);
    const codex = await offer({ command: ['codex', 'e', '--', 'Go.'], steps: 'codex' });
    assert.deepEqual(codex.command, ['codex', 'e', ...FOR_CODEX, '--', 'Go.']);
  });

  it('are not offered to Claude Code where its administrator names all servers: it would not start', async () => {
    const command = ['claude', '-p'];
    const offered = await offer({ command, steps: 'claude' }, {}, [/managed-mcp\.json$/]);
    assert.deepEqual([offered.command, offered.written], [command, []]);
  });

  it('are offered to Codex before its prompt, in an option that TOML can read', async () => {
    const command = ['codex', 'exec', '--json', '-'];
    assert.deepEqual((await offer({ command, steps: 'codex' })).command, [
      ...['codex', 'exec', ...FOR_CODEX, '--json', '-'],
    ]);
    const started = await offer({ command: ['pnpm', 'exec', ...command], steps: 'codex' });
    assert.deepEqual(started.command.slice(0, 4), ['pnpm', 'exec', 'codex', 'exec']);
    assert.equal(started.command[4], '-c');
    const last = await offer({ command: ['codex'], steps: 'codex' });
    assert.deepEqual(last.command, ['codex', ...FOR_CODEX]);
  });

  it('are offered to Gemini CLI in defaults, unless there are others', async () => {
    const command = ['gemini', '--output-format', 'stream-json'];
    const { env, written, ...offered } = await offer({ command, steps: 'gemini', env: { A: 'b' } });
    assert.deepEqual([offered.command, env], [command, { A: 'b', [GEMINI_DEFAULTS]: '/f.json' }]);
    const settings = { ...SERVER, trust: true, timeout: 86_400_000 };
    assert.deepEqual(written, [{ mcpServers: { devs: settings } }]);
    const own = { [GEMINI_DEFAULTS]: '/own.json' };
    assert.deepEqual((await offer({ command, steps: 'gemini' }, own)).env, {});
    assert.deepEqual((await offer({ command, steps: 'gemini', env: own })).env, own);
    const managed = await offer({ command, steps: 'gemini' }, {}, [/system-defaults\.json$/]);
    assert.deepEqual(managed.env, {});
  });

  it('come from `devs mcp` for this task and turn, with all that it needs', () => {
    const options = {
      ...{ workspaceDir: '/w', directory: '/state', supervisorFile: '/s.js' },
      environment: { DEVS_TURN: 'outer', HOME: '/h' },
    };
    const definition = {
      ...({ name: 'a', type: 'acp', command: ['x'] } as const),
      ...{ timeoutMs: 1, env: {} },
    };
    const request = { definition, taskId: 'fix', turnId: 'inner' };
    assert.deepEqual(toolServer({ ...options, cliFile: '/dist/cli.js' }, request), {
      command: process.execPath,
      args: ['/dist/cli.js', '-C', '/w', 'mcp'],
      env: {
        ...{ DEVS_TASK_ID: 'fix', DEVS_TURN: 'outer/inner', DEVS_STATE_DIR: '/state' },
        ELECTRON_RUN_AS_NODE: '1',
      },
    });
    assert.equal(toolServer(options, request), undefined);
    const without = { ...request, definition: { ...definition, mcp: false } };
    assert.equal(toolServer({ ...options, cliFile: '/dist/cli.js' }, without), undefined);
  });
});
