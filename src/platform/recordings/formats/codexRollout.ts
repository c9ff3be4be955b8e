import type { RecordingItem } from '../../../model/steps/replayedRun';
import { askedIn, withAsked } from '../parts/asked';
import { Heard } from '../parts/heard';
import {
  contentText,
  isObject,
  parseJson,
  textOf,
  wordOf,
  type JsonObject,
} from '../../json/jsonValue';
import { placeOf, TOO_MUCH, type LineReader } from '../parts/lineReader';
import { problemAt, type Place } from '../parts/place';
import { fits, newRoom, numberedRun, onlyAnswered, type UnnumberedStep } from '../parts/stepList';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const TYPES = new Set('session_meta response_item event_msg turn_context compacted'.split(' '));
/** Lines that Codex puts over an output and that differ each time. */
const VOLATILE = /^(?:Chunk ID|Wall time|Original token count|Total output lines)\b.*\n?/gm;
const HEADER = /^(?:[^\n]{0,200}\n){0,6}?Output:\n/;

/** Whether this is a line of a session that Codex kept (`~/.codex/sessions/…/rollout-….jsonl`). */
export function looksLikeRollout({ type, payload }: JsonObject): boolean {
  return typeof type === 'string' && TYPES.has(type) && isObject(payload);
}

/** A session that Codex kept: its calls with their outputs, and what it said. */
export function rolloutLines(place: Place): LineReader {
  const steps: Writable<UnnumberedStep>[] = [];
  const open = new Map<string, Writable<UnnumberedStep>>();
  const room = newRoom();
  let id: string | undefined;
  let asked: string | undefined;
  const heard = new Heard();
  let unanswered = false;
  const add = (step: UnnumberedStep, callId?: string): void => {
    const kept: Writable<UnnumberedStep> = { ...heard.giveTo(step) };
    if (!fits(room, { number: 0, ...kept })) return;
    steps.push(kept);
    if (callId !== undefined) open.set(callId, kept);
  };
  const take = (item: JsonObject): void => {
    const callId = wordOf(item['call_id']);
    const call = callOf(item);
    // What was asked for before an answer came was asked for at once; a user may have cut it off.
    if ('output' in item || item['role'] === 'user') unanswered = false;
    if (call !== undefined) {
      add({ ...call, result: '', thought: '', madeWithLast: unanswered }, callId);
      unanswered = true;
    }
    const said = saidBy(item);
    if (said !== '') add({ tool: '', args: '', result: '', thought: said });
    const answered = callId === undefined || call !== undefined ? undefined : open.get(callId);
    if (answered === undefined || callId === undefined || !('output' in item)) return;
    open.delete(callId);
    const output = outputOf(item['output']);
    room.left -= output.result.length;
    if (room.left >= 0) Object.assign(answered, output);
  };
  const read: LineReader['line'] = (line) => {
    const { value } = line;
    if (!isObject(value) || !isObject(value['payload']) || room.left < 0) return [];
    const { type, payload } = value;
    if (type === 'session_meta') id ??= wordOf(payload['id']);
    if (type !== 'response_item') return [];
    const words = payload['role'] === 'user' ? askedIn(payload['content']) : undefined;
    heard.hear(words);
    asked ??= words;
    take(payload);
    return room.left < 0 ? [problemAt(placeOf(line, place), TOO_MUCH)] : [];
  };
  const end = (): readonly RecordingItem[] => [
    {
      kind: 'run',
      run: withAsked(
        numberedRun(id ?? place.name, place.file, onlyAnswered(steps, new Set(open.values()))),
        asked,
      ),
    },
  ];
  return { line: read, end };
}

function callOf(item: JsonObject): { readonly tool: string; readonly args: string } | undefined {
  const { type, name } = item;
  if (type === 'local_shell_call') return { tool: 'shell', args: textOf(item['action']) };
  if (type !== 'function_call' && type !== 'custom_tool_call') return undefined;
  return { tool: wordOf(name) ?? 'unknown', args: textOf(item['arguments'] ?? item['input']) };
}

function saidBy({ type, role, content }: JsonObject): string {
  return type === 'message' && role === 'assistant' ? contentText(content) : '';
}

function outputOf(output: unknown): { readonly result: string; readonly error?: boolean } {
  const text = isObject(output) ? contentText(output['content']) : contentText(output);
  const parsed = text.startsWith('{"output"') ? parseJson(text) : undefined;
  if (parsed?.ok === true && isObject(parsed.value)) {
    const metadata = isObject(parsed.value['metadata']) ? parsed.value['metadata'] : {};
    return { result: textOf(parsed.value['output']), ...failed(metadata['exit_code']) };
  }
  const header = HEADER.exec(text)?.[0];
  if (header === undefined) return { result: text };
  const code = /(?:exited with code|Exit code:) (-?\d+)/.exec(header)?.[1];
  return { result: header.replace(VOLATILE, '') + text.slice(header.length), ...failed(code) };
}

function failed(code: unknown): { readonly error?: boolean } {
  return code === undefined ? {} : { error: Number(code) !== 0 };
}
