import type { TaskOverview } from '../../model/overview/overview';
import type { ReportReason } from '../../model/report/pauseReport';
import type { SeenChange } from '../../model/review/seenChange';
import type { TaskStatus } from '../../model/task/task';
import type { TurnOutcome } from '../../model/turn/turn';

/** A suggested command and its effect. */
export interface NextStep {
  readonly command: string;
  readonly does: string;
}

export interface StoppedTask {
  readonly id: string;
  readonly status: TaskStatus;
  /** Question to the human; absent for none. */
  readonly question?: string | undefined;
  /** The question is whether a doubtful pass is enough. */
  readonly doubtful?: boolean | undefined;
  /** Reason of its report; absent without one. */
  readonly reason?: ReportReason | undefined;
  /** Outcome of its newest turn; absent without a turn. */
  readonly lastOutcome?: TurnOutcome | undefined;
  /** The change that was shown with the suggestion; absent: whichever waits. */
  readonly seen?: SeenChange | undefined;
}

/**
 * Suggests how to continue a task that needs the human. A hint helps only if the agent failed; otherwise something is
 * missing.
 */
export function resumeStep(task: StoppedTask): NextStep {
  const { id, question, doubtful } = task;
  if (doubtful === true) {
    return { command: `devs resume ${id} --hint "…"`, does: 'send it back' };
  }
  if (task.reason === 'REVIEW') {
    const named = task.seen?.turn === undefined ? id : `${id} --turn ${task.seen.turn}`;
    return { command: `devs send-back ${named} "…"`, does: 'send it back' };
  }
  if (question !== undefined) {
    return { command: `devs resume ${id} --hint "<your answer>"`, does: 'answer its question' };
  }
  if (task.reason === 'BUDGET') return { command: `devs allow ${id} --usd 5`, does: 'allow more' };
  return waitsForRemedy(task)
    ? { command: `devs resume ${id}`, does: 'resume after fixing the cause' }
    : { command: `devs resume ${id} --hint "…"`, does: 'resume with a hint' };
}

/** Whether something outside the task is missing (a login, a program, a permission): a hint to the agent is no help. */
export function waitsForRemedy({
  status,
  reason,
  lastOutcome,
}: Pick<StoppedTask, 'status' | 'reason' | 'lastOutcome'>): boolean {
  if (status !== 'blocked') return false;
  return reason === undefined ? lastOutcome === 'not_agent' : reason === 'BLOCKED';
}

/** As `waitsForRemedy`, of an overview. */
export function isMissingRemedy({
  status,
  turns,
  report,
}: Pick<TaskOverview, 'status' | 'turns' | 'report'>): boolean {
  return waitsForRemedy({ status, reason: report?.reason, lastOutcome: turns.at(-1)?.outcome });
}

/** Suggests how to start an ended task again. */
export function retryStep(id: string): NextStep {
  return { command: `devs retry ${id}`, does: 'restart it' };
}

/** Suggests the other answer about a doubtful pass. */
export function acceptStep(id: string): NextStep {
  return { command: `devs accept ${id}`, does: 'accept it as done' };
}

/**
 * Suggests what can be done about a change that waits for a review, besides sending it back. `seen`: the change that was
 * shown with them.
 */
export function reviewSteps(
  id: string,
  { turn }: SeenChange = {},
): {
  readonly look: NextStep;
  readonly accept: NextStep;
  readonly discard: NextStep;
} {
  const named = turn === undefined ? id : `${id} --turn ${turn}`;
  return {
    look: { command: `devs review ${id}`, does: 'see its change' },
    accept: { command: `devs accept ${named}`, does: 'accept it, so that it lands' },
    discard: { command: `devs discard ${named}`, does: 'throw it away' },
  };
}
