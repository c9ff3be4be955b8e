import type { RecordingItem } from '../../../model/steps/replayedRun';
import { findUserPrompt, withPrompt } from '../parts/userPrompt';
import { PendingPrompt } from '../parts/pendingPrompt';
import {
  contentText,
  isObject,
  parseJson,
  textOf,
  wordOf,
  type JsonObject,
} from '../../json/jsonValue';
import { locateLine, FILE_TOO_LARGE, type LineReader } from '../parts/lineReader';
import { problemAt, type Place } from '../parts/place';
import {
  reserve,
  createBudget,
  toNumberedRun,
  dropUnanswered,
  type UnnumberedStep,
} from '../parts/toNumberedRun';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const LINE_TYPES = new Set(
  'session_meta response_item event_msg turn_context compacted'.split(' '),
);
/** Lines that Codex adds above an output and that vary from call to call. */
const VOLATILE = /^(?:Chunk ID|Wall time|Original token count|Total output lines)\b.*\n?/gm;
const HEADER = /^(?:[^\n]{0,200}\n){0,6}?Output:\n/;

/** Whether this is a line of a Codex session file (`~/.codex/sessions/…/rollout-….jsonl`). */
export function isRolloutLine({ type, payload }: JsonObject): boolean {
  return typeof type === 'string' && LINE_TYPES.has(type) && isObject(payload);
}

/** Reads a Codex session file: calls with their outputs, and texts. */
export function createRolloutReader(place: Place): LineReader {
  const steps: Writable<UnnumberedStep>[] = [];
  const open = new Map<string, Writable<UnnumberedStep>>();
  const budget = createBudget();
  let id: string | undefined;
  let firstPrompt: string | undefined;
  const pendingPrompt = new PendingPrompt();
  let unanswered = false;
  const add = (step: UnnumberedStep, callId?: string): void => {
    const kept: Writable<UnnumberedStep> = { ...pendingPrompt.attachTo(step) };
    if (!reserve(budget, { number: 0, ...kept })) return;
    steps.push(kept);
    if (callId !== undefined) open.set(callId, kept);
  };
  const take = (item: JsonObject): void => {
    const callId = wordOf(item['call_id']);
    const call = parseCall(item);
    // Calls before the next output are parallel, unless a user interrupts them.
    if ('output' in item || item['role'] === 'user') unanswered = false;
    if (call !== undefined) {
      add({ ...call, result: '', thought: '', madeWithLast: unanswered }, callId);
      unanswered = true;
    }
    const text = readText(item);
    if (text !== '') add({ tool: '', args: '', result: '', thought: text });
    const answered = callId === undefined || call !== undefined ? undefined : open.get(callId);
    if (answered === undefined || callId === undefined || !('output' in item)) return;
    open.delete(callId);
    const output = parseOutput(item['output']);
    budget.left -= output.result.length;
    if (budget.left >= 0) Object.assign(answered, output);
  };
  const read: LineReader['readLine'] = (line) => {
    const { value } = line;
    if (!isObject(value) || !isObject(value['payload']) || budget.left < 0) return [];
    const { type, payload } = value;
    if (type === 'session_meta') id ??= wordOf(payload['id']);
    if (type !== 'response_item') return [];
    const prompt = payload['role'] === 'user' ? findUserPrompt(payload['content']) : undefined;
    pendingPrompt.set(prompt);
    firstPrompt ??= prompt;
    take(payload);
    return budget.left < 0 ? [problemAt(locateLine(line, place), FILE_TOO_LARGE)] : [];
  };
  const end = (): readonly RecordingItem[] => [
    {
      kind: 'run',
      run: withPrompt(
        toNumberedRun(id ?? place.name, place.file, dropUnanswered(steps, new Set(open.values()))),
        firstPrompt,
      ),
    },
  ];
  return { readLine: read, end };
}

function parseCall(item: JsonObject): { readonly tool: string; readonly args: string } | undefined {
  const { type, name } = item;
  if (type === 'local_shell_call') return { tool: 'shell', args: textOf(item['action']) };
  if (type !== 'function_call' && type !== 'custom_tool_call') return undefined;
  return { tool: wordOf(name) ?? 'unknown', args: textOf(item['arguments'] ?? item['input']) };
}

function readText({ type, role, content }: JsonObject): string {
  return type === 'message' && role === 'assistant' ? contentText(content) : '';
}

function parseOutput(output: unknown): { readonly result: string; readonly error?: boolean } {
  const text = isObject(output) ? contentText(output['content']) : contentText(output);
  const parsed = text.startsWith('{"output"') ? parseJson(text) : undefined;
  if (parsed?.ok === true && isObject(parsed.value)) {
    const metadata = isObject(parsed.value['metadata']) ? parsed.value['metadata'] : {};
    return { result: textOf(parsed.value['output']), ...toError(metadata['exit_code']) };
  }
  const header = HEADER.exec(text)?.[0];
  if (header === undefined) return { result: text };
  const code = /(?:exited with code|Exit code:) (-?\d+)/.exec(header)?.[1];
  return { result: header.replace(VOLATILE, '') + text.slice(header.length), ...toError(code) };
}

function toError(code: unknown): { readonly error?: boolean } {
  return code === undefined ? {} : { error: Number(code) !== 0 };
}
