import type { FoundTasks, KnownTask } from '../../model/task/foundTasks';
import type { NewTask } from '../../model/task/newTask';
import type { TaskDefinition } from '../../model/task/task';
import { createTaskId } from '../../model/task/taskId';
import type { FoundTask } from './foundTask';
import { readPlace } from './listPlace';

/** What is known of a task in `devs.yaml`. */
export type ComparedTask = Pick<TaskDefinition, 'id' | 'title' | 'goal' | 'link'>;

/**
 * Tells tasks that are there already from new ones, and gives those ids. A task with a link is there when a task has that
 * link; an item of a file when a task has its title and names that file, or no place at all; any other one when a task has
 * its title. Each known task stands for one of the found ones. `former`: further ids that no new task gets.
 */
export function matchTasks(
  found: readonly FoundTask[],
  known: readonly ComparedTask[],
  former: readonly string[] = [],
): Pick<FoundTasks, 'tasks' | 'there'> {
  const left = new Set(known.map((task) => ({ ...task, place: readPlace(task.goal) })));
  const taken = [...known.map(({ id }) => id), ...former];
  const links = new Set<string>();
  const tasks: NewTask[] = [];
  const there: KnownTask[] = [];
  for (const { title, goal, link, priority, file } of found) {
    if (link !== undefined && links.has(normalise(link))) continue;
    if (link !== undefined) links.add(normalise(link));
    const same = [...left].find((each) => isSame({ title, link, file }, each));
    if (same !== undefined) {
      left.delete(same);
      there.push({ id: same.id, title });
      continue;
    }
    const id = createTaskId(title, taken);
    taken.push(id);
    tasks.push({
      ...{ id, title, goal },
      ...(priority !== undefined && { priority }),
      ...(link !== undefined && { link }),
    });
  }
  return { tasks, there };
}

interface Identity {
  readonly title: string;
  readonly link: string | undefined;
  readonly file: string | undefined;
}

/** A known task, and the file that its goal names. */
type PlacedTask = ComparedTask & { readonly place: string | undefined };

function isSame(found: Identity, known: PlacedTask): boolean {
  if (found.link !== undefined)
    return known.link !== undefined && normalise(known.link) === normalise(found.link);
  if (known.title !== found.title) return false;
  if (found.file === undefined) return true;
  return known.place === undefined ? known.link === undefined : known.place === found.file;
}

/** The address without what does not tell issues apart: case, query, fragment, a slash at its end. */
function normalise(link: string): string {
  return link
    .toLowerCase()
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '');
}
