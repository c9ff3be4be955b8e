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
} & (
  | { readonly kind: 'proof'; readonly pattern: string }
  | { readonly kind: 'gate' }
  /** Devs went on to the next task: the loop is over. */
  | { readonly kind: 'forced' }
  | { readonly kind: 'human'; readonly what: string }
);

/** What a human does about a gate; a pause and a redo decide nothing. */
const DECISIONS: ReadonlySet<unknown> = new Set(['resume', 'notALoop', 'skip', 'rewind', 'retry']);

/** Reads an event; undefined for one that changes no figure: a suspicion, a limit of turns, … */
export function toFigureEvent({ at, event, taskId, data }: DevsEvent): FigureEvent | undefined {
  if (taskId === undefined) return undefined;
  const base = { at, taskId, ...turnOf(data), ...agentOf(data) };
  switch (event) {
    case 'loop_detected':
      // Those of earlier versions are proofs and name no level.
      return (data['level'] ?? 'stuck') === 'stuck'
        ? { ...base, kind: 'proof', pattern: patternOf(data) }
        : undefined;
    case 'gate_triggered':
      return data['reason'] === 'MAX_PIVOTS_EXCEEDED' ? { ...base, kind: 'gate' } : undefined;
    case 'loop_recovery':
      if (data['action'] === 'force_next') return { ...base, kind: 'forced' };
      return data['action'] === 'escalate' ? { ...base, kind: 'gate' } : undefined;
    case 'intervention':
      return DECISIONS.has(data['what'])
        ? { ...base, kind: 'human', what: String(data['what']) }
        : undefined;
    default:
      return undefined;
  }
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

function agentOf({ agent_id: agent }: DevsEvent['data']): { readonly agent?: string } {
  return typeof agent === 'string' && agent !== '' ? { agent } : {};
}
