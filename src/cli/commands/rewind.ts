import type { RewindOptions } from '../../app/api/requests';
import type { CommandContext } from './shared/commandContext';
import type { Outcome } from '../terminal/outcome';
import { findOne, findTask, readWorkspace } from './shared/readWorkspace';
import { parseRewindTarget } from '../render/parseRewindTarget';
import { afterwards } from '../render/rewindText';
import { applyRewind, type RestoreOptions, type RewindCommandOptions } from './applyRewind';
import { redoSession, rewindSession, sessionNamed, type NamedSession } from './rewindSession';

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
    const named = sessionNamed(context, taskId);
    if (named.ok) return await rewindSession(context, named, words);
    return await toFailure(context, task as Outcome, named);
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
    const named = sessionNamed(context, taskId);
    if (named.ok) return await redoSession(context, named, words);
    return await toFailure(context, task, named);
  }
  const { app } = context;
  return await applyRewind(context, words, {
    afterwards: (done) => afterwards(task.value, done),
    preview: (choice) => app.previewRedo(taskId, choice),
    carryOut: (choice) => app.redo(taskId, choice),
  });
}

/** In a folder without tasks, a name can only be that of a session. */
async function toFailure(
  { app }: CommandContext,
  noTask: Outcome,
  { failure }: Extract<NamedSession, { ok: false }>,
): Promise<Outcome> {
  if (failure === undefined) return noTask;
  return (await app.overview()).config.kind === 'missing' ? failure : noTask;
}
