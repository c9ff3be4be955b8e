import type { DevsConfig } from '../../model/config/config';
import type { TaskDefinition } from '../../model/task/task';
import { needsHuman } from '../../model/task/taskStatus';
import type { StoreReader } from '../../ports/store';
import type { RunSelection } from './runSelection';
import { RunSleep, type RunSleepTools } from './runSleep';
import { clockWaits, type ClockWait, type WaitReader } from '../scheduling/clockWaits';
import { nextTask, waitingForClock } from '../scheduling/nextTask';
import { countingTask } from '../scheduling/taskTree';

export interface ChooserTools extends RunSleepTools {
  readonly store: Pick<StoreReader, 'countTurns' | 'listTasks'> & WaitReader;
  /** Milliseconds that the run may still last; Infinity without a limit. */
  readonly msLeft: (maxMinutes: number) => number;
  readonly selection: Pick<RunSelection, 'chooseFrom'>;
}

/** Next action of a run. */
export interface TaskChoice {
  /** The next task to attempt; undefined when none can run. */
  readonly task: TaskDefinition | undefined;
  /** The tasks that only a clock keeps from running, the first that may run again first. */
  readonly waiting: readonly ClockWait[];
}

/** Chooses the next task of a run, and sleeps while only a clock holds the tasks back. */
export class TaskChooser {
  private readonly rest: RunSleep;

  constructor(private readonly tools: ChooserTools) {
    this.rest = new RunSleep(tools);
  }

  isAsleep(): boolean {
    return this.rest.isAsleep();
  }

  /** Ends a sleep, so that the run chooses again. */
  wake(): void {
    this.rest.wake();
  }

  /** Chooses from one reading of the clock. `atWork`: tasks at which attempts are made now. */
  choose(config: DevsConfig, atWork: Iterable<string> = []): TaskChoice {
    const { store, msLeft, clock } = this.tools;
    const selection = this.tools.selection.chooseFrom(config);
    const now = clock.now();
    // Once the minutes of the run are used up, waiting tasks are attempted too and paused for that.
    const isOver = msLeft(config.limits.maxMinutes) <= 0;
    const waits = clockWaits(config, store, now);
    const busy = new Set([...atWork].map((id) => countingTask(config, id)));
    const choice = { selection, waits, busy };
    return {
      task: nextTask(config, store, isOver ? { selection, busy } : choice),
      waiting: waitingForClock(config, store, choice),
    };
  }

  /** Milliseconds until the choice may be another one, as far as a clock decides; Infinity if none does. */
  msToChange(config: DevsConfig, [first]: TaskChoice['waiting']): number {
    if (first === undefined) return Infinity;
    const { clock, msLeft } = this.tools;
    const leftMs = Date.parse(first.until) - clock.now().getTime();
    return Math.max(0, Math.min(leftMs, msLeft(config.limits.maxMinutes)));
  }

  /** Sleeps until the first of the tasks may run again; false when there is none. */
  async sleep(config: DevsConfig, [first, ...others]: TaskChoice['waiting']): Promise<boolean> {
    if (first === undefined) return false;
    const { store, msLeft } = this.tools;
    const needing = store.listTasks().filter((task) => !task.hidden && needsHuman(task.status));
    await this.rest.sleep({
      waits: [first, ...others],
      turn: store.countTurns(countingTask(config, first.taskId)),
      needsHuman: needing.map(({ id }) => id),
      msLeft: msLeft(config.limits.maxMinutes),
    });
    return true;
  }
}
