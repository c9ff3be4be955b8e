import type { StreamCoverage } from '../../../model/steps/streamCoverage';
import { exitedCleanly, type ProcessEnd } from '../../../model/turn/turn';

/**
 * Why the steps of an agent cannot be watched completely. `noEvents`: no line was an event of the
 * format; `noSteps`: no event was recognised as a call or text; `unknown`: too many were not.
 */
export type StreamProblem = 'noEvents' | 'noSteps' | 'unknown';

/** Maximum share of event lines of unknown kinds. */
const MAX_UNKNOWN_SHARE = 0.1;

/**
 * Checks by the counts whether an agent prints other events than its format has; undefined if its
 * steps can be watched, or if it could not start, failed or was cancelled. Without steps, at least
 * one unknown line or an answer is required: an agent that did nothing has no other format.
 */
export function findStreamProblem(
  reading: StreamCoverage,
  end: ProcessEnd,
): StreamProblem | undefined {
  if (!exitedCleanly(end) && end.kind !== 'timeout' && end.kind !== 'stopped') return undefined;
  const { lines, events, unknown, steps, hasAnswer } = reading;
  if (events === 0) return 'noEvents';
  if (steps === 0 && (unknown > 0 || hasAnswer)) return 'noSteps';
  return unknown > lines * MAX_UNKNOWN_SHARE ? 'unknown' : undefined;
}

/**
 * Describes the problem as a clause: "5 of 20 events were not understood (assistant/tool_call2
 * ×5)".
 */
export function describeStreamProblem(problem: StreamProblem, reading: StreamCoverage): string {
  const { lines, unknown } = reading;
  switch (problem) {
    case 'noEvents':
      return `none of its output is an event${describeKinds(reading)}`;
    case 'noSteps':
      return `none of its ${lines} events shows a step${describeKinds(reading)}`;
    case 'unknown':
      return `${unknown} of its ${lines} events were not understood${describeKinds(reading)}`;
    default:
      return problem satisfies never;
  }
}

function describeKinds({ unknownKinds }: StreamCoverage): string {
  if (unknownKinds.length === 0) return '';
  return ` (unknown: ${unknownKinds.map(({ name, count }) => `${name} ×${count}`).join(', ')})`;
}
