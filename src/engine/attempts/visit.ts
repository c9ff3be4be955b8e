import { findBlockerOwner } from '../../rules/attempts/blockerOwner';
import type { DevsConfig } from '../../model/config/config';
import type { TaskRecord } from '../../model/task/task';
import { isCounted } from '../../model/turn/turn';
import type { Store } from '../../ports/store';
import { describeHumanBlocker } from '../../rules/attempts/describeHumanBlocker';
import { requireTask } from '../state/requireTask';
import { countingTask } from '../scheduling/taskTree';
import { applyTransition } from '../state/applyTransition';
import { definitionHash } from './definitionHash';
import { withdrawAuthority, withdrawOutdated } from './openDirectives';
import { recordAttempt, type AttemptTools } from './recordAttempt';
import { evidenceOfVisit, visitTurns, type VisitSpan } from './visitEvidence';

/**
 * One visit of the scheduler to a task: from its first turn until it ends, blocks, pauses or yields.
 * A task that leaves the lane to wait for a clock is still being visited: the visit goes on when it
 * comes back, also in another run, so that waits are no evidence of a loop.
 */
export class Visit {
  private readonly span: VisitSpan;
  private recorded = false;

  /** Begins a visit, or goes on with that of a task that waits. `config` may change during it. */
  constructor(
    private readonly tools: AttemptTools,
    private readonly config: () => DevsConfig,
    taskId: string,
  ) {
    const countsOn = countingTask(config(), taskId);
    const afterTurn = waits(requireTask(tools.store, taskId))
      ? newestBefore(tools.store, { taskId, countsOn })
      : tools.store.countTurns(countsOn);
    this.span = { taskId, countsOn, afterTurn };
  }

  /** Whether the task goes on in this visit: not where it has come to count on another one. */
  goesOn(): boolean {
    if (this.recorded || this.status() !== 'in_progress') return false;
    return countingTask(this.config(), this.span.taskId) === this.span.countsOn;
  }

  /** Before a turn is planned: takes back an authority that `devs.yaml`, as it is now, does not grant. */
  beforeTurn(): void {
    const { taskId } = this.span;
    const config = this.config();
    if (config.loopDetection.enableAutoUnblock) {
      withdrawOutdated(this.tools, taskId, definitionHash(config, taskId));
      return;
    }
    this.tools.journal.transaction(() =>
      withdrawAuthority(this.tools, taskId, 'enableAutoUnblock is off'),
    );
  }

  /** After a turn, in its transaction: ends the visit where the turn blocked it or was its last. */
  afterTurn(): void {
    this.tools.journal.transaction(() => {
      if (this.status() === 'in_progress') this.yieldIfDue();
      if (this.status() !== 'in_progress' && !this.isLeftToWait()) this.record();
    });
  }

  /** Ends the visit, whatever it was; nothing when it has ended or goes on after a wait. */
  end(): void {
    if (this.recorded || this.isLeftToWait()) return;
    this.tools.journal.transaction(() => {
      if (this.status() === 'in_progress') this.leave('');
      this.record();
    });
  }

  private yieldIfDue(): void {
    const turns = visitTurns(this.tools.store, this.span);
    const counted = turns.filter((turn) => isCounted(turn.outcome));
    const last = turns.at(-1);
    if (last === undefined || !isCounted(last.outcome)) return;
    const blockers = last.statements?.blocked ?? [];
    const { turnsPerVisit } = this.config().limits;
    if (blockers.length > 0) this.block(blockers);
    else if (turnsPerVisit > 0 && counted.length >= turnsPerVisit) this.leave('');
  }

  /** Blockers of the work itself wait for the next visit; others are for the human, at once. */
  private block(blockers: readonly string[]): void {
    const { taskId } = this.span;
    const why = blockers.flatMap((blocker) => {
      const found = findBlockerOwner(blocker);
      return found.owner === 'human' ? [{ blocker, why: found.why }] : [];
    });
    const [first] = why;
    if (first === undefined) {
      this.leave(`blocked: ${blockers.join('; ')}; it is tried again later`);
      return;
    }
    const { statusReason, content } = describeHumanBlocker({ taskId, ...first });
    const { store, clock, journal } = this.tools;
    applyTransition(this.tools, taskId, { type: 'blocked', reason: statusReason });
    store.addContextEntry({
      id: clock.newId(),
      taskId,
      topic: 'loop_escalation',
      content,
      timestamp: clock.now().toISOString(),
      attempt: store.newestAttempt(),
    });
    const data = { reason: statusReason, topic: 'loop_escalation', content } as const;
    journal.record({ event: 'loop_recovery', taskId, data: { action: 'escalate', ...data } });
  }

  private leave(reason: string): void {
    applyTransition(this.tools, this.span.taskId, { type: 'yielded', reason });
  }

  private record(): void {
    this.recorded = true;
    recordVisit(this.tools, this.span, definitionHash(this.config(), this.span.taskId));
  }

  private isLeftToWait(): boolean {
    return waits(requireTask(this.tools.store, this.span.taskId));
  }

  private status(): ReturnType<typeof requireTask>['status'] {
    return requireTask(this.tools.store, this.span.taskId).status;
  }
}

/**
 * Records a visit that has ended; the task then waits for its next one from now on. `definition` is
 * '' where nobody knows any more what the task asked for.
 */
export function recordVisit(tools: AttemptTools, span: VisitSpan, definition: string): void {
  const { store } = tools;
  const task = requireTask(store, span.taskId);
  const evidence = evidenceOfVisit(task, visitTurns(store, span));
  const { number } = recordAttempt(tools, { ...evidence, definition });
  store.updateTask(span.taskId, { queuedAt: number });
}

/** Records the visit that is not gone on with: its runner was killed, or a human stepped in. */
export function recordCutOffVisit(tools: AttemptTools, taskId: string, countsOn: string): void {
  const last = tools.store.listAttempts({ taskId }).at(-1);
  const afterTurn = newestBefore(tools.store, { taskId, countsOn });
  recordVisit(tools, { taskId, countsOn, afterTurn }, last?.definition ?? '');
}

/** Number of the newest turn before a visit that was begun earlier. */
function newestBefore(
  store: Store,
  { taskId, countsOn }: Pick<VisitSpan, 'taskId' | 'countsOn'>,
): number {
  // A visit that was cut off before its first turn has none: those before it are not its own.
  const seen =
    store.listAttempts({ taskId }).findLast(({ turns }) => turns !== undefined)?.turns?.last ?? 0;
  const { turnsBefore } = requireTask(store, countsOn);
  return Math.min(Math.max(seen, turnsBefore), store.countTurns(countsOn));
}

function waits({ status, waitingUntil }: TaskRecord): boolean {
  return status === 'pending' && waitingUntil !== undefined;
}
