import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CONFIG_FILE, formatProblem, type DevsConfig } from '../../model/config/config';
import type { TaskDefinition } from '../../model/task/task';
import type { Answer } from '../../ports/answer';
import type { NewTask } from '../../ports/configEditor';
import { readConfig, type ConfigSourceOptions } from './readConfig';
import { replaceFile } from './replaceFile';
import { insertTask, rewriteWithTask, type WrittenTask } from './insertTask';
import { validateConfig } from './validateConfig';

/**
 * Adds a task at the end of `tasks` in `devs.yaml` and leaves every other line as it is. Writes
 * nothing unless the file is valid before and after. Never rejects.
 */
export async function addTask(options: ConfigSourceOptions, task: NewTask): Promise<Answer> {
  const before = await readConfig(options);
  if (before.kind === 'missing')
    return refuse(`There is no ${CONFIG_FILE}; \`devs init\` creates one.`);
  if (before.kind === 'invalid')
    return refuse(`Correct ${CONFIG_FILE} first: ${before.problems.map(formatProblem).join(' ')}`);
  const added = toWrittenTask(task);
  if (before.config.tasks.some(({ id }) => id === added.id))
    return refuse(`There is already a task "${added.id}" in ${CONFIG_FILE}; choose another id.`);
  try {
    return await writeTask(options, added);
  } catch (error) {
    return refuse(`${CONFIG_FILE} could not be changed: ${(error as Error).message}`);
  }
}

async function writeTask(options: ConfigSourceOptions, added: WrittenTask): Promise<Answer> {
  const file = join(options.workspaceDir, CONFIG_FILE);
  const text = await readFile(file, 'utf8');
  const edit = findValidEdit(text, added, options);
  if (typeof edit !== 'string') return edit;
  return (await replaceFile(file, { expected: text, next: edit }))
    ? { ok: true, message: `Task "${added.id}" was added to ${CONFIG_FILE}.` }
    : refuse(`${CONFIG_FILE} was changed at the same moment; nothing was added. Try again.`);
}

/** Returns the text with the task: inserted if that adds exactly this task, otherwise rewritten. */
function findValidEdit(
  text: string,
  added: WrittenTask,
  places: ConfigSourceOptions,
): string | Answer {
  const before = validateConfig(text, places);
  if (before.kind === 'invalid') return refuse(describeProblems(before));
  const inserted = insertTask(text, added);
  const candidates = [inserted, rewriteWithTask(text, added)].filter((next) => next !== undefined);
  for (const next of candidates) {
    const after = validateConfig(next, places);
    if (after.kind === 'ok' && addsOnlyTask(before.config, after.config, added)) return next;
  }
  const last = validateConfig(candidates.at(-1) ?? text, places);
  return refuse(
    last.kind === 'invalid'
      ? describeProblems(last)
      : `The task cannot be added to ${CONFIG_FILE} without changing others; add it there yourself.`,
  );
}

function addsOnlyTask(before: DevsConfig, after: DevsConfig, added: WrittenTask): boolean {
  const last = after.tasks.at(-1);
  return (
    last !== undefined &&
    isSameTask(last, added) &&
    isDeepStrictEqual({ ...after, tasks: after.tasks.slice(0, -1) }, before)
  );
}

function isSameTask(task: TaskDefinition, added: WrittenTask): boolean {
  return (
    task.id === added.id &&
    task.title === (added.title ?? added.id) &&
    task.goal.trim() === added.goal.trim() &&
    (added.verify === undefined || task.verify === added.verify)
  );
}

// Without line numbers, which would refer to a text that was never written.
function describeProblems(result: {
  readonly problems: readonly { readonly message: string }[];
}): string {
  const messages = result.problems.map(({ message }) => message.replace(/"tasks\[\d+\]\./, '"'));
  return `The task was not added. ${messages.join(' ')}`;
}

function toWrittenTask(task: NewTask): WrittenTask {
  const id = task.id.trim();
  const title = task.title.trim();
  const goal = task.goal.replace(/\r\n?/g, '\n').trim();
  const verify = task.verify?.trim() ?? '';
  return {
    id,
    ...(title === '' || title === id ? {} : { title }),
    goal: goal.includes('\n') ? `${goal}\n` : goal,
    ...(verify === '' ? {} : { verify }),
  };
}

function refuse(message: string): Answer {
  return { ok: false, message };
}
