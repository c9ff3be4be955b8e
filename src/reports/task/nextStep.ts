import type { ReportReason } from '../../model/report/pauseReport';
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
  if (question !== undefined) {
    return { command: `devs resume ${id} --hint "<your answer>"`, does: 'answer its question' };
  }
  return lacksSomething(task)
    ? { command: `devs resume ${id}`, does: 'resume after fixing the cause' }
    : { command: `devs resume ${id} --hint "…"`, does: 'resume with a hint' };
}

function lacksSomething({ status, reason, lastOutcome }: StoppedTask): boolean {
  if (status !== 'blocked') return false;
  return reason === undefined ? lastOutcome === 'not_agent' : reason === 'BLOCKED';
}

/** Suggests the other answer about a doubtful pass. */
export function acceptStep(id: string): NextStep {
  return { command: `devs accept ${id}`, does: 'accept it as done' };
}
