import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { STEP_FORMATS, type StepFormat } from '../../../src/model/steps/step';
import { anyLines, ANY_EVENT } from '../../unit/platform/agents/streams/anyStream';
import { opening, readStream, steppedReader } from '../../unit/platform/agents/streams/readStream';
import { COUNTS } from '../../support/scale';

function opencodeCall(id: string, status: string, args: string): object {
  const part = { type: 'tool', tool: 'bash', callID: id };
  const state = { status, input: { args }, output: 'done' };
  return { type: 'tool_use', sessionID: 's', part: { ...part, state } };
}

function acpUpdate(update: object): object {
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } };
}

/** A call of a tool by that id, in each format. */
const CALLS: Readonly<Record<StepFormat, (id: string, args: string) => object>> = {
  claude: (id, args) => ({
    type: 'assistant',
    message: { id, content: [{ type: 'tool_use', id, name: 'Bash', input: { args } }] },
  }),
  codex: (id, args) => ({
    type: 'item.started',
    item: { id, type: 'command_execution', command: args, status: 'in_progress' },
  }),
  gemini: (id, args) => ({
    type: 'tool_use',
    ...{ tool_id: id, tool_name: 'run_shell_command', parameters: { args } },
  }),
  opencode: (id, args) => opencodeCall(id, 'running', args),
  qwen: (id, args) => CALLS.claude(id, args),
  acp: (toolCallId, args) =>
    acpUpdate({ sessionUpdate: 'tool_call', toolCallId, rawInput: { args } }),
};
const RESULTS: Readonly<Record<StepFormat, (id: string) => object>> = {
  claude: (id) => ({
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }] },
  }),
  codex: (id) => ({
    type: 'item.completed',
    item: { id, type: 'file_change', changes: [], status: 'completed' },
  }),
  gemini: (id) => ({ type: 'tool_result', tool_id: id, status: 'success', output: 'done' }),
  opencode: (id) => opencodeCall(id, 'completed', ''),
  qwen: (id) => RESULTS.claude(id),
  acp: (toolCallId) =>
    acpUpdate({
      ...{ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', rawOutput: 'done' },
    }),
};

describe('a stream of any lines', () => {
  for (const format of STEP_FORMATS) {
    it(`of ${format} never throws, numbers its steps upwards, and ends each at most once`, () => {
      let stepsInAll = 0;
      fc.assert(
        fc.property(anyLines(format), (lines) => {
          const { events, steps, finalText } = readStream(format, lines);

          const numbers = [...new Set(events.map(({ step }) => step.number))];
          deepEqual(
            numbers.sort((a, b) => a - b),
            numbers.map((_, index) => index + 1),
          );
          equal(new Set(steps.map(({ number }) => number)).size, steps.length);
          ok(finalText === undefined || typeof finalText === 'string');
          stepsInAll += steps.length;
        }),
        { numRuns: COUNTS.streams },
      );
      ok(stepsInAll > COUNTS.streams / 5, `only ${stepsInAll} steps came of it`);
    });

    it(`of ${format} is read the same with other line ends and white space around them`, () => {
      fc.assert(
        fc.property(fc.array(ANY_EVENT[format], { maxLength: 20 }), (list) => {
          const padded = list.map((event) => `\uFEFF \t${JSON.stringify(event)}\r`);

          deepEqual(readStream(format, padded), readStream(format, list));
        }),
      );
    });
  }
});

