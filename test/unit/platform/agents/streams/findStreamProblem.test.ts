import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  describeStreamProblem,
  findStreamProblem,
} from '../../../../../src/rules/steps/watch/findStreamProblem';
import { STEP_FORMATS, type StepFormat } from '../../../../../src/model/steps/step';
import type { ProcessEnd } from '../../../../../src/model/turn/turn';
import { anyLines } from './anyStream';
import { readStream } from './readStream';
import { anyCodePoint } from '../../../../support/anyCodePoint';

const WELL: ProcessEnd = { kind: 'exit', code: 0 };

/** What is said of a stream whose agent has ended well; undefined for nothing. */
function saidOf(format: StepFormat, lines: readonly unknown[]): string | undefined {
  const { reading } = readStream(format, lines);
  const problem = findStreamProblem(reading, WELL);
  return problem && describeStreamProblem(problem, reading);
}

const init = { type: 'system', subtype: 'init', claude_code_version: '2.1.197' };
const ended = { type: 'result', subtype: 'success', is_error: false, result: 'Done.' };
const says = (...content: readonly object[]): object => ({
  type: 'assistant',
  message: { id: 'm', role: 'assistant', model: 'claude', content },
});
const gives = (...content: readonly object[]): object => ({
  type: 'user',
  message: { role: 'user', content },
});
const text = (said: string): object => ({ type: 'text', text: said });
const call = (id: string, type = 'tool_use'): object => ({ type, id, name: 'Bash', input: {} });
const result = (of: string): object => ({ type: 'tool_result', tool_use_id: of, content: 'ok' });

describe('an agent whose event stream has changed', () => {
  it('is found though its first and last events are known', () => {
    const round = [{ type: 'action', tool: 'x' }, { type: 'observation' }];
    assert.equal(
      saidOf('claude', [init, ...round, ...round, ended]),
      'none of its 6 events shows a step (unknown: action ×2, observation ×2)',
    );
  });

  it('is found where a known event holds its calls in another form', () => {
    const lines = [1, 2, 3].flatMap((n) => [
      says(text(`Step ${n}.`), call(`t${n}`, 'tool_call2')),
      gives(result(`t${n}`)),
    ]);
    assert.equal(
      saidOf('claude', [init, ...lines, ended]),
      '3 of its 8 events were not understood (unknown: assistant/tool_call2 ×3)',
    );
    const parts = { type: 'assistant', message: { id: 'm', parts: [text('I look.')] } };
    assert.match(
      saidOf('claude', [init, parts, ended]) ?? '',
      /\(unknown: assistant\/content ×1\)/,
    );
  });

  it('is found where only the end of the run is told', () => {
    assert.equal(saidOf('claude', [ended]), 'none of its 1 events shows a step');
  });

  it('is found in the other formats too', () => {
    const item = (type: string): object => ({ type: 'item.completed', item: { id: '1', type } });
    assert.equal(
      saidOf('codex', [{ type: 'thread.started' }, item('shell'), { type: 'turn.completed' }]),
      'none of its 3 events shows a step (unknown: item/shell ×1)',
    );
    const spoken = { type: 'message', role: 'model', content: 'Hello.' };
    assert.equal(
      saidOf('gemini', [{ type: 'init' }, spoken, { type: 'result', status: 'success' }]),
      'none of its 3 events shows a step (unknown: message/model ×1)',
    );
  });

  it('is told apart from one that prints no event at all', () => {
    assert.equal(saidOf('claude', ['I fixed it.']), 'none of its output is an event');
    assert.equal(
      saidOf('claude', ['{"level":"info"}', '{"type":"step_start"}']),
      'none of its output is an event (unknown: (none) ×1, step_start ×1)',
    );
  });

  it('tells its version where it prints one', () => {
    assert.equal(readStream('claude', [init]).reading.version, '2.1.197');
    assert.equal(readStream('codex', [{ type: 'thread.started' }]).reading.version, undefined);
    const hostile = { ...init, claude_code_version: '1\u001b[2J\n`rm`'.padEnd(999, 'x') };
    assert.match(readStream('claude', [hostile]).reading.version ?? '', /^[\w./:?-]{1,40}$/);
  });
});

