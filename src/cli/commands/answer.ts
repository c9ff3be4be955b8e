import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { printableLine } from '../terminal/printable';
import { findTask } from './shared/readWorkspace';
import { toOutcome } from './toOutcome';

/** Options of `devs answer`. */
export interface AnswerOptions {
  /** Number of the question; absent: the only one of the task. */
  readonly question?: string;
}

/** `devs answer <task> <text…>`: answers a question of the task's running agent. */
export async function answer(
  context: CommandContext,
  { taskId, words }: { readonly taskId: string; readonly words: readonly string[] },
  { question }: AnswerOptions,
): Promise<Outcome> {
  if (question !== undefined && !/^[1-9]\d{0,8}$/.test(question))
    return failed(
      `--question is "${printableLine(question)}"; it must be the number of a question. Leave it out to answer the only one that waits; where several wait, Devs lists their numbers.`,
    );
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  if (task.value.status !== 'in_progress')
    return failed(
      `${taskId} is not running. \`devs resume ${taskId} --hint "…"\` gives a hint to the agent of a paused task.`,
    );
  const text = words.join(' ');
  const named = question === undefined ? {} : { id: question };
  return toOutcome(await context.app.answer({ taskId, text, ...named }));
}
