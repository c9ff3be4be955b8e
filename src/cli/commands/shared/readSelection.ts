import type { Overview } from '../../../model/overview/overview';
import type { RunEnd } from '../../../model/run/runStatus';
import { MAX_SHARDS, parseShard, tasksOfShard } from '../../../model/task/shard';
import { isFinished } from '../../../model/task/taskStatus';
import { failed } from '../../terminal/outcome';
import { findTasks, type Found } from './readWorkspace';

/** Which tasks `devs run` is asked for. */
export interface SelectionWords {
  readonly taskIds: readonly string[];
  /** As `--shard` has it. */
  readonly shard?: string | undefined;
}

export type Selection =
  /** Absent: all. */
  | { readonly taskIds?: readonly string[] }
  /** Nothing is left to run. */
  | { readonly end: RunEnd; readonly message: string };

/** The tasks that were named, or those of the shard that are not finished; a failure for wrong words. */
export function readSelection(
  overview: Overview,
  { taskIds, shard }: SelectionWords,
): Found<Selection> {
  if (shard !== undefined)
    return taskIds.length === 0
      ? readShard(overview, shard)
      : failed('`devs run` takes names of tasks or `--shard`, not both.');
  const tasks = findTasks(overview, taskIds);
  if (!tasks.ok) return tasks;
  return { ok: true, value: taskIds.length === 0 ? {} : { taskIds } };
}

function readShard({ tasks }: Overview, text: string): Found<Selection> {
  const shard = parseShard(text);
  if (shard === undefined)
    return failed(
      `\`--shard\` takes its number, from 1 on, and how many there are, at most ${MAX_SHARDS}, such as 2/8; not "${text}".`,
    );
  const ids = new Set(tasksOfShard(tasks, shard));
  const own = tasks.filter(({ id }) => ids.has(id));
  const open = own.filter(({ status }) => !isFinished(status)).map(({ id }) => id);
  if (open.length > 0) return { ok: true, value: { taskIds: open } };
  const inPart = own.filter(({ status }) => status === 'done_partial').map(({ id }) => id);
  const message =
    own.length === 0
      ? `Shard ${text} has no tasks: there are more shards than groups of tasks that depend on each other.`
      : `Every task of shard ${text} is finished.`;
  const end: RunEnd =
    inPart.length > 0 ? { kind: 'donePartial', taskIds: inPart } : { kind: 'allDone' };
  return { ok: true, value: { end, message } };
}
