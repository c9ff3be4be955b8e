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

/** Result of recovery after acquiring the lease. */
export interface RecoveredState {
  readonly journal: EventJournal;
  /** Completed recoveries: one sentence each, for users. */
  readonly notices: readonly string[];
}

/**
 * Recovers work that the previous holder left unfinished: ends its processes, completes its
 * rewinds, closes its turns, files its report. Works without a valid `devs.yaml` too. Throws
 * `StateError` when an interrupted rewind cannot be completed.
 */
export async function recoverOnAcquire(
  parts: DevsAppParts,
  lease: HeldLease,
  config: DevsConfig | undefined,
): Promise<RecoveredState> {
  const { clock, orphanedProcesses, adapters } = parts;
  const { store } = lease;
  const running = store.listRunningTurns();
  const wasRunning = store.getRunStatus() === 'RUNNING';
  // The agent of a killed runner may still be running: nothing may run beside it.
  await orphanedProcesses.end([
    ...running.map((turn) => turn.id),
    ...(wasRunning ? listDebuggedTurns(store) : []),
  ]);
  const { eventLog } = parts;
  const journal = new EventJournal(store, clock, (event) => void eventLog.append(event));
  // These events were recorded before the event log existed.
  for (const event of store.listEventsNamed(['state_recovered'], lease.notices.length)) {
    eventLog.append(event);
  }
  const notices = [
    ...(await bringBackEditedTests(parts, lease)),
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

/** Ids of the turns after which a debugger was called and had not ended. */
function listDebuggedTurns(store: StoreReader): readonly string[] {
  return store
    .listTasks()
    .flatMap(({ debuggerCall: call }) =>
      call?.state.kind === 'running' ? [call.state.turnId] : [],
    );
}

async function bringBackEditedTests(
  { adapters: { checkpoints } }: DevsAppParts,
  { store }: HeldLease,
): Promise<readonly string[]> {
  if (store.listOriginalFiles().length === 0) return [];
  const { recoverOriginalFiles } = await import('../../engine/verification/originalFiles');
  return await recoverOriginalFiles({ store, checkpoints });
}

async function finishInterruptedRewinds(
  { adapters }: DevsAppParts,
  { store }: HeldLease,
  journal: EventJournal,
): Promise<readonly string[]> {
  if (!store.listRewinds().some(({ status }) => status === 'applying')) return [];
  const { completeInterrupted: finishCutOff } = await import('../../engine/rewind/finishing');
  return await finishCutOff({ store, journal, checkpoints: adapters.checkpoints });
}

function describeInterruptedTurn({ number, taskId }: Turn): string {
  return `Turn ${number} of ${taskId} was interrupted: Devs was killed during it. It is not counted.`;
}

/**
 * Records the workspace after a turn whose runner was killed. The kill may be long ago, so the
 * content may include the user's edits (`checkpointLate`). Empty when it cannot be recorded.
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
