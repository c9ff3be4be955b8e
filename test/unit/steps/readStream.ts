import type { AgentLimit, DeniedCall, Step, StepEvent, StepFormat } from '../../../src/domain/step';
import { createStepReader } from '../../../src/adapters/steps/stepReader';

/** What a stream shows, from its first to its last line. */
export interface StreamRead {
  readonly events: readonly StepEvent[];
  /** The steps that ended, in that order. */
  readonly steps: readonly Step[];
  readonly finalText: string | undefined;
  readonly failure: string;
  readonly ownLimit: AgentLimit | undefined;
  readonly denied: readonly DeniedCall[];
}

/** Reads a whole stream; what is no text becomes a line of JSON. */
export function readStream(format: StepFormat, lines: Iterable<unknown>): StreamRead {
  const reader = createStepReader(format);
  const events: StepEvent[] = [];
  for (const line of lines) {
    events.push(...reader.line(typeof line === 'string' ? line : JSON.stringify(line)));
  }
  events.push(...reader.end());
  return {
    events,
    steps: endedSteps(events),
    finalText: reader.finalText,
    failure: reader.failure,
    ownLimit: reader.ownLimit,
    denied: reader.denied,
  };
}

/** Only the steps that have ended. */
export function endedSteps(events: readonly StepEvent[]): readonly Step[] {
  return events.flatMap((event) => (event.kind === 'ended' ? [event.step] : []));
}
