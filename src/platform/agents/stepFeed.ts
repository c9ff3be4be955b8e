import type { AgentLimit, AgentRefusedCall, StepEvent, StepFormat } from '../../model/steps/step';
import type { StreamCoverage } from '../../model/steps/streamCoverage';
import { splitLines } from '../process/lineSplitter';
import { createStepReader } from './streams/stepReader';
import { listening } from './listening';

/** Reads the event stream of one agent run while it is printed. */
export interface StepFeed {
  /** Takes what came on standard output. Never throws. */
  push(chunk: Buffer): void;
  /**
   * The agent's final text, once it has ended and `stdout` is what is kept of its output: what its
   * events call the answer; without any event, what it printed besides JSON.
   */
  replyFrom(stdout: string): string;
  /** How much of its event stream was understood so far; absent where it prints none. */
  readonly reading?: StreamCoverage;
  /** Why the agent failed, as its events tell, a few thousand characters at most; '' for nothing. */
  readonly failure: string;
  /** As in `StepReader`. */
  readonly ownLimit: AgentLimit | undefined;
  /** As in `StepReader`. */
  readonly denied: readonly AgentRefusedCall[];
}

/** Tells `onStep` each step as it happens; a listener that throws is told nothing more. */
export function createStepFeed(
  format: StepFormat,
  onStep: ((event: StepEvent) => void) | undefined,
): StepFeed {
  const reader = createStepReader(format);
  const tell = listening(onStep);
  const lines = splitLines((line) => reader.line(line).forEach(tell));
  return {
    push: (chunk) => lines.push(chunk),
    replyFrom(stdout) {
      lines.end();
      // What it said last is its answer, not a step on the way to it.
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
    get denied() {
      return reader.denied;
    },
  };
}

/** JSON alone is shown as it is: it is all that the agent said. */
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
