import { CONFIG_FILE } from '../../model/config/config';
import type { NewTask } from '../../model/task/newTask';
import type { Answer } from '../../ports/answer';
import type { AddTasksOptions } from '../../ports/configEditor';
import { countOf } from '../../text/count';
import { describeHiddenCharacter } from '../../text/hiddenCharacter';
import { listSome } from '../../text/list';
import { changeConfig, refuse, tasksOf } from './changeConfig';
import { insertTasks, rewriteWithTasks, type WrittenTask } from './insertTasks';
import type { ConfigSourceOptions } from './readConfig';

/** The most ids that the answer names. */
const MAX_NAMED = 8;

/**
 * Adds tasks at the end of `tasks` in `devs.yaml`, all or none, and leaves every other line as it is. Writes
 * nothing unless the file is valid before and after, and nothing at all with `dryRun`. Never rejects.
 */
export async function addTasks(
  options: ConfigSourceOptions,
  tasks: readonly NewTask[],
  { dryRun = false }: AddTasksOptions = {},
): Promise<Answer> {
  const added = tasks.map(toWrittenTask);
  const notDone = added.length === 1 ? 'The task was not added.' : 'No task was added.';
  for (const { verify = '' } of added) {
    const hidden = describeHiddenCharacter('The verify command', verify);
    if (hidden !== undefined) return refuse(`${notDone} ${hidden}`);
  }
  return await changeConfig(options, {
    change: (content) =>
      added.length === 0 ? content : { ...content, tasks: [...tasksOf(content), ...added] },
    refuse: (content) => {
      const ids = [...tasksOf(content), ...added].map(({ id }) => id);
      const twice = added.find(({ id }) => ids.indexOf(id) !== ids.lastIndexOf(id));
      return twice && `There is already a task "${twice.id}" in ${CONFIG_FILE}; choose another id.`;
    },
    write: function* (text) {
      const inserted = insertTasks(text, added);
      if (inserted !== undefined) yield inserted;
      yield rewriteWithTasks(text, added);
    },
    done: dryRun
      ? `${countOf(added.length, 'task')} can be added to ${CONFIG_FILE}.`
      : describeAdded(added.map(({ id }) => id)),
    ...{ notDone, dryRun },
  });
}

function describeAdded(ids: readonly string[]): string {
  const [first] = ids;
  if (first === undefined) return 'There was no task to add.';
  return ids.length === 1
    ? `Task "${first}" was added to ${CONFIG_FILE}.`
    : `${countOf(ids.length, 'task')} were added to ${CONFIG_FILE}: ${listSome(ids, MAX_NAMED)}.`;
}

function toWrittenTask(task: NewTask): WrittenTask {
  const id = task.id.trim();
  const title = task.title.trim();
  const goal = task.goal.replace(/\r\n?/g, '\n').trim();
  const agent = task.agent?.trim() ?? '';
  const verify = task.verify?.trim() ?? '';
  const dependsOn = [...new Set(task.dependsOn)];
  const { priority = 0, link } = task;
  return {
    id,
    ...(title === '' || title === id ? {} : { title }),
    goal: goal.includes('\n') ? `${goal}\n` : goal,
    ...(agent === '' ? {} : { agent }),
    ...(verify === '' ? {} : { verify }),
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
    ...(priority === 0 ? {} : { priority }),
    ...(link === undefined ? {} : { link }),
  };
}
