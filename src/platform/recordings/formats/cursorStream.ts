import type { RunBuilder, CallResult } from '../parts/runBuilder';
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
import { createSessionReader } from '../parts/sessionReader';

/** Whether only Cursor's CLI prints this line; its other lines look like those of Claude Code. */
export function isCursorLine(value: JsonObject): boolean {
  const { type, subtype } = value;
  if (wordOf(value['session_id']) === undefined) return false;
  if (type === 'tool_call') return isObject(value['tool_call']);
  if (type === 'thinking') return subtype === 'delta' || subtype === 'completed';
  return type === 'assistant' && ('model_call_id' in value || 'timestamp_ms' in value);
}

/** Reads the output of `cursor-agent -p --output-format stream-json`, with or without `--stream-partial-output`. */
export function createCursorReader(place: Place): LineReader {
  return createSessionReader(place, {
    sessionOf: (line) => wordOf(line['session_id']),
    readLine: (run, line) => {
      switch (line['type']) {
        case 'user':
          run.addUserMessage(isObject(line['message']) ? line['message']['content'] : undefined);
          break;
        case 'assistant':
          readText(run, line);
          break;
        case 'thinking':
          break;
        case 'tool_call':
          readToolCall(run, line);
      }
    },
  });
}

/** Skips partial texts, which have a time but no response; the complete text follows. */
function readText(run: RunBuilder, line: JsonObject): void {
  const response = wordOf(line['model_call_id']);
  if (response === undefined && 'timestamp_ms' in line) return;
  run.startResponse(response);
  run.addText(isObject(line['message']) ? contentText(line['message']['content']) : '');
}

function readToolCall(run: RunBuilder, line: JsonObject): void {
  const id = wordOf(line['call_id']);
  const { tool, members } = parseTool(line['tool_call']);
  const args = readArgs(members);
  // A call that starts without arguments is added when it has completed.
  const begins = line['subtype'] === 'started' ? args !== '' : !run.isOpen(id);
  if (begins) {
    run.startResponse(wordOf(line['model_call_id']));
    run.addCall({ tool, args, id });
  }
  if (line['subtype'] === 'completed') run.addResult(id, parseResult(members['result']));
}

/** Parses `{"shellToolCall": {"args": …, "result": …}}` or `{"function": {"name": …, "arguments": …}}`. */
function parseTool(call: unknown): { readonly tool: string; readonly members: JsonObject } {
  const all = isObject(call) ? Object.entries(call) : [];
  const named =
    all.find(([name]) => name.endsWith(SUFFIX)) ?? all.find(([, member]) => isObject(member));
  const [name = '', found] = named ?? [];
  const members = isObject(found) ? found : {};
  const own = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : wordOf(members['name']);
  return { tool: wordOf(own) ?? wordOf(name) ?? 'unknown', members };
}
const SUFFIX = 'ToolCall';

/** Members that are not the agent's arguments: the call's id, and what Cursor derives from a command. */
const NOT_ARGUMENTS = new Set([
  'toolCallId',
  'parsingResult',
  'simpleCommands',
  'hasInputRedirect',
  'hasOutputRedirect',
  'skipApproval',
  'timeoutBehavior',
  'fileOutputThresholdBytes',
]);

function readArgs(members: JsonObject): string {
  const args = members['args'] ?? members['arguments'];
  return textOf(isObject(args) ? without(args, NOT_ARGUMENTS) : args);
}

/** Parses `{"success": …}`; any other member, such as `failure`, means failure. */
function parseResult(result: unknown): CallResult {
  if (!isObject(result)) return { result: textOf(result) };
  const [outcome] = Object.entries(result).filter(
    ([, value]) => isObject(value) || typeof value === 'string',
  );
  if (outcome === undefined) return { result: textOf(result) };
  const [name, value] = outcome;
  return { result: readResultText(value), error: name !== 'success' };
}

/** Members that contain the result, by preference. */
const RESULT_MEMBERS = ['interleavedOutput', 'content', 'error', 'errorMessage', 'reason'] as const;
/** Members that vary from call to call or repeat the arguments. */
const VOLATILE = new Set([
  'executionTime',
  'localExecutionTimeMs',
  'afterFullFileContent',
  'command',
]);

function readResultText(value: unknown): string {
  if (!isObject(value)) return textOf(value);
  const answer = RESULT_MEMBERS.map((name) => value[name]).find((text) => typeof text === 'string');
  if (typeof answer === 'string') return answer;
  const parts = [value['stdout'], value['stderr'], value['message'], value['diffString']];
  const text = parts.filter((part) => typeof part === 'string' && part !== '').join('\n');
  return text === '' ? textOf(without(value, VOLATILE)) : text;
}
