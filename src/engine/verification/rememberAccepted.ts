import type { AcceptedPass } from '../../model/baseline/acceptedPass';
import type { DevsConfig } from '../../model/config/config';
import { selectCounted } from '../../model/turn/turn';
import type { Store } from '../../ports/store';
import { countingTask } from '../scheduling/taskTree';

interface Tools {
  readonly config: DevsConfig;
  readonly store: Store;
}

/**
 * Adds a pass that a human accepted to the baseline of every task that goes on: none of them is doubted for the tests and the
 * verification that the human accepted as changed. Call it in the transaction that accepts it.
 */
export function rememberAccepted({ config, store }: Tools, taskId: string): void {
  const pass = toAcceptedPass({ config, store }, taskId);
  if (pass === undefined) return;
  for (const { id } of config.tasks) {
    // In a worktree its work has to land yet, after one more verification.
    const isOver = id === taskId && config.isolation === undefined;
    const baseline = isOver ? undefined : store.getBaseline(id);
    if (baseline !== undefined)
      store.putBaseline({ ...baseline, accepted: [...(baseline.accepted ?? []), pass] });
  }
}

/** Undefined without a baseline, or where the pass was not recorded. */
function toAcceptedPass({ config, store }: Tools, taskId: string): AcceptedPass | undefined {
  const baseline = store.getBaseline(taskId);
  const turn = selectCounted(store.listTurns(countingTask(config, taskId))).findLast(
    (each) => each.taskId === taskId,
  );
  if (baseline === undefined || turn?.checkpointAfter === undefined) return undefined;
  const now = config.tasks.find(({ id }) => id === taskId)?.verify ?? baseline.command;
  return {
    ...{ from: baseline.checkpoint, to: turn.checkpointAfter },
    commands: { from: baseline.command, to: now },
    doubts: turn.doubts ?? [],
  };
}