describe('a hostile stream', () => {
  for (const format of STEP_FORMATS) {
    it(`of ${format} is survived: JSON nested too deeply to be written again`, () => {
      const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
      const line = JSON.stringify(CALLS[format]('a', 'DEEP')).replace('"DEEP"', deep);

      const { steps } = readStream(format, [...opening(format), line, RESULTS[format]('a')]);

      equal(steps.length, 1);
    });

    it(`of ${format} is read though one line has ${COUNTS.streamLine} characters`, () => {
      const { steps } = readStream(format, [
        ...opening(format),
        CALLS[format]('a', 'x'.repeat(COUNTS.streamLine)),
        RESULTS[format]('a'),
      ]);

      equal(steps.length, 1);
    });

    it(`of ${format} that begins calls without end is forgotten from its beginning on`, () => {
      const reader = steppedReader(format);
      for (let i = 0; i < 5_000; i++) {
        reader.line(JSON.stringify(CALLS[format](`call ${i}`, String(i))));
      }

      const newest = reader.line(JSON.stringify(RESULTS[format]('call 4999')));
      const oldest = reader.line(JSON.stringify(RESULTS[format]('call 0')));

      equal(newest[0]?.step.number, 5_000);
      equal(oldest.filter(({ step }) => step.number === 1).length, 0);
    });

    it(`of ${format} keeps only the newest of calls with huge arguments`, () => {
      const reader = steppedReader(format);
      const huge = 'x'.repeat(20_000_000);
      for (const id of ['first', 'second']) reader.line(JSON.stringify(CALLS[format](id, huge)));

      const [second] = reader.line(JSON.stringify(RESULTS[format]('second')));
      const first = reader.line(JSON.stringify(RESULTS[format]('first')));

      equal(second?.step.number, 2);
      equal(first.filter(({ step }) => step.number === 1).length, 0);
    });
  }

  it('forgets no call because of huge ones that have ended', () => {
    const reader = steppedReader('gemini');
    const line = (event: object) => reader.line(JSON.stringify(event));
    line(CALLS.gemini('small', ''));
    for (let i = 0; i < 4; i++) {
      line(CALLS.gemini('huge', 'x'.repeat(10_000_000)));
      line(RESULTS.gemini('huge'));
    }

    equal(line(RESULTS.gemini('small'))[0]?.step.number, 1);
  });

  it('keeps the end of an answer that never ends', () => {
    const piece = {
      type: 'message',
      role: 'assistant',
      content: 'word '.repeat(1_000),
      delta: true,
    };
    const lines = Array.from({ length: 1_000 }, () => piece);

    const { steps, finalText = '' } = readStream('gemini', [
      ...lines,
      { ...piece, content: 'The end.' },
    ]);

    ok(finalText.length <= 1024 * 1024 && finalText.endsWith('word The end.'));
    const [said] = steps;
    ok(said !== undefined && said.thought.length <= 64 * 1024 && said.thought.endsWith('The end.'));
  });

  it('keeps apart what few agents say, however many there are', () => {
    const says = (thread: string): object => ({
      ...{ type: 'assistant', parent_tool_use_id: thread },
      message: { id: thread, content: [{ type: 'text', text: `I am ${thread}.` }] },
    });
    const { steps } = readStream(
      'claude',
      Array.from({ length: 500 }, (_, i) => says(`agent ${i}`)),
    );

    equal(steps.length, 500);
    ok(steps.every(({ thread, thought }) => thought === `I am ${String(thread)}.`));
  });
});

describe('output without events', () => {
  it('has no final text, so that the agent’s own words can be the reply', () => {
    for (const format of STEP_FORMATS) {
      const { steps, finalText } = readStream(format, ['Not logged in', '{ "broken', '[1]', '{}']);
      equal(steps.length, 0);
      equal(finalText, undefined);
    }
  });

  it('of another format is not taken for an agent that said nothing', () => {
    const claude = { type: 'result', subtype: 'success', result: 'Done.' };
    const codex = {
      type: 'item.completed',
      item: { id: 'a', type: 'agent_message', text: 'Done.' },
    };
    const gemini = { type: 'message', role: 'assistant', content: 'Done.', delta: true };

    equal(readStream('codex', [claude, gemini]).finalText, undefined);
    equal(readStream('gemini', [claude, codex]).finalText, undefined);
    const geminiEnd = { type: 'result', status: 'success', stats: {} };
    equal(readStream('claude', [codex, gemini, geminiEnd]).finalText, undefined);
  });

  it('besides events is the answer where these name none', () => {
    const { finalText } = readStream('codex', [
      { type: 'thread.started', thread_id: 't' },
      'Something went wrong.',
    ]);

    equal(finalText, 'Something went wrong.');
  });
});
