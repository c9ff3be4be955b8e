import type { LandingRecord } from '../../model/landing/landing';
import type { Store } from '../../ports/store';
import { StateError } from '../../ports/workspaceState';
import { orStateError } from '../state/orStateError';
import type { LandedTurn } from './recordLanding';
import { applyLanding, undoLanding, type WriteTools } from './writeLanding';

export interface RecoveryTools extends WriteTools {
  readonly store: Store;
}

export interface RecoveredLandings {
  /** One sentence for each landing. */
  readonly notices: readonly string[];
  /** Landings that are complete now, by the turn that they belong to: it has succeeded. */
  readonly landed: ReadonlyMap<string, LandedTurn>;
}

/**
 * Completes landings that were cut off; one that cannot be completed, because the user has changed its files since, is
 * undone. Throws `StateError` if a temporary condition prevents both (a full disk).
 */
export async function recoverLandings(tools: RecoveryTools): Promise<RecoveredLandings> {
  const notices: string[] = [];
  const landed = new Map<string, LandedTurn>();
  const running = new Set(tools.store.listRunningTurns().map(({ id }) => id));
  for (const record of tools.store.listLandings({ status: 'applying' })) {
    const written = await orStateError(() => applyLanding(tools, record));
    const isDone = !(written instanceof StateError) && written.kind === 'written';
    if (isDone && running.has(record.turnId)) {
      const { after } = written;
      landed.set(record.turnId, { record, ...(after !== undefined && { after }) });
      notices.push(
        `The work of ${record.taskId} has landed now, after Devs was killed during the landing.`,
      );
    } else {
      await undoLanding(tools, record);
      notices.push(undone(record, written instanceof StateError ? written.message : ''));
    }
  }
  return { notices, landed };
}

function undone({ taskId }: LandingRecord, why: string): string {
  const words = `Devs was killed while the work of ${taskId} landed. The landing was undone; the next turn lands the work again.`;
  return why === '' ? words : `${words} ${why}`;
}
