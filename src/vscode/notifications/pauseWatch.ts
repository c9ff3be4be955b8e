import type { Overview, TaskOverview } from '../../model/overview/overview';
import { pausedTasks } from './tasksNeedingYou';

/** Finds the tasks that newly stopped because they need you. */
export class PauseWatch {
  private readonly seen = new Map<string, ReadonlySet<string>>();

  /** Tasks that stopped and had not in the previous overview; none for the first overview of a folder. */
  findNewlyPaused(folder: string, overview: Overview): readonly TaskOverview[] {
    const waiting = pausedTasks(overview);
    const before = this.seen.get(folder);
    this.seen.set(folder, new Set(waiting.map((task) => task.id)));
    return before === undefined ? [] : waiting.filter((task) => !before.has(task.id));
  }
}
