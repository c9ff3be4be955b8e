import type { StepEvent, StepFormat } from '../../domain/step';

/** Reads the event stream of one agent run, line by line; of bounded memory. */
export interface StepReader {
  /** What a line shows; empty for one that shows nothing. Never throws, whatever the line holds. */
  line(text: string): readonly StepEvent[];
  /** Steps whose results never came, at the end of the stream. */
  end(): readonly StepEvent[];
  /**
   * What the agent answered in the end; `undefined` where the stream says none, as of an agent that
   * printed only why it could not start.
   */
  readonly finalText: string | undefined;
}

/** A reader for the stream of one run; steps are numbered 1, 2, 3 …. */
export function createStepReader(_format: StepFormat): StepReader {
  return { line: () => [], end: () => [], finalText: undefined };
}
