import { detectLoop } from '../../rules/attempts/detectLoop';
import type {
  Attempt,
  DetectedLoop,
  LoopPolicy,
  LoopResult,
  LoopStatus,
  NewAttempt,
} from '../../model/task/attempt';
import type { DevsConfig } from '../../model/config/config';
import { exitedCleanly, selectCounted } from '../../model/turn/turn';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import { decideRecovery, type Recovery } from '../../rules/attempts/decideRecovery';
import type { EventJournal } from '../state/eventJournal';
import { countingTask } from '../scheduling/taskTree';
import { applyTransition, carryOut } from '../state/applyTransition';
import { leaveDueFiles } from '../state/recordPivotFiles';
import { requireTask } from '../state/requireTask';
import { isFinished } from '../../model/task/taskStatus';
import { blockTask } from '../state/blockTask';
import { readAttemptHistory } from './readAttemptHistory';
import { definitionHash } from './definitionHash';
import { attemptCounts } from './loopStatus';
import { withdrawAuthority } from './openDirectives';
import { recordAttempt } from './recordAttempt';
import { resolvedBefore } from '../../rules/attempts/resolvedBefore';

/** Newest loop events of a task that are compared; loops proved by turns lie between. */
const MAX_COMPARED_LOOPS = 20;

export interface LoopDetectorTools {
  readonly store: Store;
  readonly journal: EventJournal;
  readonly clock: Clock;
  /** Definition hashes of the tasks: attempts at another definition prove nothing. */
  readonly config: DevsConfig;
}

/** Result of `applyRecovery`; there is no attempt if it ended the task. */
export interface AppliedRecovery {
  /** False if there is no loop or only a suspected one. */
  readonly loopRecoveryApplied: boolean;
  readonly action: Recovery['kind'];
}

/** Detects loops over attempts at tasks and applies recoveries (docs/decisions/loop-recovery.md). */
export class LoopDetector {
  private readonly policy: LoopPolicy;

  /** `policy`: values that differ from the configuration's. */
  constructor(
    private readonly tools: LoopDetectorTools,
    policy: Partial<LoopPolicy> = {},
  ) {
    this.policy = { ...tools.config.loopDetection, ...policy };
  }

  /**
   * Records one attempt, append-only, and withdraws an authority whose blockers are gone. Defaults:
   * the time, the session, the definition; `counted`.
   */
  recordAttempt(attempt: NewAttempt): Attempt {
    const { tools } = this;
    return recordAttempt(tools, {
      definition: definitionHash(tools.config, attempt.taskId),
      ...attempt,
    });
  }

  /** Evaluates the attempts at the task; changes nothing. Throws for an unknown task. */
  detectLoop(taskId: string): LoopResult {
    const { store, config, clock } = this.tools;
    const sources = { store, config, policy: this.policy, now: clock.now() };
    return detectLoop(readAttemptHistory(sources, taskId), this.policy);
  }

  /**
   * Applies the recovery of a loop, in one transaction: the task's status, its directive in
   * `context_entries`, the events. A suspected loop is reported once and changes nothing.
   */
  applyRecovery(loop: LoopResult): AppliedRecovery {
    if (!loop.isLooping) return { loopRecoveryApplied: false, action: 'none' };
    const { journal, store } = this.tools;
    return journal.transaction(() => {
      const verified = isVerified(this.tools, loop.taskId);
      const recovery = decideRecovery(loop, {
        verified,
        resolvedBefore: resolvedBefore(store.listLessons(), loop.blockers),
      });
      this.reportLoop(loop);
      if (recovery.kind === 'none') return { loopRecoveryApplied: false, action: 'none' };
      this.carryOut(loop, recovery);
      store.addContextEntry({
        id: this.tools.clock.newId(),
        taskId: loop.taskId,
        topic: recovery.topic,
        content: recovery.content,
        timestamp: this.tools.clock.now().toISOString(),
        loop,
        attempt: store.newestAttempt(),
      });
      journal.record({
        event: 'loop_recovery',
        taskId: loop.taskId,
        data: {
          action: recovery.kind,
          reason: recovery.kind === 'unblock_authority' ? loop.message : recovery.statusReason,
          topic: recovery.topic,
          content: recovery.content,
          loop_type: loop.loopType,
          attemptCount: loop.attemptCount,
        },
      });
      return { loopRecoveryApplied: true, action: recovery.kind };
    });
  }

  /** Attempts of each task since the last counter reset, and the time of the last one (ms since 1970). */
  getStatus(): LoopStatus['loopDetection'] {
    return attemptCounts(this.tools.store);
  }

  private carryOut(loop: DetectedLoop, recovery: Exclude<Recovery, { kind: 'none' }>): void {
    const { taskId } = loop;
    if (recovery.kind === 'unblock_authority') return;
    withdrawAuthority(this.tools, taskId, `the loop continued: ${recovery.kind}`);
    const { statusReason: reason } = recovery;
    if (isFinished(requireTask(this.tools.store, taskId).status)) {
      // It ended by itself: only the count starts again.
      carryOut(this.tools, taskId, { type: 'restartAttempts' });
    } else if (recovery.kind === 'escalate') {
      const countsOn = countingTask(this.tools.config, taskId);
      blockTask(this.tools, { taskId, countsOn, event: { type: 'loopEscalated', reason }, loop });
    } else {
      const { status } = recovery;
      leaveDueFiles(this.tools, taskId);
      applyTransition(this.tools, taskId, { type: 'loopEnded', status, reason });
    }
  }

  /** A suspicion is reported once, even if it grows. */
  private reportLoop(loop: DetectedLoop): void {
    if (loop.level === 'suspect' && wasReported(this.tools.store, loop)) return;
    this.tools.journal.record({
      event: 'loop_detected',
      taskId: loop.taskId,
      data: {
        ...loop,
        detector: loop.loopType,
        loop_count: loop.attemptCount,
        agent: loop.evidence.at(-1)?.agent ?? '',
      },
    });
  }
}

function wasReported(store: Store, { taskId, loopType, evidence }: DetectedLoop): boolean {
  const [reported] = store
    .listTaskEvents(taskId, 'loop_detected', MAX_COMPARED_LOOPS)
    .flatMap(({ data }) => (data.loopType === loopType ? [data.evidence[0]] : []));
  return reported !== undefined && reported.number === evidence[0]?.number;
}

/** Whether a task may be called done: its last counted turn was a success that a verification proved. */
function isVerified({ store, config }: LoopDetectorTools, taskId: string): boolean {
  const turns = selectCounted(store.listTurns(countingTask(config, taskId)));
  const newest = turns.findLast((turn) => turn.taskId === taskId);
  const verification = newest?.outcome === 'success' ? newest.verification : undefined;
  return verification !== undefined && exitedCleanly(verification.end);
}
