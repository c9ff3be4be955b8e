import { deepEqual, equal } from 'node:assert/strict';
import type { GuardedAgent } from '../../../../../src/model/guard/guardedAgent';
import type { SessionEvent } from '../../../../../src/model/guard/sessionRecord';
import type { JsonObject } from '../../../../../src/platform/json/jsonValue';
import { HOOK_ADAPTERS } from '../../../../../src/platform/guard/agents/hookAdapters';

/** What most agents say of each event. */
const CLAUDE = { session_id: 's', cwd: '/p' };
const COPILOT = { sessionId: 's', cwd: '/p', timestamp: 1 };
const COPILOT_PART = { sessionId: 'sub', parentAgentId: 's', agentId: 'sub', cwd: '/p' };
const OPENCODE = { session: 's', directory: '/p' };
const CURSOR = { conversation_id: 's', workspace_roots: ['/p'], cursor_version: '3' };
const VSCODE = { sessionId: 's', cwd: '/p', hookEventName: 'PreToolUse' };

function bash(command: string): object {
  return { tool_name: 'Bash', tool_input: { command } };
}
const ARGS = '{"command":"npm test"}';

/** A payload of an event, and what it tells. */
type Case = readonly [agent: GuardedAgent, event: string, payload: object, ...SessionEvent[]];

