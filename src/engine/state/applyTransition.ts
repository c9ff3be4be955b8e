import type { TaskRecord } from '../../model/task/task';
import type { EngineEvent } from '../../model/task/taskEvent';
import { transition, type EngineEffect } from '../../model/task/transition';
import type { Store } from '../../ports/store';
import type { EventJournal } from './eventJournal';
import { requireTask } from './requireTask';

export interface TransitionTools {
  readonly store: Store;
  readonly journal: EventJournal;
}

/** Events after which a task waits for a human: `blockTask` applies them. */
export type BlockingEvent = Extract<EngineEvent, { readonly type: 'blocked' | 'loopEscalated' }>;
export type PlainEvent = Exclude<EngineEvent, BlockingEvent>;

/** Applies an event to a task and performs the effects. Call it in the journal's transaction. */
export function applyTransition(tools: TransitionTools, taskId: string, event: PlainEvent): void {
  applyAnyTransition(tools, taskId, event);
}

/** As `applyTransition`; only for `blockTask`, which also records that the task needs a human. */
export function applyAnyTransition(
  tools: TransitionTools,
  taskId: string,
  event: EngineEvent,
): void {
  const task = requireTask(tools.store, taskId);
  const result = transition(task, event);
  if (!result.ok) throw new Error(`${taskId}: ${result.reason}`);
  for (const effect of result.effects) carryOut(tools, taskId, effect);
  writeTask(tools.store, task, result.task);
}

/** Applies one effect. Call it in the journal's transaction. */
export function carryOut(
  { store, journal }: TransitionTools,
  taskId: string,
  effect: EngineEffect,
): void {
  switch (effect.type) {
    case 'recordChange': {
      const { from, to, reason } = effect;
      journal.record({ event: 'task_status_changed', taskId, data: { from, to, reason } });
      return;
    }
    case 'joinQueue':
      store.updateTask(taskId, { queuedAt: store.newestAttempt() });
      return;
    case 'clearHints':
      store.clearHints(taskId);
      return;
    case 'forgetStrategies':
      store.updateTask(taskId, { roleMemory: undefined });
      store.resetFailures(taskId, { forget: true });
      store.clearAbandoned(taskId);
      return;
    case 'restartAttempts':
      store.updateTask(taskId, { attemptsBefore: store.newestAttempt() });
      return;
    default:
      effect satisfies never;
  }
}

/** Writes the fields in which two records of a task differ. */
export function writeTask(store: Store, before: TaskRecord, after: TaskRecord): void {
  const changed = Object.entries(after).filter(
    ([field, value]) => before[field as keyof TaskRecord] !== value,
  );
  store.updateTask(before.id, Object.fromEntries(changed));
}
