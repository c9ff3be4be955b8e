import type { DevsConfig } from '../../model/config/config';
import type { TaskStatus } from '../../model/task/task';
import { OpenAttempt } from '../attempts/openAttempt';
import {
  recoverAfterAttempt,
  recoverBeforeAttempt,
  type BeforeAttempt,
} from '../attempts/recoverAroundAttempt';
import { countingTask } from '../scheduling/taskTree';
import { findLimitWait } from '../scheduling/clockWaits';
import { leaveAtLimit } from '../verification/retryWait';
import type { EventJournal } from '../state/eventJournal';
import { requireTask } from '../state/requireTask';
import type { OrchestrationDeps } from '../turn/context/orchestrationDeps';
import type { RunSelection } from './runSelection';
import type { TurnExecutor } from '../turn/turnExecutor';

/** A running turn: skips its waits, ends it, and acts right after it. */
class CurrentTurn {
  private readonly abort = new AbortController();
  private readonly waits = new AbortController();
  private readonly afterwards: (() => void)[] = [];

  /** `signal` ends the turn at once, `skipWaits` only its waits for a retry. */
  get signals(): { readonly signal: AbortSignal; readonly skipWaits: AbortSignal } {
    return { signal: this.abort.signal, skipWaits: this.waits.signal };
  }

  /** Ends it at once; it is recorded as interrupted. */
  end(): void {
    this.abort.abort();
  }

  skipWaits(): void {
    this.waits.abort();
  }

  /** Ends it and acts once it is recorded; rejects with what `act` throws. */
  endAndThen<T>(act: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.afterwards.push(() => {
        try {
          resolve(act());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
      this.end();
    });
  }

  /** Runs the deferred acts; to be called once the turn is recorded. */
  settle(): void {
    for (const act of this.afterwards) act();
  }
}

export interface AttemptRunnerTools {
  readonly deps: OrchestrationDeps;
  readonly journal: EventJournal;
  readonly turns: TurnExecutor;
  /** The configuration of the next turn: it may change during an attempt. */
  readonly config: () => DevsConfig;
  /** True once no further turn may start. */
  readonly isStopping: () => boolean;
  readonly selection: Pick<RunSelection, 'wants'>;
}

/** Makes attempts at tasks, turn by turn, several at once; their running turns can be ended. */
export class AttemptRunner {
  /** By task. */
  private readonly running = new Map<string, CurrentTurn>();

  constructor(private readonly tools: AttemptRunnerTools) {}

  /** The tasks whose turns run, the longest running one first. */
  get runningTasks(): readonly string[] {
    return [...this.running.keys()];
  }

  /**
   * Makes an attempt at a task, after recovering from a loop over its earlier attempts. True if an attempt was made
   * or the recovery ended the task; false if it got no attempt this time.
   */
  async attempt(taskId: string): Promise<boolean> {
    if (this.recoverBefore(taskId) === 'ended') return true;
    if (this.statusOf(taskId) !== 'pending') return false;
    const { deps, journal, config, turns, isStopping } = this.tools;
    const attempt = new OpenAttempt({ ...deps, journal }, config, taskId);
    turns.apply(taskId, { type: 'started' });
    const isWanted = (): boolean => this.tools.selection.wants(config(), taskId);
    while (attempt.goesOn() && !isStopping() && isWanted() && !this.leavesAtLimit(taskId))
      await this.runTurn(taskId, attempt);
    attempt.end();
    recoverAfterAttempt({ ...deps, journal, config: config() }, taskId);
    return true;
  }

  /** Ends the running turns at once, or that of one task; they are recorded as interrupted. */
  endTurns(taskId?: string): void {
    if (taskId !== undefined) this.running.get(taskId)?.end();
    else for (const turn of this.running.values()) turn.end();
  }

  /** Ends the running turn of a task and calls `act` once it is recorded; at once if none runs. */
  async endTurnAndThen<T>(taskId: string, act: () => T): Promise<T> {
    const turn = this.running.get(taskId);
    return turn === undefined ? act() : await turn.endAndThen(act);
  }

  /** Ends the waits of running turns for a retry, and nothing else. */
  skipWaits(): void {
    for (const turn of this.running.values()) turn.skipWaits();
  }

  private recoverBefore(taskId: string): BeforeAttempt {
    const { deps, journal, config } = this.tools;
    // A waiting task continues the attempt that began before its wait.
    if (requireTask(deps.store, taskId).waitingUntil !== undefined) return 'attempt';
    return recoverBeforeAttempt({ ...deps, journal, config: config() }, taskId);
  }

  /** Whether the task waits instead of going on, because another one has met the usage limits of its agents meanwhile. */
  private leavesAtLimit(taskId: string): boolean {
    const { deps, journal, config } = this.tools;
    const wait = findLimitWait(config(), deps.store, { taskId, now: deps.clock.now() });
    if (wait === undefined) return false;
    const turn = deps.store.countTurns(countingTask(config(), taskId));
    journal.transaction(() => leaveAtLimit({ ...deps, journal }, { turn, wait }));
    return true;
  }

  private async runTurn(taskId: string, attempt: OpenAttempt): Promise<void> {
    const current = new CurrentTurn();
    this.running.set(taskId, current);
    const { turns, config } = this.tools;
    try {
      attempt.beforeTurn();
      const afterTurn = (): void => attempt.afterTurn();
      await turns.execute({ config: config(), taskId, ...current.signals, afterTurn });
    } finally {
      this.running.delete(taskId);
      current.settle();
    }
  }

  private statusOf(taskId: string): TaskStatus {
    return requireTask(this.tools.deps.store, taskId).status;
  }
}
