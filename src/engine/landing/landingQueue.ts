import { createSerialQueue, type SerialQueue } from '../../model/workspace/serialQueue';
import type { RunObserver } from '../../ports/runObserver';
import type { Store } from '../../ports/store';
import { noteLanding } from '../state/noteActivity';

export interface LandingQueueTools {
  readonly store: Pick<Store, 'getTask' | 'updateTask'>;
  readonly observer: Pick<RunObserver, 'onPhase'>;
}

/** Whose turn is to land. */
export interface LandingTurn {
  readonly taskId: string;
  /** Number of the turn. */
  readonly turn: number;
  /** Aborts when the turn is ended. */
  readonly signal: AbortSignal;
}

/** The place of one turn in the queue. */
export interface LandingPlace {
  /** Queues the turn, and resolves when it may land; false if it was ended before. */
  readonly enter: () => Promise<boolean>;
  /** The turn is recorded: the next one may land. Does nothing if it never queued. */
  readonly leave: () => void;
}

const LANDS = { kind: 'lands' } as const;

interface Queued {
  readonly turn: LandingTurn;
  readonly admit: (mayLand: boolean) => void;
}

/**
 * The turns of a run that land: one at a time, in the order in which they are verified, each until it is recorded. What the
 * others wait for is shown in their tasks.
 */
export class LandingQueue {
  /** The first one lands. */
  private readonly queue: Queued[] = [];
  /**
   * Work during which the workspace is as it was before or after a landing: a landing that writes, and what reads the
   * workspace as a whole.
   */
  readonly whileStill: SerialQueue = createSerialQueue();

  constructor(private readonly tools: LandingQueueTools) {}

  place(turn: LandingTurn): LandingPlace {
    let queued: Queued | undefined;
    return {
      enter: () =>
        new Promise((resolve) => {
          queued = { turn, admit: resolve };
          this.enter(queued);
        }),
      leave: () => {
        if (queued !== undefined) this.leave(queued);
      },
    };
  }

  private enter(queued: Queued): void {
    const { signal } = queued.turn;
    if (signal.aborted) {
      queued.admit(false);
      return;
    }
    this.queue.push(queued);
    signal.addEventListener('abort', () => this.giveUp(queued), { once: true });
    this.show(queued);
    if (this.queue[0] === queued) queued.admit(true);
  }

  /** One that lands already stays until it is recorded. */
  private giveUp(queued: Queued): void {
    if (this.queue.indexOf(queued) <= 0) return;
    this.leave(queued);
    queued.admit(false);
  }

  private leave(queued: Queued): void {
    const at = this.queue.indexOf(queued);
    if (at === -1) return;
    this.queue.splice(at, 1);
    noteLanding(this.tools.store, queued.turn.taskId, undefined);
    for (const each of this.queue.slice(at)) this.show(each);
    if (at === 0) this.queue[0]?.admit(true);
  }

  private show(queued: Queued): void {
    const { taskId, turn } = queued.turn;
    const after = this.queue
      .slice(0, this.queue.indexOf(queued))
      .map((before) => before.turn.taskId);
    const landing = after.length === 0 ? LANDS : { kind: 'waits' as const, after };
    noteLanding(this.tools.store, taskId, landing);
    this.tools.observer.onPhase({ taskId, turn, phase: 'landing', landing });
  }
}
