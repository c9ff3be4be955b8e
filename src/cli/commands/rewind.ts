import type { RewindOptions } from '../../app/api/app';
import type { CommandContext } from './shared/commandContext';
import type { Outcome } from '../terminal/outcome';
import { findOne, findTask, readWorkspace } from './shared/readWorkspace';
import { parseRewindTarget } from '../render/parseRewindTarget';
import { applyRewind, type RestoreOptions } from './applyRewind';

/** Options of `devs rewind`. */
export interface RewindCommandOptions extends RestoreOptions {
  /** Number of a turn; absent or 0: before the first. */
  readonly to?: string;
}

/** `devs rewind <task>`: brings the files back to how they were before its first turn, or after a later one. */
export async function rewind(
  context: CommandContext,
  taskId: string,
  words: RewindCommandOptions,
): Promise<Outcome> {
  const overview = await readWorkspace(context);
  if (!overview.ok) return overview;
  const task = findOne(overview.value, taskId);
  if (!task.ok) return task;
  const target = parseRewindTarget(words.to, task.value, overview.value.tasks);
  if (!target.ok) return target;
  const { app } = context;
  const options: RewindOptions = target.toTurn === undefined ? {} : { toTurn: target.toTurn };
  return await applyRewind(context, words, {
    task: task.value,
    preview: (choice) => app.previewRewind(taskId, { ...options, choice }),
    carryOut: (choice) => app.rewind(taskId, { ...options, choice }),
  });
}

/** `devs redo <task>`: undoes the newest rewind of the task. */
export async function redo(
  context: CommandContext,
  taskId: string,
  words: RestoreOptions,
): Promise<Outcome> {
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  const { app } = context;
  return await applyRewind(context, words, {
    task: task.value,
    preview: (choice) => app.previewRedo(taskId, choice),
    carryOut: (choice) => app.redo(taskId, choice),
  });
}
