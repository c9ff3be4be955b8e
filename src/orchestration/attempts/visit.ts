import { blockerOwner } from '../../detection/attempts/blockerOwner';
import type { DevsConfig } from '../../domain/config';
import { isCounted } from '../../domain/turn';
import { blockedForHuman } from '../../recovery/attempts/blockedForHuman';
import { requireTask } from '../loopDetection';
import { countingTask } from '../scheduling/taskTree';
import { setTaskStatus } from '../taskStatusChange';
import { definitionHash } from './definitionHash';
import { withdrawAuthority, withdrawOutdated } from './openDirectives';
import { recordAttempt, type AttemptTools } from './recordAttempt';
import { evidenceOfVisit, visitTurns, type VisitSpan } from './visitEvidence';

/** One visit of the scheduler to a task: from its first turn until it ends, blocks, pauses or yields. */
export class Visit {
  private readonly span: VisitSpan;
  private recorded = false;

  /** `afterTurn`: the newest turn before the visit. `config` may change during it. */
  constructor(
    private readonly tools: AttemptTools,
    private readonly config: () => DevsConfig,
    taskId: string,
  ) {
    const countsOn = countingTask(config(), taskId);
    this.span = { taskId, countsOn, afterTurn: tools.store.countTurns(countsOn) };
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
      if (this.status() !== 'in_progress') this.record();
    });
  }

  /** Ends the visit, whatever it was; nothing when it has ended. */
  end(): void {
    if (this.recorded) return;
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
      const found = blockerOwner(blocker);
      return found.owner === 'human' ? [{ blocker, why: found.why }] : [];
    });
    const [first] = why;
    if (first === undefined) {
      this.leave(`blocked: ${blockers.join('; ')}; it is visited again`);
      return;
    }
    const { statusReason, content } = blockedForHuman({ taskId, ...first });
    const { store, clock, journal } = this.tools;
    setTaskStatus(this.tools, taskId, { status: 'blocked', statusReason });
    store.addContextEntry({
      id: clock.newId(),
      taskId,
      topic: 'loop_escalation',
      content,
      timestamp: clock.now().toISOString(),
      attempt: store.newestAttempt(),
    });
    const data = { action: 'escalate', reason: statusReason, topic: 'loop_escalation', content };
    journal.record({ event: 'loop_recovery', taskId, data });
  }

  private leave(statusReason: string): void {
    setTaskStatus(this.tools, this.span.taskId, { status: 'pending', statusReason });
  }

  private record(): void {
    this.recorded = true;
    recordVisit(this.tools, this.span, definitionHash(this.config(), this.span.taskId));
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

/** Records the visit in whose middle a runner was killed. */
export function recordCutOffVisit(tools: AttemptTools, taskId: string, countsOn: string): void {
  const attempts = tools.store.listAttempts({ taskId });
  const last = attempts.at(-1);
  // A visit that was cut off before its first turn has none: those before it are not its own.
  const seen = attempts.findLast(({ turns }) => turns !== undefined)?.turns?.last ?? 0;
  const { turnsBefore } = requireTask(tools.store, countsOn);
  const afterTurn = Math.max(seen, turnsBefore);
  recordVisit(tools, { taskId, countsOn, afterTurn }, last?.definition ?? '');
}
