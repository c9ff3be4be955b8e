import type { StreamCoverage } from '../../../model/steps/streamCoverage';
import { exitedCleanly, type ProcessEnd } from '../../../model/turn/turn';

/**
 * Why the steps of an agent cannot be watched, or not all of them. `noEvents`: not one line was an event of
 * the format; `noSteps`: none of its events was understood as a call or as words; `unknown`: some were.
 */
export type StreamProblem = 'noEvents' | 'noSteps' | 'unknown';

/** Share of event lines that may be of unknown kinds. */
const MAX_UNKNOWN_SHARE = 0.1;

/**
 * Whether an agent prints other events than its format has, judged by what was counted; undefined where its
 * steps can be watched. One that could not start, failed or was cancelled had nothing to print yet. Without a
 * step, at least one line has to be unknown, or the events have to tell an answer that nobody was heard to give:
 * an agent that did and said nothing has printed no other format.
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

/** "5 of 20 events were not understood (assistant/tool_call2 ×5)": what is wrong, as a clause. */
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
