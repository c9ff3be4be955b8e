import type { DetectedLoop } from './attempt';

/** Topics of docs/decisions/loop-recovery.md: next task forced, authority granted, human asked. */
export const CONTEXT_TOPICS = ['loop_recovery', 'unblock_authority', 'loop_escalation'] as const;
export type ContextTopic = (typeof CONTEXT_TOPICS)[number];

/** A directive that a recovery issued, with its evidence; kept as long as the history of its task (table `context_entries`). */
export interface ContextEntry {
  readonly id: string;
  readonly taskId: string;
  readonly topic: ContextTopic;
  /** The directive, verbatim. */
  readonly content: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  /** The loop that caused it; absent if a human was asked without a loop. */
  readonly loop?: DetectedLoop;
  /** Number of the newest attempt when it was written. */
  readonly attempt: number;
  /** When it was removed from prompts, and why; absent while it is active. */
  readonly closed?: { readonly at: string; readonly why: string };
}
