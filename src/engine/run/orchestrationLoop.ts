import type { DevsConfig } from '../../model/config/config';
import type { Actor } from '../../model/workspace/leaseHolder';
import { PAUSE_DETAILS } from '../../model/run/intervention';
import type { PermissionReply } from '../../model/permissions/askedPermission';
import type { Answer } from '../../ports/answer';
import type { LoopStatus } from '../../model/task/attempt';
import type { RunEnd } from '../../model/run/runStatus';
import { needsHuman } from '../../model/task/taskStatus';
import { changedConfig } from './configChange';
import { AttemptRunner } from './attemptRunner';
import { loopStatus } from '../attempts/loopStatus';
import type { EventJournal } from '../state/eventJournal';
import { requireTask } from '../state/requireTask';
import { endWaits } from '../interventions/endWaits';
import type { AgentTools } from '../tools/agentTools';
import { Lane } from './lane';
import type { OrchestrationDeps } from '../turn/context/orchestrationDeps';
import { runEnd } from './runEnd';
import { createRunParts, type RunParts } from './runParts';
import { StateController } from '../state/stateController';
import { recoverInterrupted, syncTasks } from './taskRegistry';
import { countingTask, isWithin } from '../scheduling/taskTree';

export interface LoopOptions {
  readonly config: DevsConfig;
  /** Run these alone; absent: all. */
  readonly taskIds: readonly string[] | undefined;
  /** Aborting ends the running turn at once. */
  readonly signal: AbortSignal;
  /** Who runs, for the report of the run. */
  readonly by?: Actor;
  /** Whether somebody who can answer permission requests sees the run; false when absent. */
  readonly isAttended?: boolean;
}

/** Why a run ends before all tasks have run. */
type Stop = 'none' | 'afterTurn' | 'cancelled' | 'paused';

/**
 * Controls one run: chooses task after task and has an attempt made at each, until none can run, a task
 * pauses, or a human stops it. For one use.
 */
export class OrchestrationLoop {
  private readonly parts: RunParts;
  private readonly stateController: StateController;
  private readonly attempts: AttemptRunner;
  private readonly lane: Lane;
  private config: DevsConfig;
  private stop: Stop = 'none';
  /** A human ended the run while it slept. */
  private stoppedAsleep = false;
  private over = false;

  constructor(
    given: OrchestrationDeps,
    private readonly options: LoopOptions,
  ) {
    this.config = options.config;
    const config = (): DevsConfig => this.config;
    this.parts = createRunParts(given, {
      ...{ config: options.config, now: config },
      isAttended: options.isAttended ?? false,
    });
    const { deps, journal, turns, limits } = this.parts;
    this.stateController = new StateController(deps.store);
    const isStopping = (): boolean => this.isStopping();
    this.attempts = new AttemptRunner({ deps, journal, turns, config, isStopping });
    const msLeft = (maxMinutes: number): number => limits.msLeft(maxMinutes);
    const selection = options.taskIds && new Set(options.taskIds);
    this.lane = new Lane({ ...deps, msLeft, selection });
  }

  get journal(): EventJournal {
    return this.parts.journal;
  }

  /** The configuration of the next turn. */
  currentConfig(): DevsConfig {
    return this.config;
  }

  /** Whether it runs, the number of attempts, and the attempts at each task (docs/decisions/loop-recovery.md). */
  getStatus(): LoopStatus {
    return loopStatus(this.parts.deps.store, !this.over);
  }

  /** True once no further turn starts; event commands may still run. */
  isOver(): boolean {
    return this.over;
  }

  /** True while the run only waits for a clock. */
  isAsleep(): boolean {
    return this.lane.isAsleep();
  }

  /**
   * Runs until nothing can run without a human's decision. Waits for tasks that only a clock holds back.
   * Rejects only if the workspace or the state cannot be read or written; recorded turns stay.
   */
  async run(): Promise<RunEnd> {
    const onAbort = (): void => this.pause(true);
    this.options.signal.addEventListener('abort', onAbort);
    if (this.options.signal.aborted) onAbort();
    try {
      this.begin();
      while (await this.attemptNext());
      return this.finish();
    } catch (error) {
      this.recoverAfterError();
      throw error;
    } finally {
      this.over = true;
      this.options.signal.removeEventListener('abort', onAbort);
      await this.parts.drain();
    }
  }

  /** Ends the run after its turn, or at once: the turn is then recorded as interrupted. */
  pause(now: boolean): void {
    this.stoppedAsleep ||= this.stop === 'none' && this.isAsleep();
    if (now) {
      this.stop = 'cancelled';
      this.attempts.endTurn();
    } else if (this.stop === 'none') {
      this.stop = 'afterTurn';
      this.attempts.skipWaits();
    }
    this.lane.wake();
  }

  /** As `RunningAgents.tell`. */
  tell(taskId: string, hint: string, earlier: readonly string[]): boolean {
    return this.parts.agents.tell(taskId, hint, earlier);
  }

  /** Takes a human's answer to a permission request of an agent. */
  answerPermission(reply: PermissionReply, who: Actor): Answer {
    return this.parts.permissions.reply(reply, who);
  }