const CASES: readonly Case[] = [
  [
    'claude',
    'UserPromptSubmit',
    { ...CLAUDE, prompt: 'Fix it' },
    { kind: 'prompt', text: 'Fix it' },
  ],
  [
    'claude',
    'PostToolBatch',
    {
      ...CLAUDE,
      agent_id: 'part',
      tool_calls: [
        { ...bash('npm test'), tool_use_id: '1', tool_response: 'Exit code 1\nfailed' },
        { ...bash('npm test'), tool_use_id: '2', tool_response: 'ok' },
        'not a call',
      ],
    },
    {
      ...{ kind: 'result', tool: 'Bash', args: ARGS, call: '1', thread: 'part' },
      ...{ result: 'Exit code 1\nfailed', error: true },
    },
    { kind: 'result', tool: 'Bash', args: ARGS, call: '2', thread: 'part', result: 'ok' },
  ],
  [
    'claude',
    'Stop',
    { ...CLAUDE, stop_hook_active: true },
    { kind: 'stop', text: '', again: true },
  ],
  [
    'codex',
    'PreToolUse',
    { ...CLAUDE, tool_name: 'apply_patch', tool_input: { command: '*** Begin Patch' } },
    { kind: 'call', tool: 'apply_patch', args: '*** Begin Patch' },
  ],
  [
    'gemini',
    'AfterTool',
    {
      ...{ ...CLAUDE, ...bash('npm test') },
      tool_response: {
        llmContent:
          '<untrusted_context>\nOutput: failed\nExit Code: 1\nProcess Group PGID: 17\n</untrusted_context>',
      },
    },
    {
      ...{ kind: 'result', tool: 'Bash', args: ARGS },
      ...{ result: 'Output: failed\nExit Code: 1\n', error: true },
    },
  ],
  [
    'gemini',
    'AfterTool',
    // What a command prints says nothing of it.
    {
      ...{ ...CLAUDE, ...bash('npm test') },
      tool_response: {
        llmContent: '<untrusted_context>\nOutput: Exit Code: 1\nall passed\n</untrusted_context>',
      },
    },
    {
      ...{ kind: 'result', tool: 'Bash', args: ARGS },
      result: 'Output: Exit Code: 1\nall passed',
    },
  ],
  [
    'gemini',
    'AfterTool',
    {
      ...{ ...CLAUDE, tool_name: 'replace', tool_input: {} },
      tool_response: { llmContent: 'No match', error: { message: 'No match' } },
    },
    { kind: 'result', tool: 'replace', args: '{}', result: 'No match', error: true },
  ],
  [
    'gemini',
    'AfterAgent',
    { ...CLAUDE, prompt_response: 'Done', stop_hook_active: true },
    { kind: 'stop', text: 'Done', again: true },
  ],
  [
    'claude',
    'SessionStart',
    { ...CLAUDE, source: 'compact' },
    { kind: 'started', compacted: true },
  ],
  ['claude', 'SessionStart', { ...CLAUDE, source: 'resume' }, { kind: 'started' }],
  [
    'claude',
    'UserPromptSubmit',
    { ...CLAUDE, prompt: '<task-notification>\n<task-id>b1</task-id>' },
    { kind: 'prompt', text: '<task-notification>\n<task-id>b1</task-id>', notice: true },
  ],
  ['qwen', 'UserPromptSubmit', { ...CLAUDE, prompt: 'Fix it' }, { kind: 'prompt', text: 'Fix it' }],
  ['qwen', 'UserPromptSubmit', { ...CLAUDE, prompt: '' }, { kind: 'request' }],
  ['qwen', 'Stop', { ...CLAUDE, stop_hook_active: true }, { kind: 'stop', text: '' }],
  [
    'qwen',
    'PostToolUse',
    {
      ...{ ...CLAUDE, ...bash('npm test'), tool_use_id: '1' },
      tool_response: {
        llmContent:
          'Output: failed\nError: (none)\nExit Code: 3\nSignal: 0\nProcess Group PGID: 21669',
      },
    },
    {
      ...{ kind: 'result', tool: 'Bash', args: ARGS, call: '1', error: true },
      result: 'Output: failed\nError: (none)\nExit Code: 3\nSignal: 0\n',
    },
  ],
  [
    'qwen',
    'PostToolUseFailure',
    { ...CLAUDE, ...bash('npm test'), error: 'boom' },
    { kind: 'result', tool: 'Bash', args: ARGS, result: 'boom', error: true },
  ],
  [
    'copilot',
    'userPromptSubmitted',
    { ...COPILOT, prompt: 'Fix' },
    { kind: 'prompt', text: 'Fix' },
  ],
  ['copilot', 'permissionRequest', { ...COPILOT, toolName: 'bash' }, { kind: 'permission' }],
  [
    'copilot',
    'postToolUse',
    {
      ...{ ...COPILOT, toolName: 'bash', toolArgs: { command: 'npm test' } },
      toolResult: {
        resultType: 'success',
        textResultForLlm: 'failed\n<shellId: 4 completed with exit code 3>',
      },
    },
    {
      ...{ kind: 'result', tool: 'bash', args: ARGS, error: true },
      result: 'failed\n<completed with exit code 3>',
    },
  ],
  [
    'copilot',
    'postToolUse',
    {
      ...{ ...COPILOT_PART, toolName: 'bash', toolArgs: { command: 'npm test' } },
      toolResult: { textResultForLlm: 'ok\n<shellId: 5 completed with exit code 0>' },
    },
    {
      ...{ kind: 'result', tool: 'bash', args: ARGS, thread: 'sub' },
      result: 'ok\n<completed with exit code 0>',
    },
  ],
  [
    'copilot',
    'postToolUseFailure',
    { ...COPILOT, toolName: 'edit', toolArgs: {}, error: 'No match found' },
    { kind: 'result', tool: 'edit', args: '{}', result: 'No match found', error: true },
  ],
  ['opencode', 'chat.message', { ...OPENCODE, text: 'Fix it' }, { kind: 'prompt', text: 'Fix it' }],
  ['opencode', 'session.idle', { ...OPENCODE, text: 'Done' }, { kind: 'stop', text: 'Done' }],
  [
    'opencode',
    'tool.execute.after',
    {
      ...{ ...OPENCODE, thread: 'sub', tool: 'bash', call: '1', args: { command: 'npm test' } },
      output: { output: 'failed', metadata: { exit: 3 } },
    },
    {
      ...{ kind: 'result', tool: 'bash', args: ARGS, call: '1', thread: 'sub' },
      ...{ result: 'failed\nExit code 3', error: true },
    },
  ],
  [
    'opencode',
    'tool.execute.after',
    {
      ...OPENCODE,
      tool: 'srv_ping',
      args: {},
      output: { content: [{ type: 'text', text: 'pong' }] },
    },
    { kind: 'result', tool: 'srv_ping', args: '{}', result: 'pong' },
  ],
  [
    'opencode',
    'tool.error',
    { ...OPENCODE, tool: 'edit', args: {}, error: 'No match' },
    { kind: 'result', tool: 'edit', args: '{}', result: 'No match', error: true },
  ],
  ['cursor', 'beforeSubmitPrompt', { ...CURSOR, prompt: 'Fix' }, { kind: 'prompt', text: 'Fix' }],
  [
    'cursor',
    'postToolUse',
    {
      ...{ ...CURSOR, tool_name: 'Shell', tool_input: { command: 'npm test' } },
      tool_output: '{"output":"ok","exitCode":0}',
    },
    { kind: 'result', tool: 'Shell', args: ARGS, result: 'ok' },
  ],
  [
    'cursor',
    'postToolUseFailure',
    { ...CURSOR, tool_name: 'Shell', tool_input: {}, error_message: 'failed' },
    { kind: 'result', tool: 'Shell', args: '{}', result: 'failed', error: true },
  ],
  ['cursor', 'stop', { ...CURSOR, loop_count: 2 }, { kind: 'stop', text: '', again: true }],
  [
    'vscode',
    'PreToolUse',
    { ...VSCODE, tool_name: 'run_in_terminal', tool_input: {}, tool_use_id: '1' },
    { kind: 'call', tool: 'run_in_terminal', args: '{}', call: '1' },
  ],
];

