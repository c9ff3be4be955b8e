import type {
  AgentLimit,
  AgentRefusedCall,
  StepEvent,
  StepFormat,
} from '../../../model/steps/step';
import { toSessionId } from '../../../model/turn/agentSession';
import type { StreamCoverage } from '../../../model/steps/streamCoverage';
import { createAcpReader } from './acpReader';
import { createClaudeReader } from './claudeReader';
import { createCodexReader } from './codexReader';
import { MAX_ANSWER, appendFailure, type EventReader } from './eventReader';
import { createGeminiReader } from './geminiReader';
import { parseJsonObject } from './jsonText';
import { createOpencodeReader } from './opencodeReader';
import { createQwenReader } from './qwenReader';
import { StepLog } from './stepLog';
import { toKindName } from './streamTally';
import { TextTail } from './textTail';

/** Reads the event stream of one agent run, line by line; of bounded memory. */
export interface StepReader {
  /** Steps of a line; empty for a line without steps. Never throws. */
  readLine(text: string): readonly StepEvent[];
  /** The agent was permitted a call: silence about it does not mean that it was refused. */
  permitted(callId: string): void;
  /** Remaining text at the end of the stream. A call without a result does not end. */
  end(): readonly StepEvent[];
  /**
   * The final answer of the agent with the text of a failure, at most the last million characters.
   * '' if its events contain none; `undefined` if no line was an event, as for an agent that
   * printed only why it could not start.
   */
  readonly finalText: string | undefined;
  /** Why it failed according to its events, at most a few thousand characters; '' for no failure. */
  readonly failure: string;
  /** The agent's own limit that ended it; undefined if its events report none. */
  readonly ownLimit: AgentLimit | undefined;
  /** When the limits of its plan that it met are reset, the last of them; undefined if its events report none. */
  readonly limitResetsAt: Date | undefined;
  /** Calls that the agent itself refused, at most a hundred; empty if its events report none. */
  readonly denied: readonly AgentRefusedCall[];
  /** Id of the agent's session; undefined if its events name none that can be passed on. */
  readonly session: string | undefined;
  /** How much of it was understood so far. */
  readonly reading: StreamCoverage;
}

const READERS = {
  acp: createAcpReader,
  claude: createClaudeReader,
  codex: createCodexReader,
  gemini: createGeminiReader,
  opencode: createOpencodeReader,
  qwen: createQwenReader,
} as const satisfies Record<StepFormat, (log: StepLog) => EventReader>;

/**
 * A reader for the stream of one run. Steps are numbered 1, 2, 3 … as they begin; calls that run side
 * by side may end in another order. `onEvent` is given each line's object.
 */
export function createStepReader(
  format: StepFormat,
  onEvent?: (event: object) => void,
): StepReader {
  const log = new StepLog();
  const reader = READERS[format](log);
  const plain = new TextTail(MAX_ANSWER);
  return {
    readLine(text) {
      const line = text.trim();
      if (!line.startsWith('{')) {
        if (line !== '') plain.add(line, '\n');
        return log.takeEvents();
      }
      const value = parseJsonObject(line);
      if (value === undefined) return log.takeEvents();
      log.endLine(value, reader.readEvent(value));
      onEvent?.(value);
      return log.takeEvents();
    },
    permitted: (callId) => reader.permitted?.(callId),
    end() {
      reader.end?.();
      log.flushAll();
      return log.takeEvents();
    },
    get finalText() {
      if (log.counts.events === 0) return undefined;
      const text = appendFailure(reader.answer, reader.failure);
      return text.trim() === '' ? plain.text : text;
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
    get denied() {
      return reader.denied ?? [];
    },
    get session() {
      return toSessionId(reader.session);
    },
    get reading() {
      const { version } = reader;
      return {
        ...log.counts,
        hasAnswer: reader.answer.trim() !== '',
        ...(version === undefined ? {} : { version: toKindName(version) }),
      };
    },
  };
}
