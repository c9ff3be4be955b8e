import type { ContextEntry } from '../../model/task/contextEntry';
import type { Clock } from '../../ports/clock';
import type { Store, StoreReader } from '../../ports/store';
import type { EventJournal } from '../state/eventJournal';

interface DirectiveTools {
  readonly store: Store;
  readonly journal: EventJournal;
  readonly clock: Clock;
}

/** Directives of recoveries that head the next prompt of a task. */
export interface OpenDirectives {
  /** Authority over blockers of this very task. */
  readonly authority: readonly ContextEntry[];
  /** Directives about abandoned tasks: reported once, to the next task. */
  readonly doNotRevisit: readonly ContextEntry[];
}

/** Directives at the head of the task's next prompt, oldest first. */
export function openDirectives(store: StoreReader, taskId: string): OpenDirectives {
  const left = store.listContextEntries({ topic: 'loop_recovery', open: true }).toReversed();
  return {
    authority: openAuthority(store, taskId),
    doNotRevisit: left.filter((entry) => entry.taskId !== taskId),
  };
}

/** Authority over blockers of this very task, oldest first. */
export function openAuthority(store: StoreReader, taskId: string): readonly ContextEntry[] {
  return store.listContextEntries({ taskId, topic: 'unblock_authority', open: true }).toReversed();
}

/** Why an authority that helped is withdrawn. */
export const BLOCKERS_GONE = 'the blockers are gone';

/** Withdraws the authority of a task, if any. Call it in the journal's transaction. */
export function withdrawAuthority(tools: DirectiveTools, taskId: string, why: string): void {
  const at = tools.clock.now().toISOString();
  for (const { id, loop } of openAuthority(tools.store, taskId)) {
    tools.store.closeContextEntry(id, { at, why });
    const data = { reason: why, blockers: loop?.blockers ?? [] };
    tools.journal.record({ event: 'authority_withdrawn', taskId, data });
  }
}

/** Withdraws an authority that was granted for another definition of the task. */
export function withdrawOutdated(tools: DirectiveTools, taskId: string, definition: string): void {
  const outdated = openAuthority(tools.store, taskId).some(({ loop }) => {
    const proof = loop?.evidence.at(-1)?.number ?? 0;
    const [attempt] = tools.store.listAttempts({ taskId, after: proof - 1 });
    return attempt?.number === proof && !['', definition].includes(attempt.definition);
  });
  if (!outdated) return;
  tools.journal.transaction(() => withdrawAuthority(tools, taskId, 'the task was edited'));
}

/** Closes the directives of a task's recoveries after a human's decision. */
export function closeDirectives(tools: DirectiveTools, taskId: string, why: string): void {
  withdrawAuthority(tools, taskId, why);
  const at = tools.clock.now().toISOString();
  for (const { id } of tools.store.listContextEntries({ taskId, open: true })) {
    tools.store.closeContextEntry(id, { at, why });
  }
}
