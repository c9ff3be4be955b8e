import { listCourses } from '../../rules/history/listCourses';
import type { Course } from '../../rules/history/course';
import { listSizes, type TaskSize } from '../../rules/history/taskSize';
import { calibratePauses, type PauseShare } from '../../rules/prediction/calibratePauses';
import { countPauses } from '../../rules/prediction/predictPause';
import { listObservations, type Observation } from '../../rules/threshold/observations';
import type { LastingEvent } from '../../model/events/lastingEvents';
import type { StoreReader, TurnSummary } from '../../ports/store';

type HistoryReader = Pick<StoreReader, 'listTurnSummaries' | 'listLastingEvents'>;

/** The recorded courses of all tasks; what is derived from them is computed when it is first asked for. */
export class WorkspaceCourses {
  private observed: readonly Observation[] | undefined;
  private calibrated: readonly PauseShare[] | undefined;
  private sized: ReadonlyMap<string, TaskSize> | undefined;

  constructor(
    private readonly byTask: ReadonlyMap<string, readonly Course[]>,
    private readonly events: readonly LastingEvent[],
  ) {}

  /** The newest course of a counting task; undefined before its first turn. */
  newest(countsOn: string): Course | undefined {
    return this.byTask.get(countsOn)?.at(-1);
  }

  sizeOf(taskId: string): TaskSize {
    this.sized ??= listSizes(this.events);
    return this.sized.get(taskId) ?? 'unmeasured';
  }

  observations(): readonly Observation[] {
    this.observed ??= [...this.byTask.values()].flatMap(listObservations);
    return this.observed;
  }

  shares(): readonly PauseShare[] {
    this.calibrated ??= calibratePauses(countPauses(this.byTask.values()));
    return this.calibrated;
  }
}

/** By the list of events, which is the same while none was added. */
const known = new WeakMap<
  readonly LastingEvent[],
  { readonly turns: string; readonly courses: WorkspaceCourses }
>();

/**
 * Reads the courses of all tasks. While no turn began or ended and nothing was decided, gives what it read before: an
 * overview is built several times a second. `turns`: all kept ones, where the caller has them.
 */
export function readCourses(
  store: HistoryReader,
  turns: readonly TurnSummary[] = store.listTurnSummaries(),
): WorkspaceCourses {
  const events = store.listLastingEvents();
  const version = versionOf(turns);
  const before = known.get(events);
  if (before?.turns === version) return before.courses;
  const courses = new WorkspaceCourses(listCourses({ turns, events }), events);
  known.set(events, { turns: version, courses });
  return courses;
}

/** Turns are only appended, end once, and are removed. */
function versionOf(turns: readonly TurnSummary[]): string {
  const running = turns.reduce((sum, { outcome }) => sum + (outcome === 'running' ? 1 : 0), 0);
  return `${turns.length} ${running} ${turns[0]?.id} ${turns.at(-1)?.id}`;
}
