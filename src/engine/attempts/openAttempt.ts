import { findBlockerOwner } from '../../rules/attempts/blockerOwner';
import type { DevsConfig } from '../../model/config/config';
import type { TaskRecord } from '../../model/task/task';
import { selectCounted } from '../../model/turn/turn';
import type { Store } from '../../ports/store';
import { describeHumanBlocker } from '../../rules/attempts/describeHumanBlocker';
import { requireTask } from '../state/requireTask';
import { countingTask } from '../scheduling/taskTree';
import { applyTransition } from '../state/applyTransition';
import { blockTask } from '../state/blockTask';
import { definitionHash } from './definitionHash';
import { withdrawAuthority, withdrawOutdated } from './openDirectives';
import { recordAttempt, type AttemptTools } from './recordAttempt';
import { toAttemptEvidence, listAttemptTurns, type AttemptSpan } from './attemptEvidence';

/**
 * One attempt at a task: from its first turn until it ends, blocks, pauses or yields. A wait for a
 * clock does not end the attempt: it continues afterwards, also in another run, so that waits are
 * not evidence of a loop.
 */
export class OpenAttempt {
  private readonly span: AttemptSpan;
  private recorded = false;

  /** Begins an attempt, or continues that of a waiting task. `config` may change during it. */
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

  /** Whether the task continues in this attempt: not if its turns now count on another task. */
  goesOn(): boolean {
    if (this.recorded || this.task().status !== 'in_progress') return false;
    return countingTask(this.config(), this.span.taskId) === this.span.countsOn;
  }

  /** Before a turn is planned: withdraws an authority that the current `devs.yaml` does not grant. */
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

  /** After a turn, in its transaction: ends the attempt if the turn blocked it or was its last. */
  afterTurn(): void {
    this.tools.journal.transaction(() => {
      if (this.task().status === 'in_progress') this.yieldIfDue();
      const task = this.task();
      if (task.status !== 'in_progress' && !waits(task)) this.record();
    });
  }

  /** Ends the attempt; does nothing if it has ended or continues after a wait. */
  end(): void {
    if (this.recorded) return;
    const task = this.task();
    if (waits(task)) return;
    this.tools.journal.transaction(() => {
      if (task.status === 'in_progress') this.leave('');
      this.record();
    });
  }

  private yieldIfDue(): void {
    const turns = listAttemptTurns(this.tools.store, this.span);
    const counted = selectCounted(turns);
    const last = turns.at(-1);
    if (last === undefined || last !== counted.at(-1)) return;
    const blockers = last.statements?.blocked ?? [];
    const { turnsPerVisit } = this.config().limits;
    if (blockers.length > 0) this.block(blockers);
    else if (turnsPerVisit > 0 && counted.length >= turnsPerVisit) this.leave('');
  }

  /** Blockers of the work itself wait for the next attempt; others go to the human immediately. */
  private block(blockers: readonly string[]): void {
    const { taskId } = this.span;
    const why = blockers.flatMap((blocker) => {
      const found = findBlockerOwner(blocker);
      return found.owner === 'human' ? [{ ...found, blocker }] : [];
    });
    const [first] = why;
    if (first === undefined) {
      this.leave(`blocked: ${blockers.join('; ')}; it is tried again later`);
      return;
    }
    const { statusReason, content } = describeHumanBlocker({ taskId, ...first });
    const { store, clock, journal } = this.tools;
    const { countsOn } = this.span;
    const event = { type: 'blocked', reason: statusReason } as const;
    blockTask(this.tools, { taskId, countsOn, event, remedy: first.remedy });
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
    recordEndedAttempt(this.tools, this.span, definitionHash(this.config(), this.span.taskId));
  }

  private task(): TaskRecord {
    return requireTask(this.tools.store, this.span.taskId);
  }
}

/**
 * Records an ended attempt; from now on the task waits for its next one. `definition` is '' if it
 * is no longer known.
 */
export function recordEndedAttempt(
  tools: AttemptTools,
  span: AttemptSpan,
  definition: string,
): void {
  const { store } = tools;
  const task = requireTask(store, span.taskId);
  const evidence = toAttemptEvidence(task, listAttemptTurns(store, span));
  const { number } = recordAttempt(tools, { ...evidence, definition });
  store.updateTask(span.taskId, { queuedAt: number });
}

/** Records an attempt that does not continue: its runner was killed, or a human intervened. */
export function recordInterruptedAttempt(
  tools: AttemptTools,
  taskId: string,
  countsOn: string,
): void {
  const last = tools.store.listAttempts({ taskId }).at(-1);
  const afterTurn = newestBefore(tools.store, { taskId, countsOn });
  recordEndedAttempt(tools, { taskId, countsOn, afterTurn }, last?.definition ?? '');
}

/** Number of the newest turn before an attempt that began earlier. */
function newestBefore(
  store: Store,
  { taskId, countsOn }: Pick<AttemptSpan, 'taskId' | 'countsOn'>,
): number {
  // An attempt that was interrupted before its first turn has no turns: earlier ones are not its own.
  const seen =
    store.listAttempts({ taskId }).findLast(({ turns }) => turns !== undefined)?.turns?.last ?? 0;
  const { turnsBefore } = requireTask(store, countsOn);
  return Math.min(Math.max(seen, turnsBefore), store.countTurns(countsOn));
}

function waits({ status, waitingUntil }: TaskRecord): boolean {
  return status === 'pending' && waitingUntil !== undefined;
}
