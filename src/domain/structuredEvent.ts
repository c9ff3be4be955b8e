import type { DevsEvent, EventName } from './run';
import { truncate } from '../text/truncate';

/**
 * An event as docs/decisions/loop-detection-algorithm.md logs it ("Logging"): one flat object, names in snake case. Lists and what
 * lies in them stay as they are. Secrets were masked when the event was recorded.
 */
export interface StructuredEvent {
  readonly event: EventName;
  /** Null for what happened to no task, such as the end of a run. */
  readonly task_id: string | null;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly [field: string]: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Longest text of a field, in characters. */
const MAX_TEXT = 2_000;

/**
 * The event with every field that docs/decisions/loop-detection-algorithm.md names, whichever version recorded it; what is not known
 * is '' or 0. What heads a prompt (directives, hints, what a lesson says) is left out.
 */
export function structuredEvent({ at, event, taskId, data }: DevsEvent): StructuredEvent {
  const fields = fieldsOf(event, data);
  return { event, task_id: taskId ?? null, timestamp: at, ...without(fields, RESERVED) };
}

const RESERVED = ['event', 'task_id', 'timestamp'];

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function fieldsOf(event: EventName, data: Fields): Fields {
  const fields = inSnakeCase(data);
  switch (event) {
    case 'loop_detected':
      return loopDetected(fields);
    case 'gate_triggered':
      return gateTriggered(fields);
    case 'loop_counter_reset':
      return {
        ...fields,
        reason: text(fields['reason']),
        previous_count: count(fields['previous_count']),
      };
    case 'intervention':
      return intervention(fields);
    case 'attempt_recorded': {
      const { at: endedAt, ...attempt } = fields;
      return { ...attempt, ended_at: endedAt };
    }
    case 'loop_recovery':
      return without(fields, ['content']);
    case 'lesson_recorded':
      return without(fields, ['text']);
    case 'run_started':
    case 'run_ended':
    case 'turn_started':
    case 'turn_ended':
    case 'pivot_issued':
    case 'task_status_changed':
    case 'retry_scheduled':
    case 'state_recovered':
    case 'authority_withdrawn':
    case 'judge_asked':
      return fields;
    default:
      return event satisfies never;
  }
}

/** Found in turns or, with a `loop_type`, in attempts; only `level: 'stuck'` is a proof. */
function loopDetected(fields: Fields): Fields {
  const { agent, ...others } = fields;
  const inAttempts = typeof fields['loop_type'] === 'string';
  const insideTurn = fields['kind'] === 'inside_turn';
  const { evidence, blockers, attempt_count: attempts } = fields;
  return {
    ...others,
    kind: inAttempts ? 'task_after_task' : insideTurn ? 'inside_turn' : 'turn_after_turn',
    level: fields['level'] ?? 'stuck',
    agent_id: text(fields['agent_id'] ?? agent),
    loop_count: count(fields['loop_count'] ?? attempts),
    error_signature: text(fields['error_signature'] ?? lines(blockers)),
    is_exact_match: fields['is_exact_match'] ?? (inAttempts && areAlike(evidence)),
    orchestrator_reasoning: text(fields['orchestrator_reasoning'] ?? fields['message']),
  };
}

function gateTriggered(fields: Fields): Fields {
  const history = fields['failure_history'];
  return {
    ...fields,
    agent_id: text(fields['agent_id']),
    loop_count: count(fields['loop_count']),
    trigger_reason: text(fields['trigger_reason'] ?? fields['reason']),
    failure_history: Array.isArray(history) ? (history as readonly unknown[]) : [],
  };
}

/** Who it was stands beside the rest; a hint is only said to be there. */
function intervention(fields: Fields): Fields {
  const { who, detail, ...others } = fields;
  const said = text(detail);
  const withoutHint = said.replace(/(?:^|, )hint: [^]*$/, '');
  return {
    ...others,
    ...(isFields(who) ? who : { who: text(who) }),
    detail: withoutHint,
    with_hint: withoutHint !== said,
  };
}

/** Whether attempts at the same task say the same of status, blockers and work. */
function areAlike(evidence: unknown): boolean {
  if (!Array.isArray(evidence)) return false;
  const seen = new Map<unknown, string>();
  return evidence.filter(isFields).every((attempt) => {
    const { task_id: task, status, blockers, completed_work: work } = attempt;
    const said = JSON.stringify([status, blockers, work]);
    const before = seen.get(task) ?? said;
    seen.set(task, before);
    return before === said;
  });
}

function inSnakeCase(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [snakeCase(name), plain(value)]),
  );
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return clipped(value);
  if (Array.isArray(value)) return value.map(plain);
  return isFields(value) ? inSnakeCase(value) : value;
}

function clipped(value: string): string {
  return truncate(value, MAX_TEXT);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lines(value: unknown): unknown {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string').join('; ') : value;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
