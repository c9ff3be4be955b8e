import { needsHuman } from '../../model/task/taskStatus';
import type { InboxAnswer } from '../../ports/workspaceState';
import { endsLoop } from '../attempts/endedByLoop';
import { chooseFindings } from '../findings/chooseFindings';
import { listFindings, type Finding } from '../findings/listFindings';
import { takeBack } from '../findings/takeBack';
import { countingTask, isWithin } from '../scheduling/taskTree';
import { requireTask } from '../state/requireTask';
import type { InterventionTools } from './carryOut';
import { describeDismissed, describeResumed } from './dismissalTexts';

export interface NotALoopRequest {
  readonly type: 'notALoop';
  readonly taskId: string;
  readonly finding?: number;
}

/** Resumes a task that was stopped for a loop; joins the open transaction. */
type Resume = (taskId: string) => InboxAnswer;

/**
 * "This was not a loop": dismisses findings of the task, and resumes it if a loop had stopped it. A task that goes on
 * gets back what the findings had counted. In one transaction, or refused without a change; repeating it changes
 * nothing. The task exists.
 */
export function applyNotALoop(
  tools: InterventionTools,
  { taskId, finding: named }: NotALoopRequest,
  resume: Resume,
): InboxAnswer {
  const { store, config, journal } = tools;
  const countsOn = countingTask(config, taskId);
  const findings = listFindings(store, countsOn).filter(
    ({ turn }) => taskId === countsOn || isWithin(config, turn.taskId, taskId),
  );
  const stopped = [...new Set([taskId, countsOn])].find((id) => isStopped(tools, id, findings));
  const { turnsBefore: decidedAfter } = requireTask(store, countsOn);
  const isMeant = stopped === taskId;
  const choice = { taskId, named, findings, decidedAfter, isStopped: isMeant };
  const found = chooseFindings(choice);
  if (!found.ok) return { ok: false, message: found.reason };
  const { chosen } = found;
  const isOld = named !== undefined && chosen.every(({ turn }) => turn.number <= decidedAfter);
  const resumed = isOld ? undefined : stopped;
  if (found.isKnown) return { ok: true, message: alreadyDismissed(taskId, named) };
  return journal.transaction(() => {
    const taken = resumed === undefined ? takeBack(tools, countsOn, chosen) : undefined;
    for (const each of chosen) dismiss(tools, countsOn, each);
    if (resumed === undefined)
      return { ok: true, message: describeDismissed(taskId, chosen, taken) };
    const answer = resume(resumed);
    return { ...answer, message: describeResumed(answer.message, chosen) };
  });
}

/** Whether a loop over attempts, or over strategies, or a refused call of its last turn stopped the task. */
function isStopped(
  { store }: InterventionTools,
  taskId: string,
  findings: readonly Finding[],
): boolean {
  if (endsLoop(store, taskId)) return true;
  const status = store.getTask(taskId)?.status ?? 'pending';
  const last = findings.findLast(({ turn }) => turn.taskId === taskId);
  const isLast = last !== undefined && last.turn.number === store.countTurns(last.turn.countsOn);
  return (
    status === 'blocked' && isLast && last.turn.consequence === 'blocked' && needsHuman(status)
  );
}

function dismiss(
  { store, clock, journal, who }: InterventionTools,
  countsOn: string,
  { turn, detector, places }: Finding,
): void {
  const at = clock.now().toISOString();
  store.addDismissedFinding({ turnId: turn.id, countsOn, turn: turn.number, detector, places, at });
  journal.record({
    event: 'finding_dismissed',
    taskId: countsOn,
    data: { turn: turn.number, detector, by: who },
  });
}

function alreadyDismissed(taskId: string, named: number | undefined): string {
  const which =
    named === undefined
      ? `The loops found in ${taskId} are`
      : `The loop found in turn ${named} of ${taskId} is`;
  return `${which} already marked as not a loop; nothing changed.`;
}
