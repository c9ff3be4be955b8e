import { groupBy } from './groupBy';
import type { KeptHistory, KeptRewind, KeptTurn } from './keptHistory';

/** Ids of turns with a special role. */
export interface LandmarkTurns {
  /** First turn of each task since it was added or last retried; the target of a full rewind. */
  readonly first: ReadonlySet<string>;
  /** The newest turn of each task, and the newest that ended with a checkpoint. */
  readonly newest: ReadonlySet<string>;
  /**
   * Turns whose row is kept regardless of age: of each task the first, the last, the best and the
   * newest failed ones; and those that a rewind refers to.
   */
  readonly rows: ReadonlySet<string>;
}

/**
 * Finds the turns to keep. `rewinds` are the remaining ones. `keepFailures` is the number of failed
 * turns of each task (docs/decisions/loop-detection-algorithm.md, §3: "keep last N failures per
 * task").
 */
export function findLandmarkTurns(
  { tasks, turns }: KeptHistory,
  rewinds: readonly KeptRewind[],
  keepFailures: number,
): LandmarkTurns {
  const records = new Map(tasks.map((task) => [task.id, task]));
  const first = new Set<string>();
  const newest = new Set<string>();
  const rows = new Set(rewinds.map((rewind) => rewind.afterTurn));
  for (const { taskId, own } of groupTurnsByTask(turns)) {
    const record = records.get(taskId);
    const start = own.find((turn) => turn.number >= (record?.firstTurn ?? 1));
    // The next turn's number follows from the last one's.
    const last = own.at(-1);
    const best = own.find((turn) => turn.countsOn === taskId && turn.number === record?.bestTurn);
    addIds(first, start);
    addIds(
      newest,
      last,
      own.findLast(({ checkpointAfter }) => checkpointAfter !== undefined),
    );
    addIds(rows, start, last, best);
  }
  const failed = turns.filter((turn) => turn.outcome === 'no_progress');
  for (const own of groupBy(failed, (turn) => turn.taskId).values()) {
    if (keepFailures > 0) addIds(rows, ...own.slice(-keepFailures));
  }
  return { first, newest, rows };
}

interface TaskTurns {
  readonly taskId: string;
  /** In order, with consecutive numbers. */
  readonly own: readonly KeptTurn[];
}

/**
 * Groups the turns that count on each task, and among them those that ran on each task: a task with a new parent has
 * turns in two numberings.
 */
function groupTurnsByTask(turns: readonly KeptTurn[]): readonly TaskTurns[] {
  return [...groupBy(turns, (turn) => turn.countsOn)].flatMap(([taskId, counted]) => [
    { taskId, own: counted },
    ...[...groupBy(counted, (turn) => turn.taskId)].map(([ranOn, own]) => ({ taskId: ranOn, own })),
  ]);
}

function addIds(ids: Set<string>, ...turns: readonly (KeptTurn | undefined)[]): void {
  for (const turn of turns) if (turn !== undefined) ids.add(turn.id);
}
