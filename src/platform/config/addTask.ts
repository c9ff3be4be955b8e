import { CONFIG_FILE } from '../../model/config/config';
import type { Answer } from '../../ports/answer';
import type { NewTask } from '../../ports/configEditor';
import { describeHiddenCharacter } from '../../text/hiddenCharacter';
import { changeConfig, refuse, tasksOf } from './changeConfig';
import { insertTask, rewriteWithTask, type WrittenTask } from './insertTask';
import type { ConfigSourceOptions } from './readConfig';

const NOT_ADDED = 'The task was not added.';

/**
 * Adds a task at the end of `tasks` in `devs.yaml` and leaves every other line as it is. Writes
 * nothing unless the file is valid before and after. Never rejects.
 */
export async function addTask(options: ConfigSourceOptions, task: NewTask): Promise<Answer> {
  const added = toWrittenTask(task);
  const hidden = describeHiddenCharacter('The verify command', added.verify ?? '');
  if (hidden !== undefined) return refuse(`${NOT_ADDED} ${hidden}`);
  return await changeConfig(options, {
    change: (content) => ({ ...content, tasks: [...tasksOf(content), added] }),
    refuse: (content) =>
      tasksOf(content).some(({ id }) => id === added.id)
        ? `There is already a task "${added.id}" in ${CONFIG_FILE}; choose another id.`
        : undefined,
    write: function* (text) {
      const inserted = insertTask(text, added);
      if (inserted !== undefined) yield inserted;
      yield rewriteWithTask(text, added);
    },
    done: `Task "${added.id}" was added to ${CONFIG_FILE}.`,
    notDone: NOT_ADDED,
  });
}

function toWrittenTask(task: NewTask): WrittenTask {
  const id = task.id.trim();
  const title = task.title.trim();
  const goal = task.goal.replace(/\r\n?/g, '\n').trim();
  const agent = task.agent?.trim() ?? '';
  const verify = task.verify?.trim() ?? '';
  const dependsOn = [...new Set(task.dependsOn)];
  return {
    id,
    ...(title === '' || title === id ? {} : { title }),
    goal: goal.includes('\n') ? `${goal}\n` : goal,
    ...(agent === '' ? {} : { agent }),
    ...(verify === '' ? {} : { verify }),
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
  };
}
