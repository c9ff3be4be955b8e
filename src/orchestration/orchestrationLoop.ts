import type { DevsConfig } from '../domain/config';
import type { Actor } from '../domain/lease';
import type { LoopStatus } from '../domain/attempt';
import type { RunEnd } from '../domain/run';
import type { TaskDefinition } from '../domain/task';
import { needsHuman } from '../domain/taskStatus';
import { changedConfig } from './configChange';
import { beforeVisit } from './attempts/beforeVisit';
import { loopStatus } from './attempts/loopStatus';
import { Visit } from './attempts/visit';
import { CurrentTurn } from './currentTurn';
import { EventJournal } from './eventJournal';
import { requireTask } from './loopDetection';
import { HookCalls } from './hookCalls';
import type { OrchestrationDeps } from './orchestrationDeps';
import { runEnd } from './runEnd';
import { StateController } from './stateController';
import { recoverInterrupted, syncTasks } from './taskRegistry';
import { nextTask } from './scheduling/nextTask';
import { countingTask, isWithin } from './scheduling/taskTree';
import { TurnExecutor } from './turn/turnExecutor';

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
  private readonly hooks: HookCalls;
  private readonly selection: ReadonlySet<string> | undefined;
  private stop: Stop = 'none';
  private current: CurrentTurn | undefined;
  private over = false;

  constructor(
    private readonly deps: OrchestrationDeps,
    private readonly options: LoopOptions,
  ) {
    this.config = options.config;
    this.selection = options.taskIds && new Set(options.taskIds);
    this.stateController = new StateController(deps.store);
    this.hooks = new HookCalls(deps.hook, deps.observer);
    this.journal = new EventJournal(deps.store, deps.clock, (event) => {
      this.hooks.tell(this.config.onEvent, event);
      deps.observer.onEvent(event);
    });
    this.turns = new TurnExecutor(deps, this.journal);
  }

  /** The configuration that the next turn will use. */
  currentConfig(): DevsConfig {
    return this.config;
  }

  /** Whether it runs, how many visits there were, and the attempts at each task (document 001). */
  getStatus(): LoopStatus {
    return loopStatus(this.deps.store, !this.over);
  }

  /** True once no turn will come any more; event commands may still run. */
  isOver(): boolean {
    return this.over;
  }

  /**
   * Runs to the end. Rejects only when the workspace or the state cannot be read or written; what
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
      await this.hooks.settled();
    }
  }

  /** Ends the run after its turn, or at once: the turn is then recorded as interrupted. */
  pause(now: boolean): void {
    if (now) {
      this.stop = 'cancelled';
      this.current?.end();
    } else if (this.stop === 'none') {
      this.stop = 'afterTurn';
      this.current?.waitNoMore();
    }
  }

  /** Writes into the history of the running task who asks for a pause; nothing when none runs. */
  notePause(now: boolean, who: Actor): void {
    const taskId = this.current?.taskId;
    if (taskId === undefined || this.stop === 'cancelled') return;
    const detail = now ? 'the running turn was cancelled' : 'after the turn';
    const data = { what: 'pause', who, from: 'in_progress', to: 'pending', detail };
    this.journal.transaction(() => this.journal.record({ event: 'intervention', taskId, data }));
  }

  /** A human resumed a task: the minutes of the run count anew. */
  renewMinutes(): void {
    this.turns.renewMinutes();
  }

  /**
   * Does something to a task that may be running, itself or in one of its subtasks: the turn is
   * ended first and recorded as interrupted, and nothing comes between. Otherwise `act` runs at once.
   */
  async interrupt<T>(taskId: string, act: () => T): Promise<T> {
    const { current } = this;
    if (current === undefined || !isWithin(this.config, current.taskId, taskId)) return act();
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
    });
    this.journal.transaction(() => {
      this.stateController.settle();
      this.journal.record({ event: 'run_ended', data: { ...end } });
    });
    return end;
  }

  /** One attempt at the next runnable task; false when the run is over. */
  private async visitNext(): Promise<boolean> {
    if (this.isStopping()) return false;
    const task = this.next();
    if (task === undefined) return false;
    if (!(await this.isVisited(task.id)) || this.statusOf(task.id) !== 'pending') return true;
    this.turns.changeStatus(task.id, 'in_progress');
    const tools = { ...this.deps, journal: this.journal };
    const visit = new Visit(tools, () => this.config, task.id);
    while (visit.goesOn() && !this.isStopping()) await this.oneTurn(task.id, visit);
    visit.end();
    this.stopWhenHumanIsNeeded(task.id);
    return true;
  }

  private next(): TaskDefinition | undefined {
    return nextTask(this.config, this.deps.store, this.selection);
  }

  /** Whether the next task is visited, after what the attempts at it call for. */
  private async isVisited(taskId: string): Promise<boolean> {
    const isNext = (): boolean => !this.isStopping() && this.next()?.id === taskId;
    const tools = { ...this.deps, journal: this.journal, config: this.config };
    const found = await beforeVisit(tools, taskId, isNext);
    if (found === 'left') this.stopWhenHumanIsNeeded(taskId);
    return found === 'visit';
  }

  private async oneTurn(taskId: string, visit: Visit): Promise<void> {
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
