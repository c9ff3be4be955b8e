import type { DevsConfig } from '../../model/config/config';
import { needsHuman } from '../../model/task/taskStatus';
import type { StoreReader } from '../../ports/store';
import { taskIndex } from '../scheduling/taskIndex';
import { waitsToLand, type LandingReader } from '../scheduling/waitsToLand';

type SelectionReader = LandingReader & Pick<StoreReader, 'getTask' | 'listQueue'>;

/** The tasks that a run works on: the named ones, and those of the others that only have to land. */
export class RunSelection {
  private landing: readonly string[] = [];

  /** `named`: ids of tasks; absent: all. */
  constructor(
    private readonly named: readonly string[] | undefined,
    private readonly store: SelectionReader,
  ) {}

  /** Ids of the tasks that may be chosen; undefined: all. */
  chooseFrom(config: DevsConfig): ReadonlySet<string> | undefined {
    // One whose landing came to nothing waits for a run of its own.
    const landing = this.landing.filter((id) => this.onlyLands(config, id));
    return this.named && new Set([...this.named, ...landing]);
  }

  /** Looks for tasks that only have to land. To be called when the run begins and when a human has decided about a task. */
  renew(config: DevsConfig): void {
    if (this.named === undefined) return;
    const named = new Set(this.named);
    const pending = this.store.listQueue().filter(({ status }) => status === 'pending');
    this.landing = pending.flatMap(({ id }) =>
      !named.has(id) && this.onlyLands(config, id) ? [id] : [],
    );
  }

  /** Whether another turn of the task is wanted: no agent is called for a task that is not named. */
  wants(config: DevsConfig, taskId: string): boolean {
    return this.named?.includes(taskId) !== false || this.onlyLands(config, taskId);
  }

  /** Ids of the tasks by whose status the run ends: the named ones, and those whose landing needs a human; undefined: all. */
  get answered(): readonly string[] | undefined {
    const needing = this.landing.filter((id) => {
      const task = this.store.getTask(id);
      return task !== undefined && needsHuman(task.status);
    });
    return this.named && [...this.named, ...needing];
  }

  private onlyLands(config: DevsConfig, taskId: string): boolean {
    const task = taskIndex(config).task(taskId);
    if (task === undefined || config.isolation === undefined) return false;
    return waitsToLand({ store: this.store, config }, task);
  }
}
