import type { TaskDefinition, TaskStatus } from '../../../../src/model/task/task';
import type { QueuedTask, StoreReader } from '../../../../src/ports/store';

/** Where each task of a schedule stands, as the store would tell it. */
export class QueueState implements Pick<StoreReader, 'listQueue'> {
  private readonly queue = new Map<string, QueuedTask>();
  /** Visits so far. */
  visits = 0;

  constructor(tasks: readonly TaskDefinition[]) {
    for (const { id } of tasks) this.set(id, 'pending');
  }

  listQueue(): readonly QueuedTask[] {
    return [...this.queue.values()];
  }

  statusOf(id: string): TaskStatus {
    return this.queue.get(id)?.status ?? 'pending';
  }

  /** As `whyWaiting` asks; only the status of it is ever looked at. */
  getTask(id: string): ReturnType<StoreReader['getTask']> {
    return { status: this.statusOf(id) } as ReturnType<StoreReader['getTask']>;
  }

  set(id: string, status: TaskStatus, queuedAt = this.visits): void {
    this.queue.set(id, { id, status, queuedAt });
  }

  /** A visit to the task ended so. */
  visit(id: string, status: TaskStatus): void {
    this.visits += 1;
    this.set(id, status);
  }
}
