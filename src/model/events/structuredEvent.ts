import type { DevsEvent, EventData, EventName, LoopOfAttempts } from './devsEvent';
import { truncateTexts } from '../../text/truncate';

/**
 * An event as docs/decisions/loop-detection-algorithm.md logs it ("Logging"): one flat object, names in snake case.
 * Lists keep their structure. Secrets were masked when the event was recorded.
 */
export interface StructuredEvent {
  readonly event: EventName;
  /** Null for an event without a task, such as the end of a run. */
  readonly task_id: string | null;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly [field: string]: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Longest text of a field, in characters. */
const MAX_TEXT = 2_000;

/**
 * Converts an event, with every field that docs/decisions/loop-detection-algorithm.md names. Omits the texts of prompts
 * (directives, hints, diagnoses, lessons).
 */
export function structuredEvent(event: DevsEvent): StructuredEvent {
  const { at, event: name, taskId = null } = event;
  const fields = truncateTexts(without(inSnakeCase(fieldsOf(event)), RESERVED), MAX_TEXT);
  return { event: name, task_id: taskId, timestamp: at, ...fields };
}

/** The event as JSON on one line, without a line break: in `events.jsonl` and for `onEvent`. */
export function structuredLine(event: DevsEvent): string {
  return JSON.stringify(structuredEvent(event));
}

const RESERVED = ['event', 'task_id', 'timestamp'];

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** The facts that are included; names become snake case later. */
function fieldsOf({ event, data }: DevsEvent): Fields {
  switch (event) {
    case 'loop_detected':
      return data.loopType === undefined ? data : loopOfAttempts(data);
    case 'intervention':
      return intervention(data);
    case 'attempt_recorded': {
      const { at: endedAt, ...attempt } = data;
      return { ...attempt, endedAt };
    }
    case 'loop_recovery':
      return without(data, ['content']);
    case 'lesson_recorded':
      return without(data, ['text']);
    case 'debugger_asked':
      return without(data, ['diagnosis']);
    case 'agent_answered':
      return without(data, ['answer']);
    case 'agent_asked':
    case 'permission_asked':
    case 'permission_answered':
    case 'gate_triggered':
    case 'loop_counter_reset':
    case 'finding_dismissed':
    case 'run_started':
    case 'run_ended':
    case 'turn_started':
    case 'turn_ended':
    case 'pivot_issued':
    case 'pivot_files':
    case 'task_status_changed':
    case 'retry_scheduled':
    case 'state_recovered':
    case 'authority_withdrawn':
    case 'judge_asked':
    case 'usage_reported':
    case 'budget_used':
    case 'budget_allowed':
    case 'task_landed':
    case 'baseline_measured':
      return data;
    default:
      return event satisfies never;
  }
}

/** Adds the fields of a loop proved by turns. */
function loopOfAttempts({ agent, ...loop }: LoopOfAttempts): Fields {
  return {
    ...loop,
    kind: 'task_after_task',
    agent_id: agent,
    error_signature: loop.blockers.join('; '),
    is_exact_match: areAlike(loop.evidence),
    orchestrator_reasoning: loop.message,
  };
}

/** Flattens the actor; replaces a hint by a flag. */
function intervention({ who, detail, ...others }: EventData<'intervention'>): Fields {
  const withoutHint = detail.replace(/(?:^|, )hint: [^]*$/, '');
  return {
    ...others,
    ...(typeof who === 'object' ? who : { who: who ?? '' }),
    detail: withoutHint,
    with_hint: withoutHint !== detail,
  };
}

/** Whether attempts at the same task have equal status, blockers and work. */
function areAlike(evidence: LoopOfAttempts['evidence']): boolean {
  const seen = new Map<string, string>();
  return evidence.every(({ taskId, status, blockers, completedWork }) => {
    const reported = JSON.stringify([status, blockers, completedWork]);
    const before = seen.get(taskId) ?? reported;
    seen.set(taskId, before);
    return before === reported;
  });
}

function inSnakeCase(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [snakeCase(name), withSnakeCase(value)]),
  );
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function withSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCase);
  return isFields(value) ? inSnakeCase(value) : value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
