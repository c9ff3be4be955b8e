import type { MissingProgram } from '../../model/report/missingProgram';
import type { DetectedLoop } from '../../model/task/attempt';
import type { Clock } from '../../ports/clock';
import { buildBlockReport } from '../../reports/pause/blockReport';
import type { FindLessons } from '../../rules/lessons/findLessons';
import { applyAnyTransition, type BlockingEvent, type TransitionTools } from './applyTransition';
import { recordGate } from './recordGate';
import { requireTask } from './requireTask';

export interface BlockTools extends TransitionTools {
  readonly clock: Clock;
  /** Finds the lessons for the report; absent: compares words only. */
  readonly findLessons?: FindLessons;
}

export interface Block {
  readonly taskId: string;
  /** The task that its turns count on. */
  readonly countsOn: string;
  readonly event: BlockingEvent;
  /** What the human can do, one sentence; absent if only the report's evidence says so. */
  readonly remedy?: string;
  /** The program for want of which it is blocked. */
  readonly missing?: MissingProgram;
  /** The loop over its attempts for which it is escalated. */
  readonly loop?: DetectedLoop;
}

/** Blocks a task until a human decides, and files its report. Call it in the journal's transaction. */
export function blockTask(tools: BlockTools, { event, ...block }: Block): void {
  const { store, clock, findLessons: find } = tools;
  const { taskId, countsOn } = block;
  applyAnyTransition(tools, taskId, event);
  const reason = event.type === 'loopEscalated' ? 'ESCALATED' : 'BLOCKED';
  const { statusReason } = requireTask(store, taskId);
  store.addReport(
    buildBlockReport({
      ...{ store, reason, statusReason, at: clock.now() },
      ...block,
      ...(find && { find }),
    }),
  );
  recordGate(tools, { taskId, countsOn, reason });
}
