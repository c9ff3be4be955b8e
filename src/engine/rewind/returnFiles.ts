import { isFinished } from '../../model/task/taskStatus';
import { selectCounted, type Turn } from '../../model/turn/turn';
import { isPivotRewind, type RewindRecord } from '../../model/workspace/rewindRecord';
import { StateError } from '../../ports/workspaceState';
import { withoutFullStop } from '../../text/sentence';
import { findPivotTarget } from '../../rules/rewind/findPivotTarget';
import { isWithin } from '../scheduling/taskTree';
import { requireTask } from '../state/requireTask';
import { orStateError } from '../state/orStateError';
import type { PivotOf } from '../state/recordPivotFiles';
import { recordAsTheyAre } from './pivotRecord';
import { carryOut, type RewindOutcome } from './rewinding';
import type { RewindTools } from './rewindTools';

/** As for a rewind; Devs itself acts. */
export type ReturnTools = Omit<RewindTools, 'who'>;

/**
 * Returns the files of a task whose newest pivot left that to be done, once for each pivot: a rewind of the turns that
 * count on the task (design §4, `onPivot`). Where it cannot be made, the files stay, and the reason is recorded. Call
 * it before the next turn. Throws `StateError` if the state cannot be written.
 */
export async function returnFiles(tools: ReturnTools, taskId: string): Promise<void> {
  const { store, config } = tools;
  const pivotCount = requireTask(store, taskId).pivotDue;
  if (pivotCount === 0 || !isDue(tools, taskId)) return;
  const pivot = { taskId, pivotCount };
  const { onPivot } = config;
  if (onPivot === 'keep') recordAsTheyAre(tools, pivot, { why: 'onPivot: keep' });
  else if (listHumanRewinds(tools, pivot).some(({ isSincePivot }) => isSincePivot))
    recordAsTheyAre(tools, pivot, { why: 'you rewound or redid files since the pivot' });
  else await rewindTo(tools, pivot, targetOf(tools, pivot, onPivot));
}

function isDue({ store }: Pick<ReturnTools, 'store'>, taskId: string): boolean {
  return store.listPivots(taskId).at(-1)?.files?.kind === 'due';
}

async function rewindTo(tools: ReturnTools, pivot: PivotOf, toTurn: number): Promise<void> {
  const { taskId, pivotCount } = pivot;
  const who = { who: 'devs', pivot: pivotCount } as const;
  const outcome = await orStateError(() =>
    carryOut({ ...tools, who }, { kind: 'rewind', taskId, toTurn }),
  );
  if (outcome instanceof StateError) {
    // The next holder completes a rewind that could not be recorded.
    if (tools.store.listRewinds().some((each) => isOpen(each, taskId))) throw outcome;
    recordAsTheyAre(tools, pivot, { why: withoutFullStop(outcome.message) });
  } else recordWithoutChange(tools, pivot, outcome);
}

function isOpen(rewind: RewindRecord, taskId: string): boolean {
  return rewind.status === 'applying' && rewind.taskId === taskId;
}

/** Records an outcome for which no rewind was begun; what became of one is on record. */
function recordWithoutChange(tools: ReturnTools, pivot: PivotOf, outcome: RewindOutcome): void {
  if (!isDue(tools, pivot.taskId)) return;
  if (!outcome.ok) {
    recordAsTheyAre(tools, pivot, { why: withoutFullStop(outcome.message) });
    return;
  }
  const { kept } = outcome.done;
  const why = kept.length === 0 ? 'they have that content already' : 'every changed file is kept';
  recordAsTheyAre(tools, pivot, { why, kept });
}

function targetOf(tools: ReturnTools, pivot: PivotOf, onPivot: 'best' | 'start'): number {
  const { store, config } = tools;
  const { taskId } = pivot;
  const { firstTurn } = requireTask(store, taskId);
  const humans = listHumanRewinds(tools, pivot).filter(
    ({ rewind: { kind, undoneBy } }) => kind === 'rewind' && undoneBy === undefined,
  );
  return findPivotTarget({
    taskId,
    onPivot,
    turns: selectCounted(store.listTurns(taskId)).filter(({ number }) => number >= firstTurn),
    isFinished: (id) => isFinished(store.getTask(id)?.status ?? 'pending'),
    isRewound: (turn) =>
      humans.some(
        ({ rewind, turns }) =>
          isWithin(config, turn.taskId, rewind.taskId) &&
          rewind.toTurn < turn.number &&
          !turns.has(turn.id),
      ),
  });
}

interface HumanRewind {
  readonly rewind: RewindRecord;
  /** Ids of the turns since. */
  readonly turns: ReadonlySet<string>;
  /** No turn that counts on the task began since. */
  readonly isSincePivot: boolean;
}

/** Rewinds and redos that humans made of the task or its subtasks, oldest first. */
function listHumanRewinds(
  { store, config }: ReturnTools,
  { taskId }: PivotOf,
): readonly HumanRewind[] {
  const own = store.listTurns(taskId);
  return store
    .listRewinds()
    .filter((rewind) => !isPivotRewind(rewind) && isWithin(config, rewind.taskId, taskId))
    .map((rewind) => {
      const turns = idsAfter(store.listTurnsFrom(rewind.afterTurn), rewind);
      return { rewind, turns, isSincePivot: !own.some(({ id }) => turns.has(id)) };
    });
}

function idsAfter(turns: readonly Turn[], { afterTurn }: RewindRecord): ReadonlySet<string> {
  return new Set(turns.map(({ id }) => id).filter((id) => id !== afterTurn));
}
