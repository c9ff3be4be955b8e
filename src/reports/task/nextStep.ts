import type { TaskOverview } from '../../model/overview/overview';
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
  /** Outcome of its newest turn; absent without a turn. */
  readonly lastOutcome?: TurnOutcome | undefined;
}

/**
 * Suggests how to continue a task that needs the human. A hint helps only if the agent failed; otherwise something is
 * missing.
 */
export function resumeStep({ id, status, question, doubtful, lastOutcome }: StoppedTask): NextStep {
  if (doubtful === true) {
    return { command: `devs resume ${id} --hint "…"`, does: 'send it back' };
  }
  if (question !== undefined) {
    return { command: `devs resume ${id} --hint "<your answer>"`, does: 'answer its question' };
  }
  return waitsForRemedy({ status, lastOutcome })
    ? { command: `devs resume ${id}`, does: 'resume after fixing the cause' }
    : { command: `devs resume ${id} --hint "…"`, does: 'resume with a hint' };
}

/** Whether something outside the task is missing (a login, a program, a permission): a hint to the agent is no help. */
export function waitsForRemedy({
  status,
  lastOutcome,
}: Pick<StoppedTask, 'status' | 'lastOutcome'>): boolean {
  return status === 'blocked' && lastOutcome === 'not_agent';
}

/** As `waitsForRemedy`, of an overview. */
export function isMissingRemedy({
  status,
  turns,
}: Pick<TaskOverview, 'status' | 'turns'>): boolean {
  return waitsForRemedy({ status, lastOutcome: turns.at(-1)?.outcome });
}

/** Suggests how to start an ended task again. */
export function retryStep(id: string): NextStep {
  return { command: `devs retry ${id}`, does: 'restart it' };
}

/** Suggests the other answer about a doubtful pass. */
export function acceptStep(id: string): NextStep {
  return { command: `devs accept ${id}`, does: 'accept it as done' };
}
