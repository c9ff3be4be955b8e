import type { RewindOptions } from '../../app/api/app';
import type { CommandContext } from './shared/commandContext';
import type { Outcome } from '../terminal/outcome';
import { findOne, findTask, readWorkspace } from './shared/readWorkspace';
import { parseRewindTarget } from '../render/parseRewindTarget';
import { afterwards } from '../render/rewindText';
import { applyRewind, type RestoreOptions } from './applyRewind';
import { redoSession, rewindSession, sessionNamed } from './rewindSession';

/** Options of `devs rewind`. */
export interface RewindCommandOptions extends RestoreOptions {
  /** Number of a turn; absent or 0: before the first. */
  readonly to?: string;
}

/**
 * `devs rewind <task>`: brings the files back to how they were before its first turn, or after a later one; of a guarded
 * session, to before its newest prompt.
 */
export async function rewind(
  context: CommandContext,
  taskId: string,
  words: RewindCommandOptions,
): Promise<Outcome> {
  const overview = await readWorkspace(context);
  const task = overview.ok ? findOne(overview.value, taskId) : overview;
  if (!overview.ok || !task.ok) {
    const session = sessionNamed(context, taskId);
    return session === undefined ? (task as Outcome) : await rewindSession(context, session, words);
  }
  const target = parseRewindTarget(words.to, task.value, overview.value.tasks);
  if (!target.ok) return target;
  const { app } = context;
  const options: RewindOptions = target.toTurn === undefined ? {} : { toTurn: target.toTurn };
  return await applyRewind(context, words, {
    afterwards: (done) => afterwards(task.value, done),
    preview: (choice) => app.previewRewind(taskId, { ...options, choice }),
    carryOut: (choice) => app.rewind(taskId, { ...options, choice }),
  });
}

/** `devs redo <task>`: undoes the newest rewind of the task, or of a guarded session. */
export async function redo(
  context: CommandContext,
  taskId: string,
  words: RestoreOptions,
): Promise<Outcome> {
  const task = await findTask(context, taskId);
  if (!task.ok) {
    const session = sessionNamed(context, taskId);
    return session === undefined ? task : await redoSession(context, session, words);
  }
  const { app } = context;
  return await applyRewind(context, words, {
    afterwards: (done) => afterwards(task.value, done),
    preview: (choice) => app.previewRedo(taskId, choice),
    carryOut: (choice) => app.redo(taskId, choice),
  });
}
