import type { TaskOverview, TurnMark } from '../../model/overview/overview';
import { failed, type Outcome } from '../terminal/outcome';
import { printableLine } from '../terminal/printable';
import { nameNumbers } from '../../text/list';

type Target =
  | { readonly ok: true; readonly toTurn: number | undefined }
  | (Outcome & { readonly ok: false });

/** Whether the task can be rewound to how the workspace was after this turn: it is its own, and kept. */
export function canRewindTo(
  turn: TurnMark,
  task: TaskOverview,
  tasks: readonly TaskOverview[],
): boolean {
  return turn.checkpoint && isWithin(turn.taskId, task, tasks);
}

/**
 * What `--to` names: a turn of the task, or 0 for before its first; a refusal lists what there is.
 * Turns older than those that an overview shows are left to the app.
 */
export function parseRewindTarget(
  wanted: string | undefined,
  task: TaskOverview,
  tasks: readonly TaskOverview[],
): Target {
  if (wanted === undefined) return { ok: true, toTurn: undefined };
  const toTurn = /^\d{1,9}$/.test(wanted) ? Number(wanted) : undefined;
  if (toTurn === 0) return { ok: true, toTurn: undefined };
  const valid = task.turns.filter((turn) => canRewindTo(turn, task, tasks));
  const oldest = task.turns[0]?.number ?? 0;
  const mayBe = toTurn !== undefined && (toTurn < oldest || valid.some(isNumber(toTurn)));
  if (mayBe) return { ok: true, toTurn };
  const numbers = valid.map(({ number }) => number);
  const oneOf = numbers.length > 1 ? 'one of ' : '';
  const turns =
    numbers.length === 0 ? '' : ` or the number of ${oneOf}${nameNumbers('turn', numbers)}`;
  return failed(
    `--to ${printableLine(wanted)} is not valid for ${task.id}. ` +
      `Write 0 (before the first turn)${turns}.`,
  );
}

function isNumber(number: number): (turn: TurnMark) => boolean {
  return (turn) => turn.number === number;
}

/** Turns that count on a topmost task are its own, including those of removed subtasks. */
function isWithin(taskId: string, task: TaskOverview, tasks: readonly TaskOverview[]): boolean {
  if (task.parent === undefined) return true;
  const seen = new Set<string>();
  let id: string | undefined = taskId;
  while (id !== undefined && id !== task.id && !seen.has(id)) {
    seen.add(id);
    id = tasks.find((each) => each.id === id)?.parent;
  }
  return id === task.id;
}
