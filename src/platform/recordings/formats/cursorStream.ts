import type { GrowingRun, CallAnswer } from '../parts/growingRun';
import {
  contentText,
  isObject,
  textOf,
  without,
  wordOf,
  type JsonObject,
} from '../../json/jsonValue';
import type { LineReader } from '../parts/lineReader';
import type { Place } from '../parts/place';
import { sessionLines } from '../parts/sessionLines';

/** Whether only Cursor's CLI prints such a line; its others look like Claude Code's. */
export function looksLikeCursor(value: JsonObject): boolean {
  const { type, subtype } = value;
  if (wordOf(value['session_id']) === undefined) return false;
  if (type === 'tool_call') return isObject(value['tool_call']);
  if (type === 'thinking') return subtype === 'delta' || subtype === 'completed';
  return type === 'assistant' && ('model_call_id' in value || 'timestamp_ms' in value);
}

/** What `cursor-agent -p --output-format stream-json` prints, with or without `--stream-partial-output`. */
export function cursorLines(place: Place): LineReader {
  return sessionLines(place, {
    sessionOf: (line) => wordOf(line['session_id']),
    read: (run, line) => {
      switch (line['type']) {
        case 'user':
          run.ask(isObject(line['message']) ? line['message']['content'] : undefined);
          break;
        case 'assistant':
          said(run, line);
          break;
        case 'thinking':
          break;
        case 'tool_call':
          toolCall(run, line);
      }
    },
  });
}

/** A piece of a text has a time and no name of its response; the whole of it follows. */
function said(run: GrowingRun, line: JsonObject): void {
  const response = wordOf(line['model_call_id']);
  if (response === undefined && 'timestamp_ms' in line) return;
  run.respond(response);
  run.say(isObject(line['message']) ? contentText(line['message']['content']) : '');
}

function toolCall(run: GrowingRun, line: JsonObject): void {
  const id = wordOf(line['call_id']);
  const { tool, told } = toolOf(line['tool_call']);
  const args = argsOf(told);
  // What is begun without a word of what is asked for is told when it has ended.
  const begins = line['subtype'] === 'started' ? args !== '' : !run.isOpen(id);
  if (begins) {
    run.respond(wordOf(line['model_call_id']));
    run.call({ tool, args, id });
  }
  if (line['subtype'] === 'completed') run.answer(id, answerOf(told['result']));
}

/** `{"shellToolCall": {"args": …, "result": …}}`; of a tool without a name of its own, `{"function": {"name": …, "arguments": …}}`. */
function toolOf(call: unknown): { readonly tool: string; readonly told: JsonObject } {
  const all = isObject(call) ? Object.entries(call) : [];
  const named =
    all.find(([name]) => name.endsWith(SUFFIX)) ?? all.find(([, told]) => isObject(told));
  const [name = '', found] = named ?? [];
  const told = isObject(found) ? found : {};
  const own = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : wordOf(told['name']);
  return { tool: wordOf(own) ?? wordOf(name) ?? 'unknown', told };
}
const SUFFIX = 'ToolCall';

/** The call's own name, which no other has, and what Cursor itself makes of a command. */
const NOT_ASKED = new Set([
  'toolCallId',
  'parsingResult',
  'simpleCommands',
  'hasInputRedirect',
  'hasOutputRedirect',
  'skipApproval',
  'timeoutBehavior',
  'fileOutputThresholdBytes',
]);

function argsOf(told: JsonObject): string {
  const args = told['args'] ?? told['arguments'];
  return textOf(isObject(args) ? without(args, NOT_ASKED) : args);
}

/** `{"success": …}`, or `{"failure": …}` and others where it failed; '' for a call that tells of neither. */
function answerOf(result: unknown): CallAnswer {
  if (!isObject(result)) return { result: textOf(result) };
  const [outcome] = Object.entries(result).filter(
    ([, value]) => isObject(value) || typeof value === 'string',
  );
  if (outcome === undefined) return { result: textOf(result) };
  const [name, value] = outcome;
  return { result: resultText(value), error: name !== 'success' };
}

/** Members that hold the answer itself, the first that is there. */
const ANSWERS = ['interleavedOutput', 'content', 'error', 'errorMessage', 'reason'] as const;
/** What differs each time, or says again what was asked. */
const VOLATILE = new Set([
  'executionTime',
  'localExecutionTimeMs',
  'afterFullFileContent',
  'command',
]);

function resultText(value: unknown): string {
  if (!isObject(value)) return textOf(value);
  const answer = ANSWERS.map((name) => value[name]).find((text) => typeof text === 'string');
  if (typeof answer === 'string') return answer;
  const parts = [value['stdout'], value['stderr'], value['message'], value['diffString']];
  const text = parts.filter((part) => typeof part === 'string' && part !== '').join('\n');
  return text === '' ? textOf(without(value, VOLATILE)) : text;
}
