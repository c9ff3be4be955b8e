import type { UsageTools } from './countUsage';

/** Records what calls used that a killed runner left behind, as far as their agents had said it; in a transaction. */
export function recoverUsage({ store, journal }: UsageTools): void {
  for (const { turnId, taskId, call, usage } of store.listRunningCalls()) {
    store.removeRunningCall(turnId, call);
    journal.record({ event: 'usage_reported', taskId, data: usage });
  }
}