describe('an agent whose event stream is read', () => {
  it('may say something and call nothing', () => {
    assert.equal(saidOf('claude', [init, says(text('Nothing to do.')), ended]), undefined);
    const item = { id: '1', type: 'agent_message', text: 'Nothing to do.' };
    assert.equal(saidOf('codex', [{ type: 'item.completed', item }]), undefined);
    const spoken = { type: 'message', role: 'assistant', content: 'Nothing.', delta: true };
    assert.equal(saidOf('gemini', [spoken, { type: 'result', status: 'success' }]), undefined);
  });

  it('may do and say nothing at all', () => {
    const user = { type: 'message', role: 'user', content: 'Do it.' };
    const lines = [{ type: 'init' }, user, { type: 'result', status: 'success' }];
    assert.equal(saidOf('gemini', lines), undefined);
  });

  it('may print much that says nothing of its work', () => {
    const aside = [
      ...['thinking_tokens', 'hook_started', 'task_progress', 'compact_boundary', 'brand_new'].map(
        (subtype) => ({ type: 'system', subtype }),
      ),
      ...['stream_event', 'rate_limit_event', 'control_request', 'keep_alive', 'tool_progress'].map(
        (type) => ({ type }),
      ),
    ];
    const thinking = says({ type: 'redacted_thinking', data: 'x' });
    const lines = [init, ...aside, thinking, says(call('t1')), gives(result('t1')), ended];
    assert.equal(saidOf('claude', lines), undefined);
    const searched = says(call('s1', 'server_tool_use'), {
      ...{ type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
    });
    assert.equal(saidOf('claude', [init, searched, ended]), undefined);
  });

  it('may speak for its program alone, such as of a limit', () => {
    const limit = {
      type: 'assistant',
      message: { model: '<synthetic>', content: 'Limit reached' },
    };
    assert.equal(saidOf('claude', [init, limit, { ...ended, result: 'Limit reached' }]), undefined);
  });

  it('may print up to a tenth of lines that nobody knows, and not more', () => {
    const known = [init, ...Array.from({ length: 8 }, (_, n) => says(call(`t${n}`)))];
    assert.equal(saidOf('claude', [...known, { type: 'novelty' }]), undefined);
    assert.equal(
      saidOf('claude', [...known, { type: 'novelty' }, { type: 'novelty' }]),
      '2 of its 11 events were not understood (unknown: novelty ×2)',
    );
  });

  it('is not judged where it failed or was cancelled', () => {
    const { reading } = readStream('claude', ['not logged in']);
    const ends: readonly ProcessEnd[] = [
      { kind: 'exit', code: 1 },
      { kind: 'signal', signal: 'SIGKILL' },
      { kind: 'couldNotStart', message: 'no' },
      { kind: 'cancelled' },
    ];
    for (const end of ends) assert.equal(findStreamProblem(reading, end), undefined);
    assert.equal(findStreamProblem(reading, { kind: 'timeout', limitMs: 1 }), 'noEvents');
  });
});

describe('what is counted of any stream', () => {
  for (const format of STEP_FORMATS) {
    it(`of ${format} adds up, and names kinds that no terminal obeys`, () => {
      fc.assert(
        fc.property(
          anyLines(format),
          fc.array(fc.string({ unit: anyCodePoint })),
          (lines, types) => {
            const more = types.map((type) => JSON.stringify({ type }));
            const { reading } = readStream(format, [...lines, ...more]);
            const { lines: all, events, unknown, unknownKinds, steps } = reading;
            assert.ok(events <= all && unknown <= all && events + unknown >= all && steps >= 0);
            assert.ok(unknownKinds.length <= 5);
            for (const { name, count } of unknownKinds) {
              assert.match(name, /^(?:[\w./:?-]{1,40}|\(none\))$/);
              assert.ok(count > 0);
            }
          },
        ),
      );
    });
  }
});

describe('an agent that waits for its service', () => {
  it('is Claude Code that tries again', () => {
    const retry = {
      ...{ type: 'system', subtype: 'api_retry', attempt: 6, max_retries: 10 },
      ...{ retry_delay_ms: 18_900, error_status: 529, error: 'overloaded' },
    };
    const { notices, reading } = readStream('claude', [
      retry,
      { ...retry, error: 'rate_limit', error_status: 429 },
      { ...retry, error: 'unknown', error_status: 500 },
      { ...retry, error: 'unknown', error_status: null },
      { type: 'system', subtype: 'api_retry', attempt: 'x' },
    ]);
    assert.deepEqual(notices, [
      'retrying 6 of 10, overloaded, 19 s',
      'retrying 6 of 10, rate limit, 19 s',
      'retrying 6 of 10, HTTP 500, 19 s',
      'retrying 6 of 10, 19 s',
      'retrying',
    ]);
    assert.equal(reading.unknown, 0);
  });

  it('is Codex that connects again', () => {
    const message = 'Reconnecting... 2/5 (stream disconnected before completion)';
    const { notices } = readStream('codex', [
      { type: 'error', message },
      { type: 'error', message: 'You have hit your usage limit.' },
    ]);
    assert.deepEqual(notices, [message]);
  });
});
