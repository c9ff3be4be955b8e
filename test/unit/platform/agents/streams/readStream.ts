import type { ContextUsage } from '../../../../../src/model/steps/contextUsage';
import type {
  AgentLimit,
  AgentRefusedCall,
  Step,
  StepEvent,
  StepFormat,
} from '../../../../../src/model/steps/step';
import type { StreamCoverage } from '../../../../../src/model/steps/streamCoverage';
import { createStepReader } from '../../../../../src/platform/agents/streams/stepReader';

/** What a stream shows, from its first to its last line. */
export interface StreamRead {
  readonly events: readonly SteppedEvent[];
  /** What the agent told that it waits for. */
  readonly notices: readonly string[];
  /** What it told that it has used, each time. */
  readonly usages: readonly ContextUsage[];
  /** The steps that ended, in that order. */
  readonly steps: readonly Step[];
  readonly finalText: string | undefined;
  readonly failure: string;
  readonly ownLimit: AgentLimit | undefined;
  readonly limitResetsAt: Date | undefined;
  readonly denied: readonly AgentRefusedCall[];
  readonly reading: StreamCoverage;
}

/** A step that begins or ends. */
export type SteppedEvent = Extract<StepEvent, { readonly step: unknown }>;

/** Reads a whole stream; what is no text becomes a line of JSON. */
export function readStream(format: StepFormat, lines: Iterable<unknown>): StreamRead {
  const reader = createStepReader(format);
  const events: StepEvent[] = [];
  for (const line of lines) {
    events.push(...reader.readLine(typeof line === 'string' ? line : JSON.stringify(line)));
  }
  events.push(...reader.end());
  return {
    events: stepEvents(events),
    notices: events.flatMap((event) => (event.kind === 'notice' ? [event.text] : [])),
    usages: events.flatMap((event) => (event.kind === 'usage' ? [event.usage] : [])),
    steps: endedSteps(events),
    finalText: reader.finalText,
    failure: reader.failure,
    ownLimit: reader.ownLimit,
    limitResetsAt: reader.limitResetsAt,
    denied: reader.denied,
    reading: reader.reading,
  };
}

/** Only the steps that have ended. */
export function endedSteps(events: readonly StepEvent[]): readonly Step[] {
  return events.flatMap((event) => (event.kind === 'ended' ? [event.step] : []));
}

/** Only the steps that begin or end. */
export function stepEvents(events: readonly StepEvent[]): readonly SteppedEvent[] {
  return events.filter((event) => 'step' in event);
}

/** What comes before the first step: the history of a session of the Agent Client Protocol is over. */
export function opening(format: StepFormat): readonly object[] {
  return format === 'acp' ? [{ jsonrpc: '2.0', id: 1, result: { sessionId: 's' } }] : [];
}

/** A reader of which only the steps are looked at. */
export function steppedReader(format: StepFormat): {
  readonly line: (text: string) => readonly SteppedEvent[];
} {
  const reader = createStepReader(format);
  for (const line of opening(format)) reader.readLine(JSON.stringify(line));
  return { line: (text) => stepEvents(reader.readLine(text)) };
}
