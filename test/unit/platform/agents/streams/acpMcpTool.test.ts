import assert from 'node:assert/strict';
import { acpUpdateSchema } from '../../../../../src/platform/agents/streams/acpEvents';
import { AcpCall } from '../../../../../src/platform/agents/streams/acpCall';

function toolOf(...updates: readonly object[]): string | undefined {
  const call = new AcpCall();
  for (const update of updates)
    call.update(acpUpdateSchema.parse({ sessionUpdate: 'tool_call_update', ...update }));
  return call.mcpTool && `${call.mcpTool.server}/${call.mcpTool.tool}`;
}

const CODEX = {
  ...{ kind: 'execute', title: 'mcp.devs.task' },
  rawInput: { server: 'devs', tool: 'task', arguments: {} },
  _meta: { is_mcp_tool_call: true },
};
const ofServer = (mcpServer: object): object => ({
  _meta: { claudeCode: { toolName: 'mcp__devs__task', mcpServer } },
});
const GEMINI = { kind: 'other', title: 'task (devs MCP Server)', toolCallId: 'mcp_devs_task__1' };

describe('the MCP tool of a call over ACP', () => {
  it('is what Claude, Codex, Gemini CLI and Qwen Code state', () => {
    const toolName = 'mcp__devs__ask_human';
    const claude = { title: toolName, _meta: { claudeCode: { toolName } } };
    assert.equal(toolOf(claude), 'devs/ask_human');
    const mcpServer = { name: 'devs', source: 'dynamic' };
    const stated = { ...claude, _meta: { claudeCode: { toolName, mcpServer } } };
    assert.equal(toolOf(stated), 'devs/ask_human');
    assert.equal(toolOf({ title: '{}', _meta: { toolName } }), 'devs/ask_human');
    assert.equal(toolOf(GEMINI), 'devs/task');
    assert.equal(toolOf(CODEX), 'devs/task');
    assert.equal(toolOf(CODEX, { kind: 'execute', status: 'pending' }), 'devs/task');
  });

  for (const [what, ...updates] of [
    ['the title of a command', { ...GEMINI, kind: 'execute' }],
    ['the title of another tool', { ...GEMINI, toolCallId: 'delegate__1' }],
    ['the input of a tool', { ...CODEX, _meta: {} }],
    ['a later call with the same id', CODEX, { title: 'rm -rf .', rawInput: { command: 'rm' } }],
    ['a later call that states its input alone', CODEX, { rawInput: { command: 'rm' } }],
    ['a later call that states its files alone', CODEX, { locations: [{ path: 'a' }] }],
    ['a later call that states its changes alone', CODEX, { content: [] }],
    ['a name in two readings', { _meta: { toolName: 'mcp__devs__x__rm' } }],
    ['a name of a server that ends with "_"', { _meta: { toolName: 'mcp__devs___rm' } }],
    ['a name that the stated server contradicts', ofServer({ name: 'devs_', source: 'dynamic' })],
    ['a server of the workspace', ofServer({ name: 'devs', source: 'project' })],
    ['a tool of its own', { _meta: { claudeCode: { toolName: 'Bash' } } }],
    ['no text', { _meta: { claudeCode: { toolName: 7 }, toolName: null } }],
  ] as const)
    it(`is not taken from ${what}`, () => {
      assert.equal(toolOf(...updates), undefined);
    });
});
