import type {
  AgentLimit,
  AgentRefusedCall,
  StepEvent,
  StepFormat,
} from '../../../model/steps/step';
import type { StreamCoverage } from '../../../model/steps/streamCoverage';
import type { UsageReport } from '../../../model/usage/usage';
import { MAX_LINE_BYTES, splitLines } from '../../process/lineSplitter';
import { createStepReader } from '../streams/stepReader';
import { createUsageReader } from '../usage/createUsageReader';
import { guardListener } from './guardListener';

/** Reads the event stream of one agent run while it is printed. */
export interface StepFeed {
  /** Takes a chunk of standard output. Never throws. */
  push(chunk: Buffer): void;
  /** As in `StepReader`; absent for an agent without events. */
  permitted?(callId: string): void;
  /**
   * Returns the agent's final text after its end; `stdout` is the kept part of its output. The answer in its events, or
   * without any event the output without JSON lines.
   */
  replyFrom(stdout: string): string;
  /** How much of its event stream was understood so far; absent for an agent without events. */
  readonly reading?: StreamCoverage;
  /** The reason of failure in its events, at most a few thousand characters; '' without one. */
  readonly failure: string;
  /** As in `StepReader`. */
  readonly ownLimit: AgentLimit | undefined;
  /** As in `StepReader`; absent for an agent without events. */
  readonly limitResetsAt?: Date | undefined;
  /** As in `StepReader`; absent for an agent without events. */
  readonly session?: string | undefined;
  /** As in `StepReader`. */
  readonly denied: readonly AgentRefusedCall[];
  /** What it said so far that it used; absent for nothing. */
  readonly usage?: UsageReport | undefined;
}

/** Who else reads the lines of an agent. Neither must throw. */
export interface LineListener {
  /** Called with each line, once its steps were passed on. */
  readonly onLine: (line: string) => void;
  /** Called for a line that is too long to be read. */
  readonly onSkip: () => void;
}

/** Passes each step to `onStep` as it happens; after an exception `onStep` gets no more. */
export function createStepFeed(
  format: StepFormat,
  onStep: ((event: StepEvent) => void) | undefined,
  listener?: LineListener,
): StepFeed {
  const usage = createUsageReader(format);
  const reader = createStepReader(format, (event) => usage.read(event));
  const emit = guardListener(onStep);
  const lines = splitLines(
    (line) => {
      const { report: before } = usage;
      reader.readLine(line).forEach(emit);
      const { report } = usage;
      const { session } = reader;
      if (report !== undefined && report !== before)
        emit({
          ...{ kind: 'spent', report },
          ...(session !== undefined && { session }),
          ...(usage.endsTurn === true && { endsTurn: true }),
        });
      listener?.onLine(line);
    },
    MAX_LINE_BYTES,
    listener?.onSkip,
  );
  return {
    push: (chunk) => lines.push(chunk),
    permitted: (callId) => reader.permitted(callId),
    replyFrom(stdout) {
      lines.end();
      // The last text is the answer, not a step.
      reader.end();
      return reader.finalText ?? withoutJson(stdout);
    },
    get reading() {
      return reader.reading;
    },
    get failure() {
      return reader.failure;
    },
    get ownLimit() {
      return reader.ownLimit;
    },
    get limitResetsAt() {
      return reader.limitResetsAt;
    },
    get session() {
      return reader.session;
    },
    get denied() {
      return reader.denied;
    },
    get usage() {
      return usage.report;
    },
  };
}

/** Removes JSON lines, unless there is nothing else. */
function withoutJson(stdout: string): string {
  const lines = stdout.split('\n').filter((line) => !isJsonObject(line));
  const plain = lines.join('\n');
  return plain.trim() === '' ? stdout : plain;
}

function isJsonObject(line: string): boolean {
  if (!line.trimStart().startsWith('{')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
