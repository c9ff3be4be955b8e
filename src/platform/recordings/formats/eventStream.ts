import type { RecordingItem } from '../../../model/steps/replayedRun';
import type { Step, StepEvent, StepFormat } from '../../../model/steps/step';
import { createStepReader, type StepReader } from '../../agents/streams/stepReader';
import { withPrompt } from '../parts/userPrompt';
import { isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import { locateLine, FILE_TOO_LARGE, type LineReader } from '../parts/lineReader';
import { problemAt, type Place } from '../parts/place';
import { reserve, sortByNumber, createBudget } from '../parts/toNumberedRun';
import { updateSessionPrompt, readUserPrompt, type SessionPrompt } from './sessionPrompt';

interface Session {
  readonly id: string;
  readonly reader: StepReader;
  readonly steps: Step[];
  prompt: SessionPrompt | undefined;
  /** Messages of the user, oldest first. */
  readonly userMessages: UserMessage[];
  /** Number of the newest started step; -1 before the first. */
  newest: number;
}

interface UserMessage {
  /** Number of the step that follows. */
  readonly before: number;
  readonly text: string;
}

/** Detects the agent whose event stream or transcript contains this line; `undefined` when uncertain. */
export function detectStreamFormat(value: JsonObject): StepFormat | undefined {
  const { type } = value;
  if (value['jsonrpc'] === '2.0') return 'acp';
  if (typeof type !== 'string') return undefined;
  if (/^(?:thread|turn|item)\.[a-z]+$/.test(type)) return 'codex';
  const gemini =
    type === 'init' || type.startsWith('tool_') || (type === 'message' && 'role' in value);
  if (gemini) return 'gemini';
  if (typeof value['qwen_code_version'] === 'string') return 'qwen';
  const ofSession = wordOf(value['sessionId']) ?? wordOf(value['session_id']);
  const turns = (type === 'assistant' || type === 'user') && isObject(value['message']);
  return turns || (ofSession !== undefined && type !== 'result') ? 'claude' : undefined;
}

/** Reads an event stream or transcript; each session, and each sub-agent of a transcript, is a run. */
export function createEventStreamReader(format: StepFormat, place: Place): LineReader {
  const sessions = new Map<string, Session>();
  const nameOf = place.oneRun ? () => place.name : createSessionNamer(format, place.name);
  const budget = createBudget();
  const keep = (session: Session, events: readonly StepEvent[]): void => {
    for (const event of events) {
      if (event.kind !== 'begun' && event.kind !== 'ended') continue;
      session.newest = Math.max(session.newest, event.step.number);
      if (event.kind === 'ended' && reserve(budget, event.step)) session.steps.push(event.step);
    }
  };
  const take: LineReader['readLine'] = (line) => {
    const { value } = line;
    if (!isObject(value) || budget.left < 0) return [];
    const id = nameOf(value);
    const session = sessions.get(id) ?? createSession(id, format);
    sessions.set(id, session);
    session.prompt = updateSessionPrompt(format, value, session.prompt);
    keep(session, session.reader.readLine(textOf(value)));
    const message = isClaudeLike(format) ? readUserPrompt(value)?.text : undefined;
    if (message !== undefined)
      session.userMessages.push({ before: session.newest + 1, text: message });
    budget.left -= message?.length ?? 0;
    return budget.left < 0 ? [problemAt(locateLine(line, place), FILE_TOO_LARGE)] : [];
  };
  const end = (): readonly RecordingItem[] => {
    const all = [...sessions.values()];
    for (const session of all) keep(session, session.reader.end());
    const full = all.filter(({ steps }) => steps.length > 0);
    return (full.length > 0 ? full : all.slice(0, 1)).map(({ id, steps, prompt, userMessages }) => {
      const run = {
        id,
        file: place.file,
        steps: attachUserMessages(sortByNumber(steps), userMessages),
      };
      return { kind: 'run', run: withPrompt(run, prompt?.text) };
    });
  };
  return { readLine: take, end };
}

/** Whether lines of this format have the shape of Claude Code's. */
function isClaudeLike(format: StepFormat): boolean {
  return format === 'claude' || format === 'qwen';
}

function createSession(id: string, format: StepFormat): Session {
  const reader = createStepReader(format);
  return { id, reader, steps: [], prompt: undefined, userMessages: [], newest: -1 };
}

/** Attaches each user message to the next step of the main agent. */
function attachUserMessages(
  steps: readonly Step[],
  messages: readonly UserMessage[],
): readonly Step[] {
  let next = 0;
  return steps.map((step) => {
    const first = next;
    while (step.thread === undefined && (messages[next]?.before ?? Infinity) <= step.number)
      next += 1;
    const asked = messages[next - 1]?.text;
    return next === first || asked === undefined ? step : { ...step, asked };
  });
}

/**
 * Creates a function that returns the run of each line, called line by line: the session that the line names, else
 * that of the line before. A sub-agent of a Claude Code transcript is its own run, because it works in parallel.
 */
function createSessionNamer(format: StepFormat, fallback: string): (line: JsonObject) => string {
  let current = fallback;
  const subAgents: SubAgents = { names: new Map(), count: 0 };
  return (line) => {
    const named = format === 'codex' ? wordOf(line['thread_id']) : readSessionId(line);
    if (named !== undefined) current = named;
    return format === 'claude' ? appendSubAgent(current, line, subAgents) : current;
  };
}

function readSessionId(line: JsonObject): string | undefined {
  return wordOf(line['sessionId']) ?? wordOf(line['session_id']);
}

interface SubAgents {
  /** Sub-agent names by line id. */
  readonly names: Map<string, string>;
  count: number;
}

/** Older transcripts name no sub-agent: `parentUuid` links the lines of one. */
function appendSubAgent(session: string, line: JsonObject, known: SubAgents): string {
  if (line['isSidechain'] !== true) return session;
  const agent = wordOf(line['agentId']);
  if (agent !== undefined) return `${session}/${agent}`;
  const parent = wordOf(line['parentUuid']);
  const uuid = wordOf(line['uuid']);
  const parents = parent === undefined ? undefined : known.names.get(parent);
  const name = parents ?? `${session}/sub-agent ${(known.count += 1)}`;
  if (uuid !== undefined) known.names.set(uuid, name);
  return name;
}
