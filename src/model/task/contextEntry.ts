import type { DetectedLoop } from './attempt';

/** Topics of docs/decisions/loop-recovery.md: next task forced, authority granted, human asked. */
export const CONTEXT_TOPICS = ['loop_recovery', 'unblock_authority', 'loop_escalation'] as const;
export type ContextTopic = (typeof CONTEXT_TOPICS)[number];

/** A directive that a recovery gave, with its proof; kept as long as its task's history (table `context_entries`). */
export interface ContextEntry {
  readonly id: string;
  readonly taskId: string;
  readonly topic: ContextTopic;
  /** The directive, word for word. */
  readonly content: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  /** The loop that it answers; absent where a human was asked without one. */
  readonly loop?: DetectedLoop;
  /** Number of the newest attempt when it was written. */
  readonly attempt: number;
  /** When it stopped heading prompts, and why; absent while it does. */
  readonly closed?: { readonly at: string; readonly why: string };
}