  /**
   * Takes what the running agent says and asks through the tools of Devs, and what a human answers.
   *
   * @internal
   */
  get tools(): AgentTools {
    return this.parts.agentTools;
  }

  /** Reports a change: a sleeping run chooses again. */
  wake(): void {
    this.lane.wake();
  }

  /** Records in the running task who asks for a pause; does nothing if no task runs. */
  notePause(now: boolean, who: Actor): void {
    const taskId = this.attempts.runningTask;
    if (taskId === undefined || this.stop === 'cancelled') return;
    const detail = now ? PAUSE_DETAILS.now : PAUSE_DETAILS.afterTurn;
    const data = { what: 'pause', who, from: 'in_progress', to: 'pending', detail } as const;
    this.journal.transaction(() => this.journal.record({ event: 'intervention', taskId, data }));
  }

  /** Withdraws a pause after the running turn and records who wants that; false if there is none to withdraw. */
  keepGoing(who: Actor): boolean {
    const taskId = this.attempts.runningTask;
    if (this.stop !== 'afterTurn' || taskId === undefined) return false;
    this.stop = 'none';
    const status = { from: 'in_progress', to: 'in_progress' } as const;
    const data = { what: 'pause', who, ...status, detail: PAUSE_DETAILS.withdrawn } as const;
    this.journal.transaction(() => this.journal.record({ event: 'intervention', taskId, data }));
    return true;
  }

  /** A human resumed a task: resets the minutes of the run. */
  renewMinutes(): void {
    this.parts.limits.renewMinutes();
  }

  /**
   * Calls `act` on a task. If the task or one of its subtasks is running, ends that turn first: it is
   * recorded as interrupted, and `act` follows immediately.
   */
  async interrupt<T>(taskId: string, act: () => T): Promise<T> {
    const running = this.attempts.runningTask;
    if (running !== undefined && isWithin(this.config, running, taskId)) {
      return await this.attempts.endTurnAndThen(act);
    }
    const done = act();
    this.wake();
    return done;
  }

  /** Reads a changed `devs.yaml`; ends the running turn if its task was removed. */
  async reloadConfig(): Promise<void> {
    const result = await this.parts.deps.configSource.read();
    if (this.over) return;
    const { config, warning } = changedConfig(result, this.config);
    if (warning !== undefined) this.parts.deps.observer.onWarning(warning);
    if (config === undefined) return;
    syncTasks(this.parts.deps.store, config);
    this.config = config;
    this.wake();
    const running = this.attempts.runningTask;
    if (running !== undefined && !config.tasks.some((task) => task.id === running)) {
      this.attempts.endTurn();
    }
  }

  private begin(): void {
    this.journal.transaction(() => {
      syncTasks(this.parts.deps.store, this.config);
      this.stateController.start();
      const { taskIds, by } = this.options;
      // A named task runs without its waits.
      if (taskIds !== undefined) endWaits({ ...this.parts.deps, config: this.config }, taskIds);
      const data = { tasks: taskIds ?? [], ...(by && { by }) };
      this.journal.record({ event: 'run_started', data });
    });
  }

  private finish(): RunEnd {
    const { stop } = this;
    const end = runEnd({
      store: this.parts.deps.store,
      config: this.config,
      taskIds: this.options.taskIds,
      stopped: stop === 'cancelled' ? 'cancelled' : stop === 'afterTurn' ? 'stopped' : undefined,
      whileWaiting: this.stoppedAsleep,
      waits: this.lane.choose(this.config).waiting,
    });
    this.journal.transaction(() => {
      this.stateController.settle();
      this.journal.record({ event: 'run_ended', data: { ...end } });
    });
    return end;
  }

  /**
   * Makes one attempt at the next runnable task, or sleeps while only a clock holds tasks back. False when
   * the run is over.
   */
  private async attemptNext(): Promise<boolean> {
    if (this.isStopping()) return false;
    const { task, waiting } = this.lane.choose(this.config);
    if (task === undefined) return await this.lane.sleep(this.config, waiting);
    if (await this.attempts.attempt(task.id)) this.stopWhenHumanIsNeeded(task.id);
    return true;
  }

  private isStopping(): boolean {
    return this.stop !== 'none';
  }

  private stopWhenHumanIsNeeded(taskId: string): void {
    if (this.stop !== 'none') return;
    const root = countingTask(this.config, taskId);
    const waits = [taskId, root].some((id) =>
      needsHuman(requireTask(this.parts.deps.store, id).status),
    );
    const outOfTime = this.parts.limits.minutesAreUp(this.config.limits.maxMinutes);
    if (waits && (this.config.onPause === 'stop' || outOfTime)) this.stop = 'paused';
  }

  private recoverAfterError(): void {
    try {
      const { store, clock } = this.parts.deps;
      recoverInterrupted({ store, clock, journal: this.journal }, this.config);
    } catch {
      // The state cannot be written: the caller already gets that error, and the next holder of the
      // lease recovers.
    }
  }
}
