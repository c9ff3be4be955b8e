import type { LastingEvent } from '../../model/events/lastingEvents';
import { isCounted } from '../../model/turn/turn';
import type { Course, CourseEnd, CourseTurn } from './course';
import type { HistoryTurn, Moment } from './historyTurn';
import { toTaskSize, type TaskSize } from './taskSize';

/** A turn with its position in the history of the workspace. */
export interface PlacedTurn {
  readonly turn: HistoryTurn;
  readonly index: number;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
interface OpenCourse extends Writable<Omit<Course, 'turns'>> {
  readonly turns: Writable<CourseTurn>[];
  strategy: number;
  /** Directive of the uncounted turns since the last counted one; 0 for none. */
  directive: number;
  /** A diagnosis was given, and no turn has begun since. */
  diagnosed: boolean;
}

/** Reasons for which a task pauses that failed by itself. */
const FAILED: ReadonlySet<string> = new Set([
  ...['MAX_PIVOTS_EXCEEDED', 'MAX_TURNS', 'MAX_LOOP_EDGE', 'GAVE_UP'],
]);
/** Decisions that change files, and nothing else. */
const FILE_CHANGES: ReadonlySet<string> = new Set(['rewind', 'redo']);

/** Walks the history of one counting task and splits it into courses. */
export class CourseWalk {
  private readonly found: OpenCourse[] = [];
  private readonly sizes = new Map<string, TaskSize>();
  private resumedFrom: CourseTurn | undefined;
  /** A human changed files after the newest course ended. */
  private changedSince = false;
  /** Its newest pause was for a review. */
  private isReviewed = false;
  /** A reviewed change was accepted and lands. */
  private landing = false;

  constructor(private readonly task: string) {}

  /** Oldest first. */
  courses(): readonly Course[] {
    return this.found;
  }

  passTurn({ turn, index }: PlacedTurn): void {
    if (this.isOnlyLanded(turn)) return;
    const course = this.current() ?? this.open({ index, at: turn.startedAt });
    const { outcome, pivotDirective } = turn;
    const isPivot = pivotDirective > 0 && pivotDirective !== course.directive;
    if (isPivot || course.diagnosed)
      this.beginStrategy(course, { index, at: turn.startedAt }, isPivot);
    course.directive = isCounted(outcome) ? 0 : pivotDirective;
    if (!isCountedOutcome(outcome)) return;
    const counted = this.toCourseTurn(course, { turn, index }, outcome);
    course.turns.push(counted);
    if (outcome === 'success' && turn.taskId === this.task)
      course.end = { kind: 'done', ended: counted.ended };
  }

  /** A success after the change was accepted made no other change. */
  private isOnlyLanded({ outcome }: HistoryTurn): boolean {
    if (!this.landing) return false;
    if (isCounted(outcome)) this.landing = false;
    return outcome !== 'no_progress' && outcome !== 'progress';
  }

  passEvent({ event, at, taskId, data }: LastingEvent): void {
    switch (event) {
      case 'baseline_measured':
        this.sizes.set(taskId, toTaskSize(data.measurement));
        return;
      case 'debugger_asked':
        if (data.answer === 'diagnosis') this.passDiagnosis();
        return;
      case 'gate_triggered':
        this.isReviewed = data.reason === 'REVIEW';
        // Nothing failed: its course has ended, or goes on with its other subtasks.
        if (this.isReviewed) return;
        if (taskId === this.task) this.end(FAILED.has(data.reason) ? 'paused' : 'left', at);
        return;
      case 'intervention':
        if (data.what === 'retry') this.sizes.delete(taskId);
        this.passDecision(data, at);
        return;
      case 'usage_reported':
      case 'budget_allowed':
        return;
      default:
        event satisfies never;
    }
  }

  private passDecision(
    { what, detail }: Extract<LastingEvent, { event: 'intervention' }>['data'],
    at: string,
  ): void {
    if (what === 'pause' || what === 'hint' || what === 'stopWaiting') return;
    const course = this.current();
    if (FILE_CHANGES.has(what)) {
      if (course === undefined) this.changedSince = true;
      else course.touched = true;
      return;
    }
    if (what === 'accept' && this.isReviewed) {
      this.landing = true;
      return;
    }
    this.end('left', at);
    const last = this.found.at(-1);
    const isPlain = what === 'notALoop' || (what === 'resume' && detail === '');
    const isSame = isPlain && !this.changedSince && last?.end.kind === 'paused';
    this.resumedFrom = isSame ? last.turns.at(-1) : undefined;
  }

  private current(): OpenCourse | undefined {
    const last = this.found.at(-1);
    return last?.end.kind === 'open' ? last : undefined;
  }

  private open(strategyBegan: Moment): OpenCourse {
    const { resumedFrom, task } = this;
    const course: OpenCourse = {
      ...{ task, turns: [], end: { kind: 'open' }, touched: false, strategyBegan },
      ...{ strategy: 1, directive: 0, diagnosed: false },
      ...(resumedFrom && { resumedFrom }),
    };
    this.resumedFrom = undefined;
    this.changedSince = false;
    this.found.push(course);
    return course;
  }

  private beginStrategy(course: OpenCourse, began: Moment, isPivot: boolean): void {
    course.diagnosed = false;
    const last = course.turns.at(-1);
    if (last === undefined) return;
    course.strategy += 1;
    course.strategyBegan = began;
    last.endsStrategy = true;
    last.pivoted ||= isPivot;
  }

  private passDiagnosis(): void {
    const course = this.current();
    const last = course?.turns.at(-1);
    if (course === undefined || last === undefined) return;
    course.diagnosed = true;
    last.endsStrategy = true;
  }

  /** Entropy of earlier versions' archived turns is counted again. */
  private toCourseTurn(
    course: OpenCourse,
    { turn, index }: PlacedTurn,
    outcome: CourseTurn['outcome'],
  ): Writable<CourseTurn> {
    const { agent = '', failureHash, threshold, loopInside, filesKept } = turn;
    const last = course.turns.at(-1);
    const before = last?.strategy === course.strategy ? last.entropy : 0;
    const counted: Writable<CourseTurn> = {
      agent,
      size: this.sizes.get(turn.taskId) ?? 'unmeasured',
      strategy: course.strategy,
      outcome,
      entropy: outcome === 'no_progress' ? (turn.entropyAfter ?? before + 1) : 0,
      pivoted: turn.consequence === 'pivot',
      endsStrategy: turn.consequence === 'pivot',
      loopInside: loopInside === true,
      filesKept: filesKept === true,
      ended: { index, at: endOf(turn) },
    };
    if (failureHash !== undefined) counted.failure = failureHash;
    if (threshold !== undefined) counted.threshold = threshold;
    return counted;
  }

  /** A course that has ended already stays as it is. */
  private end(kind: Exclude<CourseEnd['kind'], 'open'>, at: string): void {
    const course = this.current();
    if (course === undefined) return;
    const index = course.turns.at(-1)?.ended.index ?? course.strategyBegan.index;
    course.end = { kind, ended: { index, at } };
  }
}

function isCountedOutcome(outcome: HistoryTurn['outcome']): outcome is CourseTurn['outcome'] {
  return isCounted(outcome);
}

/** When the turn ended, ISO 8601; its start while it runs, and where times cannot be read. */
export function endOf({ startedAt, durationMs = 0 }: HistoryTurn): string {
  const ms = Date.parse(startedAt) + durationMs;
  return Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : startedAt;
}
