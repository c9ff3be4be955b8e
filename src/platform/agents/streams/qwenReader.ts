import { ClaudeReader } from './claudeReader';
import type { EventReader } from './eventReader';
import type { StepLog } from './stepLog';

/** Text that Qwen Code prints when its model does not answer: it reports success and exits with 0. */
const NO_ANSWER =
  /^(?:\[API Error: |Qwen OAuth quota exceeded:|Qwen OAuth free tier has been discontinued)/;

/**
 * Qwen Code: `qwen --output-format stream-json`, which prints the events of Claude Code, but gives the text and
 * the calls of one message ids of their own.
 */
export function createQwenReader(log: StepLog): EventReader {
  return new ClaudeReader(log, { piecesShareId: false, programText: NO_ANSWER });
}
