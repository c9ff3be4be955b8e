import type { DevsConfig } from '../../model/config/config';
import type { TaskDefinition } from '../../model/task/task';
import { needsHuman } from '../../model/task/taskStatus';
import type { StoreReader } from '../../ports/store';
import { LaneSleep, type LaneSleepTools } from './laneSleep';
import { clockWaits, type ClockWait } from '../scheduling/clockWaits';
import { nextTask, waitingForClock } from '../scheduling/nextTask';
import { countingTask } from '../scheduling/taskTree';

export interface LaneTools extends LaneSleepTools {
  readonly store: Pick<
    StoreReader,
    'listQueue' | 'getTask' | 'listTaskEvents' | 'listUsageLimits' | 'countTurns' | 'listTasks'
  >;
  /** Milliseconds that the run may still last; Infinity without a limit. */
  readonly msLeft: (maxMinutes: number) => number;
  /** Run these alone; absent: all. */
  readonly selection: ReadonlySet<string> | undefined;
}

/** Next action of a run. */
export interface LaneChoice {
  /** The next task to attempt; undefined when none can run. */
  readonly task: TaskDefinition | undefined;
  /** The tasks that only a clock keeps from running, the first that may run again first. */
  readonly waiting: readonly ClockWait[];
}

/** Sequence of the tasks of a run: chooses the next one, sleeps while only a clock holds them back. */
export class Lane {
  private readonly rest: LaneSleep;

  constructor(private readonly tools: LaneTools) {
    this.rest = new LaneSleep(tools);
  }

  isAsleep(): boolean {
    return this.rest.isAsleep();
  }

  /** Ends a sleep, so that the run chooses again. */
  wake(): void {
    this.rest.wake();
  }

  /** Chooses from one reading of the clock. */
  choose(config: DevsConfig): LaneChoice {
    const { store, selection, msLeft, clock } = this.tools;
    const now = clock.now();
    // Once the minutes of the run are used up, waiting tasks are attempted too and paused for that.
    const isOver = msLeft(config.limits.maxMinutes) <= 0;
    const waits = clockWaits(config, store, now);
    const choice = { selection, waits };
    return {
      task: nextTask(config, store, isOver ? { selection } : choice),
      waiting: waitingForClock(config, store, choice),
    };
  }

  /** Sleeps until the first of the tasks may run again; false when there is none. */
  async sleep(config: DevsConfig, [first, ...others]: LaneChoice['waiting']): Promise<boolean> {
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
