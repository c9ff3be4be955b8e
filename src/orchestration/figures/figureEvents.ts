import type { DevsEvent, EventName } from '../../domain/run';

/** The events that figures are counted from. */
export const FIGURE_EVENTS = [
  'loop_detected',
  'gate_triggered',
  'loop_recovery',
  'intervention',
] as const satisfies readonly EventName[];

/** What an event means for the figures of its task. */
export type FigureEvent = {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly taskId: string;
  /** Number of the turn after which it happened; absent where the event does not say. */
  readonly turn?: number;
  /** Absent where the event does not say. */
  readonly agent?: string;
} & Meaning;

/** What a human does about a gate; a pause and a redo decide nothing. */
const DECISIONS: ReadonlySet<string> = new Set(['resume', 'notALoop', 'skip', 'rewind', 'retry']);

/** Reads an event; undefined for one that changes no figure: a suspicion, a limit of turns, … */
export function toFigureEvent({ at, event, taskId, data }: DevsEvent): FigureEvent | undefined {
  if (taskId === undefined) return undefined;
  const base = { at, taskId, ...turnOf(data), ...agentOf(data) };
  const meaning = meaningOf(event, data);
  return meaning && { ...base, ...meaning };
}

type Meaning =
  | { readonly kind: 'proof'; readonly pattern: string }
  | { readonly kind: 'gate' }
  /** Devs went on to the next task: the loop is over. */
  | { readonly kind: 'forced' }
  | { readonly kind: 'human'; readonly what: string };

function meaningOf(event: EventName, data: DevsEvent['data']): Meaning | undefined {
  const { level = 'stuck', reason, action, what } = data;
  // Those of earlier versions are proofs and name no level.
  if (event === 'loop_detected' && level === 'stuck') {
    return { kind: 'proof', pattern: patternOf(data) };
  }
  if (event === 'gate_triggered' && reason === 'MAX_PIVOTS_EXCEEDED') return { kind: 'gate' };
  // What was handed to a human without a loop names none.
  const isLoop = typeof data['loop_type'] === 'string';
  if (event === 'loop_recovery' && action === 'escalate' && isLoop) return { kind: 'gate' };
  if (event === 'loop_recovery' && action === 'force_next') return { kind: 'forced' };
  if (event === 'intervention' && typeof what === 'string' && DECISIONS.has(what)) {
    return { kind: 'human', what };
  }
  return undefined;
}

function patternOf(data: DevsEvent['data']): string {
  const named = data['loopType'] ?? data['detector'];
  return typeof named === 'string' && named !== '' ? named : 'unknown';
}

/** The turn itself, or for those of earlier versions the last one that proves the loop. */
function turnOf({ turn, evidence }: DevsEvent['data']): { readonly turn?: number } {
  const last: unknown = turn ?? (Array.isArray(evidence) ? evidence.at(-1) : undefined);
  return Number.isSafeInteger(last) ? { turn: last as number } : {};
}

function agentOf(data: DevsEvent['data']): { readonly agent?: string } {
  const agent = data['agent_id'] ?? data['agent'];
  return typeof agent === 'string' && agent !== '' ? { agent } : {};
}
