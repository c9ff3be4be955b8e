import type { DevsConfig } from '../domain/config';
import type { Turn } from '../domain/turn';
import { EventJournal } from '../orchestration/eventJournal';
import { recoverInterrupted, syncTasks } from '../orchestration/taskRegistry';
import type { TurnTrace } from '../orchestration/turn/turnCheckpoints';
import type { StoreReader } from '../ports/store';
import type { HeldLease } from '../ports/workspaceState';
import type { DevsAppParts } from './parts';

/** A lease that was just taken, with everything put right that a killed process left behind. */
export interface TakenOver {
  readonly journal: EventJournal;
  /** What was put right, a sentence each for humans. */
  readonly told: readonly string[];
}

/** What every new holder of the lease does first. Throws `StateError` when a cut-off rewind cannot be finished. */
export async function takeOver(
  parts: DevsAppParts,
  lease: HeldLease,
  config: DevsConfig,
): Promise<TakenOver> {
  const { clock, leftovers, adapters } = parts;
  const { store } = lease;
  const running = store.listRunningTurns();
  // The agent of a killed runner may still be at work for a moment: nothing may run beside it.
  await leftovers.end(running.map((turn) => turn.id));
  const journal = new EventJournal(store, clock, () => undefined);
  const told = await finishRewinds(parts, lease, { journal, config });
  const traces = new Map<string, TurnTrace>();
  for (const turn of running) traces.set(turn.id, await traceOfKilled(adapters, turn));
  recoverInterrupted({ store, journal }, clock.now(), traces);
  syncTasks(store, config);
  return { journal, told };
}

/** Whether a killed process left something to put right. */
export function isLeftUndone(store: StoreReader): boolean {
  return (
    store.getRunStatus() === 'RUNNING' ||
    store.listRunningTurns().length > 0 ||
    store.listRewinds().some(({ status }) => status === 'applying')
  );
}

async function finishRewinds(
  { clock, adapters, state }: DevsAppParts,
  { store }: HeldLease,
  { journal, config }: { readonly journal: EventJournal; readonly config: DevsConfig },
): Promise<readonly string[]> {
  if (!store.listRewinds().some(({ status }) => status === 'applying')) return [];
  const { finishCutOff } = await import('../orchestration/rewind/rewinding');
  const { checkpoints } = adapters;
  return await finishCutOff({ store, journal, clock, config, checkpoints, who: state.self });
}

/** What the workspace looks like after a turn whose runner was killed: nobody else records it. */
async function traceOfKilled(adapters: DevsAppParts['adapters'], turn: Turn): Promise<TurnTrace> {
  if (turn.checkpointBefore === undefined) return {};
  const { traceOf } = await import('../orchestration/turn/turnCheckpoints');
  const before = await adapters.checkpoints.read(turn.checkpointBefore);
  const { repositoryBefore, startedAt } = turn;
  const paths = before.files.keys();
  const { trace } = await traceOf(adapters, {
    repositoryBefore,
    since: new Date(startedAt),
    paths,
  });
  return trace;
}
