import type { NewTask } from '../../model/task/newTask';
import { createTaskId } from '../../model/task/taskId';
import { knownConfig } from '../../model/config/config';
import type { Answer } from '../../ports/answer';
import type { AddTasksOptions } from '../../ports/configEditor';
import type { DevsAppParts } from '../lease/devsAppParts';
import { listFormerIds } from './listFormerIds';

/** Implements `App.addTasks`: refuses an id of a task that `devs.yaml` no longer has, as the new one would go on with its state. */
export async function addTasks(
  {
    state,
    configSource,
    configEditor,
  }: Pick<DevsAppParts, 'state' | 'configSource' | 'configEditor'>,
  tasks: readonly NewTask[],
  options?: AddTasksOptions,
): Promise<Answer> {
  const [former, read] = await Promise.all([
    listFormerIds(state),
    configSource.read({ onlyRead: true }),
  ]);
  const present = knownConfig(read)?.tasks.map(({ id }) => id) ?? [];
  const again = tasks.find(({ id }) => former.includes(id) && !present.includes(id));
  if (again === undefined) return await configEditor.addTasks(tasks, options);
  const free = createTaskId(again.id, [...former, ...present, ...tasks.map(({ id }) => id)]);
  return {
    ok: false,
    message: `A task with the id "${again.id}" ran here before, and a new task with this id would continue from the old state. Choose another id, such as ${free}.`,
  };
}
