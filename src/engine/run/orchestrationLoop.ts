import type { DevsConfig } from '../../model/config/config';
import type { Actor } from '../../model/workspace/leaseHolder';
import type { LoopStatus } from '../../model/task/attempt';
import type { RunEnd } from '../../model/run/runStatus';
import { needsHuman } from '../../model/task/taskStatus';
import { changedConfig } from './configChange';
import { recoverBeforeAttempt } from '../attempts/recoverBeforeAttempt';
import { loopStatus } from '../attempts/loopStatus';
import { OpenAttempt } from '../attempts/openAttempt';
import { CurrentTurn } from './currentTurn';
import { EventCommands } from './eventCommands';
import { EventJournal } from '../state/eventJournal';
import { requireTask } from '../state/requireTask';
import { endWaits } from '../interventions/endWaits';
import { Lane } from './lane';
import type { OrchestrationDeps } from '../turn/context/orchestrationDeps';
import { runEnd } from './runEnd';
import { StateController } from '../state/stateController';
import { recoverInterrupted, syncTasks } from './taskRegistry';
import { countingTask, isWithin } from '../scheduling/taskTree';
import { TurnExecutor } from '../turn/turnExecutor';

export interface LoopOptions {
  readonly config: DevsConfig;
  /** Run these alone; absent: all. */
  readonly taskIds: readonly string[] | undefined;
  /** Aborting ends the running turn at once. */
  readonly signal: AbortSignal;
  /** Who runs, for the report of the run. */
  readonly by?: Actor;
}

/** What ends a run before its tasks are used up. */
type Stop = 'none' | 'afterTurn' | 'cancelled' | 'paused';

/** Runs tasks turn by turn until none can run, a task pauses, or the human says so. For one use. */
export class OrchestrationLoop {
  readonly journal: EventJournal;
  private config: DevsConfig;
  private readonly turns: TurnExecutor;
  private readonly stateController: StateController;
  private readonly eventCommands: EventCommands;
  private stop: Stop = 'none';
  private current: CurrentTurn | undefined;
  private readonly lane: Lane;
  /** A human ended the run while it slept. */
  private stoppedAsleep = false;
  private over = false;

  constructor(
    private readonly deps: OrchestrationDeps,
    private readonly options: LoopOptions,
  ) {
    this.config = options.config;
    this.stateController = new StateController(deps.store);
    this.eventCommands = new EventCommands(deps);
    this.journal = new EventJournal(deps.store, deps.clock, (event) => {
      this.eventCommands.tell(this.config.onEvent, event);
      deps.observer.onEvent(event);
    });
    this.turns = new TurnExecutor(deps, this.journal);
    const msLeft = (maxMinutes: number): number => this.turns.msLeft(maxMinutes);
    const selection = options.taskIds && new Set(options.taskIds);
    this.lane = new Lane({ ...deps, msLeft, selection });
  }

  /** The configuration of the next turn. */
  currentConfig(): DevsConfig {
    return this.config;
  }

  /** Whether it runs, how many visits there were, and the attempts at each task (docs/decisions/loop-recovery.md). */
  getStatus(): LoopStatus {
    return loopStatus(this.deps.store, !this.over);
  }

  /** True once no turn will come any more; event commands may still run. */
  isOver(): boolean {
    return this.over;
  }

  /** True while nothing can run before a clock. */
  isAsleep(): boolean {
    return this.lane.isAsleep();
  }

  /**
   * Runs to the end: until nothing can run before a human decides. What only a clock keeps from
   * running is waited for. Rejects only when the workspace or the state cannot be read or written; what
   * was recorded until then stays.
   */
  async run(): Promise<RunEnd> {
    const onAbort = (): void => this.pause(true);
    this.options.signal.addEventListener('abort', onAbort);
    if (this.options.signal.aborted) onAbort();
    try {
      this.begin();
      while (await this.visitNext());
      return this.finish();
    } catch (error) {
      this.leaveTidy();
      throw error;
    } finally {
      this.over = true;
      this.options.signal.removeEventListener('abort', onAbort);
      await this.eventCommands.drain();
    }
  }

  /** Ends the run after its turn, or at once: the turn is then recorded as interrupted. */
  pause(now: boolean): void {
    this.stoppedAsleep ||= this.stop === 'none' && this.isAsleep();
    if (now) {
      this.stop = 'cancelled';
      this.current?.end();
    } else if (this.stop === 'none') {
      this.stop = 'afterTurn';
      this.current?.waitNoMore();
    }
    this.lane.wake();
  }

  /** Reports a change: a sleeping run chooses again. */
  wake(): void {
    this.lane.wake();
  }

  /** Writes into the history of the running task who asks for a pause; nothing when none runs. */
  notePause(now: boolean, who: Actor): void {
    const taskId = this.current?.taskId;
    if (taskId === undefined || this.stop === 'cancelled') return;
    const detail = now ? 'the running turn was cancelled' : 'after the turn';
    const data = { what: 'pause', who, from: 'in_progress', to: 'pending', detail } as const;
    this.journal.transaction(() => this.journal.record({ event: 'intervention', taskId, data }));
  }

