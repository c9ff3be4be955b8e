import type { LastingEvent } from '../../model/events/lastingEvents';
import type { Course } from './course';
import { CourseWalk, endOf, type PlacedTurn } from './courseWalk';
import type { RecordedHistory } from './historyTurn';

interface TaskHistory {
  readonly turns: PlacedTurn[];
  readonly events: LastingEvent[];
}

/**
 * Splits a history into courses, by counting task. The order of the tasks in the result, and how the turns of different
 * tasks mix, make no difference to any course.
 */
export function listCourses(history: RecordedHistory): ReadonlyMap<string, readonly Course[]> {
  const sorted = sortByTask(history);
  return new Map([...sorted].map(([task, own]) => [task, coursesOf(task, own)]));
}

/** A task without a turn has no course. */
function sortByTask({ turns, events }: RecordedHistory): ReadonlyMap<string, TaskHistory> {
  const countsOn = new Map<string, string>();
  const sorted = new Map<string, TaskHistory>();
  for (const [index, turn] of turns.entries()) {
    countsOn.set(turn.taskId, turn.countsOn);
    const own = sorted.get(turn.countsOn);
    if (own === undefined) sorted.set(turn.countsOn, { turns: [{ turn, index }], events: [] });
    else own.turns.push({ turn, index });
  }
  for (const event of events)
    sorted.get(countsOn.get(event.taskId) ?? event.taskId)?.events.push(event);
  return sorted;
}

function coursesOf(task: string, { turns, events }: TaskHistory): readonly Course[] {
  const walk = new CourseWalk(task);
  let next = 0;
  for (const event of events) {
    for (; next < turns.length; next += 1) {
      const turn = turns[next];
      if (turn === undefined || isAfter(turn, event)) break;
      walk.passTurn(turn);
    }
    walk.passEvent(event);
  }
  for (const turn of turns.slice(next)) walk.passTurn(turn);
  return walk.courses();
}

/** A baseline is measured inside a turn, and holds for that turn. */
function isAfter({ turn }: PlacedTurn, { event, at, data }: LastingEvent): boolean {
  if (event === 'debugger_asked') return turn.number > data.turn;
  if (event === 'gate_triggered' && data.turn !== undefined) return turn.number > data.turn;
  if (event !== 'baseline_measured') return turn.startedAt >= at;
  return turn.outcome === 'running' || endOf(turn) >= at;
}
