import type { Overview, TaskOverview } from '../../model/overview/overview';
import { tasksNeedingYou } from './tasksNeedingYou';

/** Notices which tasks have come to need a human since it looked last. */
export class PauseWatch {
  private readonly seen = new Map<string, ReadonlySet<string>>();

  /** The tasks that did not need you at the last look; none at the first look at a folder. */
  findNewlyPaused(folder: string, overview: Overview): readonly TaskOverview[] {
    const waiting = tasksNeedingYou(overview);
    const before = this.seen.get(folder);
    this.seen.set(folder, new Set(waiting.map((task) => task.id)));
    return before === undefined ? [] : waiting.filter((task) => !before.has(task.id));
  }
}
