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
import { Lanes } from './lanes';
import { RunStop } from './runStop';
import { TaskChooser, type TaskChoice } from './taskChooser';
import type { OrchestrationDeps } from '../turn/context/orchestrationDeps';
import { endsRun } from './endsRun';
import { RunSelection } from './runSelection';
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

/**
 * Controls one run: chooses task after task and has an attempt made at each, several at once where tasks work in
 * worktrees, until none can run, a task pauses, or a human stops it. For one use.
 */
export class OrchestrationLoop {
  private readonly parts: RunParts;
  private readonly stateController: StateController;
  private readonly selection: RunSelection;
  private readonly attempts: AttemptRunner;
  private readonly chooser: TaskChooser;
  private readonly lanes: Lanes;
  private readonly stop = new RunStop();
  private config: DevsConfig;
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
    const isStopping = (): boolean => this.stop.isDue;
    this.selection = new RunSelection(options.taskIds, deps.store);
    const { selection } = this;
    this.attempts = new AttemptRunner({ deps, journal, turns, config, isStopping, selection });
    const msLeft = (maxMinutes: number): number => limits.msLeft(maxMinutes);
    this.chooser = new TaskChooser({ ...deps, msLeft, selection });
    this.lanes = new Lanes(deps.clock);
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

  /** The tasks whose turns run. */
  get runningTasks(): readonly string[] {
    return this.attempts.runningTasks;
  }

  /** True while the run only waits for a clock. */
  isAsleep(): boolean {
    return this.chooser.isAsleep();
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
      while (await this.fillLanes());
      return this.finish();
    } catch (error) {
      await this.endLanes();
      this.recoverAfterError();
      throw error;
    } finally {
      this.over = true;
      this.options.signal.removeEventListener('abort', onAbort);
      await this.parts.drain();
    }
  }

  /** Ends the run after its running turns, or at once: they are then recorded as interrupted. */
  pause(now: boolean): void {
    this.stoppedAsleep ||= !this.stop.isDue && this.isAsleep();
    if (now) {
      this.stop.cancel();
      this.attempts.endTurns();
    } else {
      this.stop.afterTurns();
      this.attempts.skipWaits();
    }
    this.wake();
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

  /** Reports a change: the run chooses again. */
  wake(): void {
    this.chooser.wake();
    this.lanes.wake();
  }

  /** Records in the running tasks who asks for a pause; does nothing if no task runs. */
  notePause(now: boolean, who: Actor): void {
    if (this.stop.byHuman === 'cancelled') return;
    this.recordPause(who, { to: 'pending', detail: PAUSE_DETAILS[now ? 'now' : 'afterTurn'] });
  }

  /** Withdraws a pause after the running turns and records who wants that; false if there is none to withdraw. */
  keepGoing(who: Actor): boolean {
    if (this.attempts.runningTasks.length === 0 || !this.stop.keepGoing()) return false;
    this.recordPause(who, { to: 'in_progress', detail: PAUSE_DETAILS.withdrawn });
    this.wake();
    return true;
  }

  /** A human resumed a task: resets the minutes of the run. */
  renewMinutes(): void {
    this.parts.limits.renewMinutes();
  }

  /** A human has decided about a task: the run chooses again, and goes on if it was to end only because of that task. */
  decided(): void {
    const { store } = this.parts.deps;
    this.stop.decided((id) => needsHuman(requireTask(store, id).status));
    this.selection.renew(this.config);
    this.wake();
  }

  /**
   * Calls `act` on a task. If the task or one of its subtasks is running, ends that turn first: it is
   * recorded as interrupted, and `act` follows immediately.
   */
  async interrupt<T>(taskId: string, act: () => T): Promise<T> {
    const running = this.attempts.runningTasks.find((id) => isWithin(this.config, id, taskId));
    if (running !== undefined) return await this.attempts.endTurnAndThen(running, act);
    const done = act();
    this.wake();
    return done;
  }

  /** Reads a changed `devs.yaml`; ends the running turns whose tasks were removed. */
  async reloadConfig(): Promise<void> {
    const result = await this.parts.deps.configSource.read();
    if (this.over) return;
    const { config, warning } = changedConfig(result, this.config);
    if (warning !== undefined) this.parts.deps.observer.onWarning(warning);
    if (config === undefined) return;
    syncTasks(this.parts.deps.store, config);
    this.config = config;
    this.wake();
    for (const running of this.attempts.runningTasks)
      if (!config.tasks.some((task) => task.id === running)) this.attempts.endTurns(running);
  }

  private recordPause(
    who: Actor,
    change: { readonly to: 'pending' | 'in_progress'; readonly detail: string },
  ): void {
    const data = { what: 'pause', who, from: 'in_progress', ...change } as const;
    this.journal.transaction(() => {
      for (const taskId of this.attempts.runningTasks)
        this.journal.record({ event: 'intervention', taskId, data });
    });
  }

  private begin(): void {
    this.journal.transaction(() => {
      syncTasks(this.parts.deps.store, this.config);
      this.stateController.start();
      const { taskIds, by } = this.options;
      // A named task runs without its waits.
      if (taskIds !== undefined) endWaits({ ...this.parts.deps, config: this.config }, taskIds);
      this.selection.renew(this.config);
      const data = { tasks: taskIds ?? [], ...(by && { by }) };
      this.journal.record({ event: 'run_started', data });
    });
  }

  private finish(): RunEnd {
    const end = runEnd({
      store: this.parts.deps.store,
      config: this.config,
      taskIds: this.selection.answered,
      stopped: this.stop.byHuman,
      whileWaiting: this.stoppedAsleep,
      waits: this.chooser.choose(this.config).waiting,
    });
    this.journal.transaction(() => {
      this.stateController.settle();
      this.journal.record({ event: 'run_ended', data: { ...end } });
    });
    return end;
  }

  /**
   * Starts attempts at the next runnable tasks while there are free lanes, and resolves when that may have changed; sleeps
   * while only a clock holds tasks back. False when the run is over.
   */
  private async fillLanes(): Promise<boolean> {
    const { lanes, chooser } = this;
    // Of a free lane; where none is, no clock changes anything.
    let waiting: TaskChoice['waiting'] = [];
    while (!this.stop.isDue && lanes.tasks.length < (this.config.parallel ?? 1)) {
      const { task, waiting: later } = chooser.choose(this.config, lanes.tasks);
      if (task === undefined) {
        waiting = later;
        break;
      }
      lanes.start(task.id, () => this.attempt(task.id));
    }
    if (lanes.tasks.length > 0) await lanes.next(chooser.msToChange(this.config, waiting));
    else if (this.stop.isDue) return false;
    else if (!(await chooser.sleep(this.config, waiting))) return false;
    if (lanes.failure !== undefined) throw lanes.failure.error;
    return true;
  }

  private async attempt(taskId: string): Promise<void> {
    if (await this.attempts.attempt(taskId)) this.stopWhenHumanIsNeeded(taskId);
  }

  private stopWhenHumanIsNeeded(taskId: string): void {
    const root = countingTask(this.config, taskId);
    const outOfTime = this.parts.limits.minutesAreUp(this.config.limits.maxMinutes);
    if (this.config.onPause !== 'stop' && !outOfTime) return;
    for (const id of [taskId, root]) if (endsRun(this.parts.deps.store, id)) this.stop.forHuman(id);
  }

  /** Nothing else can be recorded: what still runs is ended. */
  private async endLanes(): Promise<void> {
    this.stop.cancel();
    this.attempts.endTurns();
    await this.lanes.settled();
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
