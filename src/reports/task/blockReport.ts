import type { TaskOverview, TurnMark } from '../../model/overview/overview';
import { needsHuman } from '../../model/task/taskStatus';
import { resumeStep, type NextStep } from './nextStep';

/** Why a blocked task does not continue, the evidence, and how to continue it. */
export interface BlockReport {
  readonly taskId: string;
  readonly status: TaskOverview['status'];
  /** The missing precondition, with its remedy. */
  readonly reason: string;
  /** Its newest turns with the last one's outcome, oldest first; empty without turns. */
  readonly turns: readonly TurnMark[];
  /** The loop over its attempts that proves it; absent for none. */
  readonly loop?: { readonly message: string; readonly attempts: readonly number[] };
  readonly resume: NextStep;
}

/** Maximum number of turns named in a block report. */
const MAX_TURNS = 5;

/** Builds the block report of a task; undefined if it does not need the human. */
export function blockReport(task: TaskOverview): BlockReport | undefined {
  const { id, status, statusReason, turns, loop } = task;
  if (!needsHuman(status)) return undefined;
  const lastOutcome = turns.at(-1)?.outcome;
  const other = turns.findLastIndex(({ outcome }) => outcome !== lastOutcome);
  return {
    taskId: id,
    status,
    reason: statusReason,
    turns: turns.slice(other + 1).slice(-MAX_TURNS),
    ...(loop && { loop: { message: loop.message, attempts: loop.evidence } }),
    resume: resumeStep({ id, status, question: task.report?.question, lastOutcome }),
  };
}
