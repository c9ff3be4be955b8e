import type { ContextEntry } from '../../model/task/contextEntry';
import { MAX_HISTORY, type InterventionRecord } from '../../model/run/intervention';
import type { RewindRecord } from '../../model/workspace/rewindRecord';
import type { LandedBranch } from '../../model/landing/landing';
import type { LoopOfAttempts } from '../../model/events/devsEvent';
import type { DetectedLoop } from '../../model/task/attempt';
import type { TaskRecord } from '../../model/task/task';
import { toHistoryRecord } from '../../reports/task/toHistoryRecord';
import type { AttemptCount, StoreReader, TaskFacts, TurnSummary } from '../../ports/store';
import { readSpending, type SpendingIndex } from '../../reports/usage/readSpending';
import { withoutLost } from '../../rules/rewind/withoutLost';
import { readCourses, type WorkspaceCourses } from '../history/readCourses';
import { tasksWithSteps } from './hopOverview';

/** Loop events that are looked through for those that still hold; older ones were followed by attempts. */
const MAX_LOOP_EVENTS = 2_000;

/** Facts of all tasks, read once per kind and indexed by task. */
export interface OverviewFacts extends TaskFacts {
  /** Answers for single tasks and rewinds out of memory. */
  readonly store: StoreReader;
  readonly records: ReadonlyMap<string, TaskRecord>;
  /** By the task that they count on, oldest first. */
  readonly turns: ReadonlyMap<string, readonly TurnSummary[]>;
  /** Ids of turns whose finding a human called no loop. */
  readonly dismissed: ReadonlySet<string>;
  /** Newest first, `MAX_HISTORY` at most. */
  readonly interventions: ReadonlyMap<string, readonly InterventionRecord[]>;
  /** Since the last counter reset; absent for tasks without attempts. */
  readonly attempts: ReadonlyMap<string, AttemptCount>;
  /** Those that still head prompts, newest first. */
  readonly entries: ReadonlyMap<string, readonly ContextEntry[]>;
  /** The newest loop over attempts that was found at each task. */
  readonly loops: ReadonlyMap<string, LoopOfAttempts>;
  /** The newest loop that ended a task, by task. */
  readonly leftByLoop: ReadonlyMap<string, DetectedLoop>;
  readonly rewinds: readonly RewindRecord[];
  readonly spending: SpendingIndex;
  /** On which work landed, by task. */
  readonly branches: ReadonlyMap<string, LandedBranch>;
  /** Courses of all tasks; read when first asked for. */
  readonly courses: () => WorkspaceCourses;
  /** Counting tasks whose turns are read for the steps inside them. */
  readonly inside: ReadonlySet<string>;
}

/**
 * Reads everything that an overview shows, in a number of statements that does not grow with the tasks. `lost`:
 * checkpoints that cannot be read any more.
 */
export function readFacts(
  store: StoreReader,
  lost: ReadonlySet<string> = new Set(),
): OverviewFacts {
  const tasks = store.listTasks();
  const records = new Map(tasks.map((record) => [record.id, record]));
  const rewinds = store.listRewinds();
  const loops = store
    .listEventsNamed(['loop_detected'], MAX_LOOP_EVENTS)
    .flatMap(({ taskId, data }) => (data.loopType === undefined ? [] : [[taskId, data] as const]));
  const summaries = store.listTurnSummaries().map((turn) => withoutLost(turn, lost));
  const turns = groups(summaries, ({ countsOn }) => countsOn);
  return {
    ...store.listTaskFacts(),
    store: {
      ...store,
      getTask: (id) => records.get(id),
      listTasks: () => tasks,
      listRewinds: () => rewinds,
    },
    records,
    turns,
    courses: () => readCourses(store, summaries),
    inside: tasksWithSteps({ records, turns }),
    dismissed: new Set(store.listDismissedFindings().map(({ turnId }) => turnId)),
    interventions: interventionsOf(store),
    attempts: new Map(store.countAttempts().map((count) => [count.taskId, count])),
    entries: groups(store.listContextEntries({ open: true }), ({ taskId }) => taskId),
    leftByLoop: new Map(
      store
        .listContextEntries({ topic: 'loop_recovery' })
        .toReversed()
        .flatMap(({ taskId, loop }) => (loop === undefined ? [] : [[taskId, loop]])),
    ),
    loops: new Map(loops),
    rewinds,
    spending: readSpending(store),
    branches: store.listLandedBranches(),
  };
}

function interventionsOf(store: StoreReader): OverviewFacts['interventions'] {
  const events = store.listEventsNamed(['intervention', 'pivot_files']);
  const found = new Map<string, InterventionRecord[]>();
  for (const event of events.toReversed()) {
    const { taskId } = event;
    const record = toHistoryRecord(event);
    const records = found.get(taskId) ?? [];
    if (record !== undefined && records.length < MAX_HISTORY) records.push(record);
    found.set(taskId, records);
  }
  return found;
}

function groups<T>(all: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const item of all) {
    const group = found.get(key(item));
    if (group === undefined) found.set(key(item), [item]);
    else group.push(item);
  }
  return found;
}
