import type { EventName, EventOf } from './devsEvent';

/** Events that are kept for ever: what humans decided and debuggers answered, why tasks needed them, and how large tasks were, and
 * what agents used. */
export const LASTING_EVENTS = [
  'baseline_measured',
  'budget_allowed',
  'debugger_asked',
  'gate_triggered',
  'intervention',
  'usage_reported',
] as const satisfies readonly EventName[];

export type LastingEvent = EventOf<(typeof LASTING_EVENTS)[number]>;
