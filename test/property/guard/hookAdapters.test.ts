import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { GUARDED_AGENTS } from '../../../src/model/guard/guardedAgent';
import { HOOK_ADAPTERS } from '../../../src/platform/guard/agents/hookAdapters';
import { isObject } from '../../../src/platform/json/jsonValue';
import { COUNTS } from '../../support/scale';
import { anyCodePoint } from '../../support/anyCodePoint';

/** Members that some agent names, and others. */
const NAMES = [
  ...['session_id', 'sessionId', 'session', 'conversation_id', 'agent_id', 'agentId'],
  ...['parentAgentId', 'cwd', 'directory', 'workspace_roots', 'prompt', 'text', 'tool', 'args'],
  ...['tool_name', 'toolName', 'tool_input', 'toolArgs', 'tool_use_id', 'tool_response'],
  ...['toolResult', 'textResultForLlm', 'llmContent', 'output', 'content', 'metadata', 'exit'],
  ...['tool_calls', 'tool_output', 'error', 'error_message', 'is_interrupt', 'hookEventName'],
  ...['stop_hook_active', 'loop_count', 'cursor_version', '__proto__', 'toString'],
];
const anyJson = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  object: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 12 }),
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.string(), fc.constantFrom('', '{"output":1}', '\nExit Code: 1\n', '\ud800')),
    fc.oneof(fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
})).object;
/** What every agent needs to tell something, unless anything else stands in its place. */
const WHOLE = {
  ...{ session_id: 's', sessionId: 's', session: 's', conversation_id: 's', prompt: 'p' },
  ...{ tool_name: 't', toolName: 't', tool: 't', hook_event_name: 'e', hookEventName: 'e' },
};
const payloads = fc.oneof(
  anyJson,
  anyJson.map((payload) => ({ ...WHOLE, ...payload })),
);

describe('payloads of hooks that hold anything', () => {
  for (const agent of GUARDED_AGENTS)
    it(`of ${agent} are read without throwing, and what is answered is JSON`, () => {
      const adapter = HOOK_ADAPTERS[agent];
      const { events } = adapter;
      let reports = 0;
      fc.assert(
        fc.property(payloads, fc.constantFrom(...events, 'Unknown'), (payload, event) => {
          const copy = JSON.parse(JSON.stringify(payload)) as Record<string, unknown>;
          const report = adapter.read(event, copy);
          if (report === undefined || report === 'nothing') return;
          reports += 1;
          ok(report.session !== '' && report.events.length > 0);
          for (const each of report.events) JSON.stringify(each);
        }),
        { numRuns: COUNTS.hookPayloads },
      );
      ok(reports > 0);
      fc.assert(
        fc.property(
          fc.string({ unit: anyCodePoint }),
          fc.constantFrom('context' as const, 'refusal' as const, 'end' as const),
          fc.constantFrom(...events),
          (text, kind, event) => {
            const said: unknown = JSON.parse(adapter.print(event, { kind, text }));
            equal(isObject(said), true);
          },
        ),
        { numRuns: COUNTS.hookPayloads },
      );
    });
});
