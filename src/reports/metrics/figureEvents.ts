import type { EventName, EventOf } from '../../model/events/devsEvent';

/** The events that metrics are computed from. */
export const FIGURE_EVENTS = [
  'loop_detected',
  'gate_triggered',
  'loop_recovery',
  'intervention',
  'finding_dismissed',
  'debugger_asked',
] as const satisfies readonly EventName[];
export type FigureEventName = (typeof FIGURE_EVENTS)[number];

/** Meaning of an event for the metrics of its task. */
export type FigureEvent = {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly taskId: string;
  /** Number of the turn after which it happened; absent if unknown. */
  readonly turn?: number;
  /** Absent if unknown. */
  readonly agent?: string;
} & Meaning;

/** Interventions that decide on a gate; a pause and a redo do not. */
const DECISIONS: ReadonlySet<string> = new Set([
  ...['resume', 'accept', 'sendBack', 'discard', 'notALoop', 'skip', 'rewind', 'retry'],
]);

/** Reads an event; undefined if it changes no metric: a suspicion, a limit of turns, … */
export function toFigureEvent(event: EventOf<FigureEventName>): FigureEvent | undefined {
  const meaning = meaningOf(event);
  const { at, taskId } = event;
  return meaning && { at, taskId, ...turnOf(event), ...agentOf(event), ...meaning };
}

type Meaning =
  | { readonly kind: 'proof'; readonly pattern: string }
  | { readonly kind: 'gate' }
  /** Devs forced the next task: the loop is over. */
  | { readonly kind: 'forced' }
  | { readonly kind: 'human'; readonly what: string }
  | { readonly kind: 'dismissal'; readonly detector: string; readonly ofTurn: number }
  | { readonly kind: 'debugger'; readonly diagnosis: boolean; readonly durationMs: number };

function meaningOf({ event, data }: EventOf<FigureEventName>): Meaning | undefined {
  switch (event) {
    case 'loop_detected': {
      const pattern = data.loopType ?? data.detector;
      return data.level === 'stuck' ? { kind: 'proof', pattern: pattern || 'unknown' } : undefined;
    }
    case 'gate_triggered':
      return data.reason === 'MAX_PIVOTS_EXCEEDED' ? { kind: 'gate' } : undefined;
    case 'loop_recovery':
      if (data.action === 'force_next') return { kind: 'forced' };
      // An escalation without a loop has no type.
      return data.action === 'escalate' && data.loop_type !== undefined
        ? { kind: 'gate' }
        : undefined;
    case 'intervention':
      return DECISIONS.has(data.what) ? { kind: 'human', what: data.what } : undefined;
    case 'finding_dismissed':
      return { kind: 'dismissal', detector: data.detector, ofTurn: data.turn };
    case 'debugger_asked': {
      const { agent, answer, durationMs } = data;
      return agent === ''
        ? undefined
        : { kind: 'debugger', diagnosis: answer === 'diagnosis', durationMs };
    }
    default:
      return event satisfies never;
  }
}

/** The turn of the event; in earlier versions, the last one that proves the loop. */
function turnOf({ event, data }: EventOf<FigureEventName>): { readonly turn?: number } {
  if (event === 'debugger_asked') return { turn: data.turn };
  if (event === 'gate_triggered') return data.turn === undefined ? {} : { turn: data.turn };
  if (event !== 'loop_detected' || data.loopType !== undefined) return {};
  const turn = data.turn ?? data.evidence.at(-1);
  return turn === undefined ? {} : { turn };
}

function agentOf({ event, data }: EventOf<FigureEventName>): { readonly agent?: string } {
  if (event === 'debugger_asked') return { agent: data.agent };
  if (event !== 'gate_triggered' && event !== 'loop_detected') return {};
  const agent = 'agent_id' in data ? data.agent_id : data.agent;
  return agent === '' ? {} : { agent };
}
