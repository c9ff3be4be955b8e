import type { TurnThreshold } from '../../model/turn/turnThreshold';
import type { Moment } from './historyTurn';
import type { TaskSize } from './taskSize';

/** A counted turn of a course. */
export interface CourseTurn {
  /** '' if unknown. */
  readonly agent: string;
  readonly size: TaskSize;
  readonly outcome: 'success' | 'progress' | 'no_progress';
  /** Entropy after it, before a pivot reset it; 0 after success and progress. */
  readonly entropy: number;
  /** 1 for the course's first strategy. */
  readonly strategy: number;
  /** A pivot followed. */
  readonly pivoted: boolean;
  /** Its strategy ended with it: a pivot or a diagnosis of the debugger followed. */
  readonly endsStrategy: boolean;
  readonly failure?: string;
  readonly loopInside: boolean;
  readonly filesKept: boolean;
  readonly threshold?: TurnThreshold;
  /** When it ended. */
  readonly ended: Moment;
}

/**
 * How a course ended. `paused`: the task's strategies or limits were used up, or it was aborted; `left`: a human
 * decided, or the task waits for one without having failed, so its own end is unknown.
 */
export type CourseEnd =
  | { readonly kind: 'open' }
  | { readonly kind: 'done' | 'paused' | 'left'; readonly ended: Moment };

/** The turns of a task from its beginning, or from a human's decision, until it ended or a human decided. */
export interface Course {
  /** The counting task. */
  readonly task: string;
  /** Oldest first. */
  readonly turns: readonly CourseTurn[];
  readonly end: CourseEnd;
  /** A human changed files meanwhile (rewind, redo): its end proves nothing about the agent. */
  readonly touched: boolean;
  /** The last turn of the paused course that a human resumed without a hint and without another agent; absent for others. */
  readonly resumedFrom?: CourseTurn;
  /** When the strategy under way began: with its first turn, uncounted ones included. */
  readonly strategyBegan: Moment;
}
