import { applyAnyTransition, type BlockingEvent, type TransitionTools } from './applyTransition';
import { recordGate } from './recordGate';

export interface Block {
  readonly taskId: string;
  /** The task that its turns count on. */
  readonly countsOn: string;
  readonly event: BlockingEvent;
}

/** Blocks a task until a human decides, and records that it needs one. Call it in the journal's transaction. */
export function blockTask(tools: TransitionTools, { taskId, countsOn, event }: Block): void {
  applyAnyTransition(tools, taskId, event);
  const reason = event.type === 'loopEscalated' ? 'ESCALATED' : 'BLOCKED';
  recordGate(tools, { taskId, countsOn, reason });
}
