import type { DevsConfig } from '../../model/config/config';
import type { Turn } from '../../model/turn/turn';
import { EventJournal } from '../../engine/state/eventJournal';
import { recoverInterrupted, syncTasks } from '../../engine/run/taskRegistry';
import { fileMissingIssues } from '../../engine/turn/fileIssue';
import type { RecoveredLandings } from '../../engine/landing/recoverLandings';
import type { TurnTrace } from '../../engine/turn/context/turnCheckpoints';
import type { StoreReader } from '../../ports/store';
import { StateError, type HeldLease } from '../../ports/workspaceState';
import type { DevsAppParts } from './devsAppParts';
import {
  dropLostRewinds,
  listPlaces,
  placeOfTurn,
  sweepWorktrees,
  undoDiscards,
} from './recoverPlaces';
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
  const edited = await bringBackEditedTests(parts, lease, running);
  const rewound = await finishInterruptedRewinds(parts, lease, { journal, config });
  const { landed, notices: landings } = await finishInterruptedLandings(parts, lease);
  const notices = [
    ...edited,
    ...rewound,
    ...landings,
    ...running.filter(({ id }) => !landed.has(id)).map(describeInterruptedTurn),
  ];
  const traces = new Map<string, TurnTrace>();
  for (const turn of running) traces.set(turn.id, await traceInterruptedTurn(adapters, turn));
  recoverInterrupted({ store, journal, clock }, config, { traces, landed });
  if (config !== undefined) syncTasks(store, config);
  await sweepWorktrees(adapters, store, config);
  notices.push(...(await undoDiscards(adapters, store, config)));
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
  { adapters }: DevsAppParts,
  { store }: HeldLease,
  running: readonly Turn[],
): Promise<readonly string[]> {
  const messages: string[] = [];
  for (const files of store.listOriginalFiles()) {
    const { recoverOriginalFiles } = await import('../../engine/verification/originalFiles');
    const turn = running.find(({ id }) => files.turnId.startsWith(id));
    const place = turn === undefined ? adapters : await placeOfTurn(adapters, turn);
    if (place === undefined) store.removeOriginalFiles(files.turnId);
    else
      messages.push(await recoverOriginalFiles({ store, checkpoints: place.checkpoints }, files));
  }
  return messages;
}

async function finishInterruptedLandings(
  { adapters }: DevsAppParts,
  { store }: HeldLease,
): Promise<RecoveredLandings> {
  if (store.listLandings({ status: 'applying' }).length === 0)
    return { notices: [], landed: new Map() };
  const { recoverLandings } = await import('../../engine/landing/recoverLandings');
  const { checkpoints, worktrees } = adapters;
  return await recoverLandings({ store, checkpoints, worktrees });
}

async function finishInterruptedRewinds(
  { adapters }: DevsAppParts,
  { store }: HeldLease,
  { journal, config }: { readonly journal: EventJournal; readonly config: DevsConfig | undefined },
): Promise<readonly string[]> {
  if (!store.listRewinds().some(({ status }) => status === 'applying')) return [];
  const { completeInterrupted: finishCutOff } = await import('../../engine/rewind/finishing');
  const messages: string[] = [];
  for (const { history, checkpoints } of await listPlaces(adapters, store, config))
    messages.push(...(await finishCutOff({ store: history, journal, checkpoints })));
  return [...messages, ...dropLostRewinds(store, journal)];
}

function describeInterruptedTurn({ number, taskId }: Turn): string {
  return `Turn ${number} of ${taskId} was interrupted, because Devs was killed. This turn is not counted.`;
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
  const place = await placeOfTurn(adapters, turn);
  if (place === undefined) return {};
  const paths = await readCheckpointPaths(place, turn.checkpointBefore);
  const { trace } = await traceOf(place, {
    repositoryBefore,
    since: new Date(startedAt),
    paths,
  });
  return trace.checkpointAfter === undefined ? trace : { ...trace, checkpointLate: true };
}

async function readCheckpointPaths(
  { checkpoints }: Pick<DevsAppParts['adapters'], 'checkpoints'>,
  checkpoint: string,
): Promise<readonly string[]> {
  try {
    return [...(await checkpoints.read(checkpoint)).files.keys()];
  } catch (error) {
    if (error instanceof StateError) return [];
    throw error;
  }
}