  /** A human resumed a task: resets the minutes of the run. */
  renewMinutes(): void {
    this.turns.renewMinutes();
  }

  /**
   * Does something to a task that may be running, itself or in one of its subtasks: the turn is
   * ended first and recorded as interrupted, and nothing comes between. Otherwise `act` runs at once.
   */
  async interrupt<T>(taskId: string, act: () => T): Promise<T> {
    const { current } = this;
    if (current === undefined || !isWithin(this.config, current.taskId, taskId)) {
      const done = act();
      this.wake();
      return done;
    }
    return await current.endAndThen(act);
  }

  /** `devs.yaml` changed: reads it again; a task that was taken out has its turn ended. */
  async reloadConfig(): Promise<void> {
    const result = await this.deps.configSource.read();
    if (this.over) return;
    const { config, warning } = changedConfig(result, this.config);
    if (warning !== undefined) this.deps.observer.onWarning(warning);
    if (config === undefined) return;
    syncTasks(this.deps.store, config);
    this.config = config;
    this.wake();
    const running = this.current?.taskId;
    if (running !== undefined && !this.config.tasks.some((task) => task.id === running)) {
      this.current?.end();
    }
  }

  private begin(): void {
    this.journal.transaction(() => {
      syncTasks(this.deps.store, this.config);
      this.stateController.start();
      const { taskIds, by } = this.options;
      // A named task runs without its waits.
      if (taskIds !== undefined) endWaits({ ...this.deps, config: this.config }, taskIds);
      const data = { tasks: taskIds ?? [], ...(by && { by }) };
      this.journal.record({ event: 'run_started', data });
    });
  }

  private finish(): RunEnd {
    const { stop } = this;
    const end = runEnd({
      store: this.deps.store,
      config: this.config,
      taskIds: this.options.taskIds,
      stopped: stop === 'cancelled' ? 'cancelled' : stop === 'afterTurn' ? 'stopped' : undefined,
      whileWaiting: this.stoppedAsleep,
      waits: this.lane.look(this.config).waiting,
    });
    this.journal.transaction(() => {
      this.stateController.settle();
      this.journal.record({ event: 'run_ended', data: { ...end } });
    });
    return end;
  }

  /**
   * One attempt at the next runnable task; where only a clock keeps tasks from running, a sleep until
   * it does not. False when the run is over.
   */
  private async visitNext(): Promise<boolean> {
    if (this.isStopping()) return false;
    const { task, waiting } = this.lane.look(this.config);
    if (task === undefined) return await this.lane.sleep(this.config, waiting);
    if (!(await this.isVisited(task.id)) || this.statusOf(task.id) !== 'pending') return true;
    const tools = { ...this.deps, journal: this.journal };
    const visit = new OpenAttempt(tools, () => this.config, task.id);
    this.turns.apply(task.id, { type: 'started' });
    while (visit.goesOn() && !this.isStopping()) await this.oneTurn(task.id, visit);
    visit.end();
    this.stopWhenHumanIsNeeded(task.id);
    return true;
  }

  /** Whether the next task gets an attempt, after recoveries. */
  private async isVisited(taskId: string): Promise<boolean> {
    // The visit was begun before it was left to wait.
    if (requireTask(this.deps.store, taskId).waitingUntil !== undefined) return true;
    const isNext = (): boolean =>
      !this.isStopping() && this.lane.look(this.config).task?.id === taskId;
    const tools = { ...this.deps, journal: this.journal, config: this.config };
    const found = await recoverBeforeAttempt(tools, taskId, isNext);
    if (found === 'left') this.stopWhenHumanIsNeeded(taskId);
    return found === 'visit';
  }

  private async oneTurn(taskId: string, visit: OpenAttempt): Promise<void> {
    const current = new CurrentTurn(taskId);
    this.current = current;
    try {
      visit.beforeTurn();
      const afterTurn = (): void => visit.afterTurn();
      await this.turns.execute({ config: this.config, taskId, ...current.signals, afterTurn });
    } finally {
      this.current = undefined;
      current.over();
    }
  }

  private isStopping(): boolean {
    return this.stop !== 'none';
  }

  private stopWhenHumanIsNeeded(visited: string): void {
    if (this.stop !== 'none') return;
    const root = countingTask(this.config, visited);
    const waits = needsHuman(this.statusOf(visited)) || needsHuman(this.statusOf(root));
    const outOfTime = this.turns.minutesAreUp(this.config.limits.maxMinutes);
    if (waits && (this.config.onPause === 'stop' || outOfTime)) this.stop = 'paused';
  }

  private statusOf(taskId: string): ReturnType<typeof requireTask>['status'] {
    return requireTask(this.deps.store, taskId).status;
  }

  private leaveTidy(): void {
    try {
      const { store, clock } = this.deps;
      recoverInterrupted({ store, clock, journal: this.journal }, this.config);
    } catch {
      // The state could not be written: that is the error already on its way to the caller, and the
      // next holder of the lease tidies up in its place.
    }
  }
}
