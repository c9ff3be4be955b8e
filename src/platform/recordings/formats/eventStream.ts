import type { RecordingItem } from '../../../model/steps/replayedRun';
import type { Step, StepEvent, StepFormat } from '../../../model/steps/step';
import { createStepReader, type StepReader } from '../../agents/streams/stepReader';
import { withAsked } from '../parts/asked';
import { isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import { placeOf, TOO_MUCH, type LineReader } from '../parts/lineReader';
import { problemAt, type Place } from '../parts/place';
import { fits, inOrder, newRoom } from '../parts/stepList';
import { askedAfter, wordsOfUser, type ToldAsked } from './sessionAsked';
import { sessionNames } from './sessionNames';

interface Session {
  readonly id: string;
  readonly reader: StepReader;
  readonly steps: Step[];
  asked: ToldAsked | undefined;
  /** What the user said, oldest first, with the number that the next step then had. */
  readonly heard: Heard[];
  /** Number of the newest step that has begun. */
  newest: number;
}

interface Heard {
  readonly before: number;
  readonly text: string;
}

/** Whose event stream, or transcript, this line is of; `undefined` where it is nobody's for certain. */
export function streamFormatOf(value: JsonObject): StepFormat | undefined {
  const { type } = value;
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

/**
 * The runs of an event stream or a transcript, each with its steps; of several sessions in a file, and of
 * the sub-agents of a transcript, each is one.
 */
export function eventStream(format: StepFormat, place: Place): LineReader {
  const sessions = new Map<string, Session>();
  const nameOf = place.oneRun ? () => place.name : sessionNames(format, place.name);
  const room = newRoom();
  const keep = (session: Session, events: readonly StepEvent[]): void => {
    for (const event of events) {
      if (event.kind === 'notice') continue;
      session.newest = Math.max(session.newest, event.step.number);
      if (event.kind === 'ended' && fits(room, event.step)) session.steps.push(event.step);
    }
  };
  const take: LineReader['line'] = (line) => {
    const { value } = line;
    if (!isObject(value) || room.left < 0) return [];
    const id = nameOf(value);
    const session = sessions.get(id) ?? newSession(id, format);
    sessions.set(id, session);
    session.asked = askedAfter(format, value, session.asked);
    keep(session, session.reader.line(textOf(value)));
    const words = isClaudeLike(format) ? wordsOfUser(value)?.text : undefined;
    if (words !== undefined) session.heard.push({ before: session.newest + 1, text: words });
    room.left -= words?.length ?? 0;
    return room.left < 0 ? [problemAt(placeOf(line, place), TOO_MUCH)] : [];
  };
  const end = (): readonly RecordingItem[] => {
    const all = [...sessions.values()];
    for (const session of all) keep(session, session.reader.end());
    const full = all.filter(({ steps }) => steps.length > 0);
    return (full.length > 0 ? full : all.slice(0, 1)).map(({ id, steps, asked, heard }) => {
      const run = { id, file: place.file, steps: withHeard(inOrder(steps), heard) };
      return { kind: 'run', run: withAsked(run, asked?.text) };
    });
  };
  return { line: take, end };
}

/** Whether the lines of this format are shaped as those of Claude Code. */
function isClaudeLike(format: StepFormat): boolean {
  return format === 'claude' || format === 'qwen';
}

function newSession(id: string, format: StepFormat): Session {
  const reader = createStepReader(format);
  return { id, reader, steps: [], asked: undefined, heard: [], newest: -1 };
}

/** Each step with what the user said right before it; a user speaks to the main agent alone. */
function withHeard(steps: readonly Step[], heard: readonly Heard[]): readonly Step[] {
  let next = 0;
  return steps.map((step) => {
    const first = next;
    while (step.thread === undefined && (heard[next]?.before ?? Infinity) <= step.number) next += 1;
    const asked = heard[next - 1]?.text;
    return next === first || asked === undefined ? step : { ...step, asked };
  });
}
