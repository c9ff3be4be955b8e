import assert from 'node:assert/strict';
import { acpUpdateSchema } from '../../../../../src/platform/agents/streams/acpEvents';
import { AcpCall } from '../../../../../src/platform/agents/streams/acpCall';

function serverOf(...updates: readonly object[]): string | undefined {
  const call = new AcpCall();
  for (const update of updates)
    call.update(acpUpdateSchema.parse({ sessionUpdate: 'tool_call_update', ...update }));
  return call.mcpServer;
}

const CODEX = {
  ...{ kind: 'execute', title: 'mcp.devs.task' },
  rawInput: { server: 'devs', tool: 'task', arguments: {} },
  _meta: { is_mcp_tool_call: true },
};
const GEMINI = { kind: 'other', title: 'task (devs MCP Server)', toolCallId: 'mcp_devs_task__1' };

describe('the MCP server of a call over ACP', () => {
  it('is what Claude, Codex, Gemini CLI and Qwen Code state', () => {
    const toolName = 'mcp__devs__ask_human';
    assert.equal(serverOf({ title: toolName, _meta: { claudeCode: { toolName } } }), 'devs');
    assert.equal(serverOf({ title: '{}', _meta: { toolName } }), 'devs');
    assert.equal(serverOf(GEMINI), 'devs');
    assert.equal(serverOf(CODEX), 'devs');
    assert.equal(serverOf(CODEX, { kind: 'execute', status: 'pending' }), 'devs');
  });

  for (const [what, ...updates] of [
    ['the title of a command', { ...GEMINI, kind: 'execute' }],
    ['the title of another tool', { ...GEMINI, toolCallId: 'delegate__1' }],
    ['the input of a tool', { ...CODEX, _meta: {} }],
    ['a later call with the same id', CODEX, { title: 'rm -rf .', rawInput: { command: 'rm' } }],
    ['a name in two readings', { _meta: { toolName: 'mcp__devs__x__rm' } }],
    ['a tool of its own', { _meta: { claudeCode: { toolName: 'Bash' } } }],
    ['no text', { _meta: { claudeCode: { toolName: 7 }, toolName: null } }],
  ] as const)
    it(`is not taken from ${what}`, () => {
      assert.equal(serverOf(...updates), undefined);
    });
});
