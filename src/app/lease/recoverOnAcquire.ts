import type { DevsConfig } from '../../model/config/config';
import type { Turn } from '../../model/turn/turn';
import { EventJournal } from '../../engine/state/eventJournal';
import { recoverInterrupted, syncTasks } from '../../engine/run/taskRegistry';
import { fileMissingIssues } from '../../engine/turn/fileIssue';
import type { TurnTrace } from '../../engine/turn/context/turnCheckpoints';
import type { StoreReader } from '../../ports/store';
import { StateError, type HeldLease } from '../../ports/workspaceState';
import type { DevsAppParts } from './devsAppParts';
import { reportRun } from './reportRun';

/** A lease that was just taken, with everything put right that a killed process left behind. */
export interface RecoveredState {
  readonly journal: EventJournal;
  /** What was put right, a sentence each for humans. */
  readonly notices: readonly string[];
}

/** What every new holder of the lease does first; without a usable `devs.yaml` too. Throws `StateError` when a cut-off rewind cannot be finished. */
export async function recoverOnAcquire(
  parts: DevsAppParts,
  lease: HeldLease,
  config: DevsConfig | undefined,
): Promise<RecoveredState> {
  const { clock, leftovers, adapters } = parts;
  const { store } = lease;
  const running = store.listRunningTurns();
  const wasRunning = store.getRunStatus() === 'RUNNING';
  // The agent of a killed runner may still be at work for a moment: nothing may run beside it.
  await leftovers.end(running.map((turn) => turn.id));
  const { eventLog } = parts;
  const journal = new EventJournal(store, clock, (event) => void eventLog.append(event));
  // They were recorded before anything could be told.
  for (const event of store.listEventsNamed(['state_recovered'], lease.notices.length)) {
    eventLog.append(event);
  }
  const notices = [
    ...(await finishInterruptedRewinds(parts, lease, journal)),
    ...running.map(describeInterruptedTurn),
  ];
  const traces = new Map<string, TurnTrace>();
  for (const turn of running) traces.set(turn.id, await traceInterruptedTurn(adapters, turn));
  recoverInterrupted({ store, journal, clock }, config, traces);
  if (config !== undefined) syncTasks(store, config);
  if (wasRunning) {
    const warn = (message: string): void => void notices.push(message);
    await fileMissingIssues({ issues: parts.runReports, config, warn }, store);
  }
  return { journal, notices: [...notices, ...(await reportRun(parts, lease, { config }))] };
}

/** Whether a killed process left something to put right. */
export function needsRecovery(store: StoreReader): boolean {
  return (
    store.getRunStatus() === 'RUNNING' ||
    store.listRunningTurns().length > 0 ||
    store.listRewinds().some(({ status }) => status === 'applying')
  );
}

async function finishInterruptedRewinds(
  { adapters }: DevsAppParts,
  { store }: HeldLease,
  journal: EventJournal,
): Promise<readonly string[]> {
  if (!store.listRewinds().some(({ status }) => status === 'applying')) return [];
  const { finishCutOff } = await import('../../engine/rewind/finishing');
  return await finishCutOff({ store, journal, checkpoints: adapters.checkpoints });
}

function describeInterruptedTurn({ number, taskId }: Turn): string {
  return `Turn ${number} of ${taskId} was interrupted: Devs was ended in the middle of it. It counts nothing.`;
}

/**
 * What the workspace looks like after a turn whose runner was killed: nobody else records it. It may
 * be long ago, so that what stands there may be the user's. Nothing where it cannot be recorded.
 */
async function traceInterruptedTurn(
  adapters: DevsAppParts['adapters'],
  turn: Turn,
): Promise<TurnTrace> {
  if (turn.checkpointBefore === undefined) return {};
  const { traceOf } = await import('../../engine/turn/context/turnCheckpoints');
  const { repositoryBefore, startedAt } = turn;
  const paths = await readCheckpointPaths(adapters, turn.checkpointBefore);
  const { trace } = await traceOf(adapters, {
    repositoryBefore,
    since: new Date(startedAt),
    paths,
  });
  return trace.checkpointAfter === undefined ? trace : { ...trace, checkpointLate: true };
}

async function readCheckpointPaths(
  { checkpoints }: DevsAppParts['adapters'],
  checkpoint: string,
): Promise<readonly string[]> {
  try {
    return [...(await checkpoints.read(checkpoint)).files.keys()];
  } catch (error) {
    if (error instanceof StateError) return [];
    throw error;
  }
}