/** Payloads that tell nothing: of another program that reads the same settings, of a sub-agent, of the user's own end. */
const NOTHING: readonly (readonly [what: string, GuardedAgent, string, object])[] = [
  ['VS Code in the settings of Claude Code', 'claude', 'PreToolUse', { ...VSCODE, ...bash('ls') }],
  ['Cursor in the settings of Claude Code', 'claude', 'PreToolUse', { ...CLAUDE, ...CURSOR }],
  ['VS Code in the settings of Copilot CLI', 'copilot', 'preToolUse', { ...VSCODE }],
  ['Copilot CLI in the settings of VS Code', 'vscode', 'PreToolUse', { ...CLAUDE, ...bash('ls') }],
  [
    'what a sub-agent was told',
    'copilot',
    'userPromptSubmitted',
    { ...COPILOT_PART, prompt: 'Do' },
  ],
  ['the end of a sub-agent', 'copilot', 'agentStop', COPILOT_PART],
  ['an interrupted call', 'qwen', 'PostToolUseFailure', { ...CLAUDE, is_interrupt: true }],
  ['an interrupted call', 'cursor', 'postToolUseFailure', { ...CURSOR, is_interrupt: true }],
];

function asReceived(payload: object): JsonObject {
  return JSON.parse(JSON.stringify(payload)) as JsonObject;
}

describe('hooks of agents', () => {
  for (const [agent, event, payload, ...events] of CASES)
    it(`of ${agent} tell ${events.map(({ kind }) => kind).join(', ')} by ${event}`, () => {
      const report = HOOK_ADAPTERS[agent].read(event, asReceived(payload));
      deepEqual(report, { session: 's', folder: '/p', events });
    });

  for (const [what, agent, event, payload] of NOTHING)
    it(`of ${agent} tell nothing of ${what}`, () => {
      equal(HOOK_ADAPTERS[agent].read(event, asReceived(payload)), 'nothing');
    });

  it('give the answers that trials with real agents have shown', () => {
    const said = (
      agent: GuardedAgent,
      event: string,
      kind: 'context' | 'refusal' | 'end',
    ): unknown => JSON.parse(HOOK_ADAPTERS[agent].print(event, { kind, text: 'why' }));
    const denial = {
      hookSpecificOutput: {
        ...{ hookEventName: 'PreToolUse', permissionDecision: 'deny' },
        permissionDecisionReason: 'why',
      },
    };
    // One member more and Codex drops the answer.
    deepEqual(said('codex', 'PreToolUse', 'refusal'), denial);
    deepEqual(said('codex', 'Stop', 'end'), { continue: false, stopReason: 'why' });
    deepEqual(said('gemini', 'BeforeTool', 'refusal'), { decision: 'deny', reason: 'why' });
    deepEqual(said('gemini', 'AfterTool', 'end'), { continue: false, stopReason: 'why' });
    deepEqual(said('gemini', 'AfterTool', 'context'), {
      hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'why' },
    });
    deepEqual(said('qwen', 'PreToolUse', 'refusal'), denial);
    deepEqual(said('qwen', 'UserPromptSubmit', 'end'), { continue: false, stopReason: 'why' });
    deepEqual(said('copilot', 'postToolUse', 'context'), { additionalContext: 'why' });
    deepEqual(said('copilot', 'preToolUse', 'refusal'), {
      ...{ permissionDecision: 'deny', permissionDecisionReason: 'why' },
    });
    deepEqual(said('copilot', 'permissionRequest', 'end'), {
      ...{ behavior: 'deny', message: 'why', interrupt: true },
    });
    deepEqual(said('copilot', 'userPromptSubmitted', 'end'), { decision: 'block', reason: 'why' });
    deepEqual(said('opencode', 'tool.execute.before', 'refusal'), { refusal: 'why' });
    deepEqual(said('cursor', 'preToolUse', 'refusal'), {
      ...{ permission: 'deny', user_message: 'why', agent_message: 'why' },
    });
    deepEqual(said('vscode', 'PostToolUse', 'end'), { continue: false, stopReason: 'why' });
  });
});
