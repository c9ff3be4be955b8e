import { describeUnknown, MAX_PROBLEMS, showValue } from './fileProblem';
import { itemPaths, links, lookUpText, type LinkProblem } from './links';
import { findCycleProblems, type LinkedTask } from './taskCycles';

/** Checks the links between tasks: ids occur once, every reference has its task, no tasks wait for each other. */
export const taskLinks = links((list) => {
  const tasks = itemPaths(list, []).map((path): LinkedTask => {
    const places = [...itemPaths(list, [...path, 'dependsOn']), [...path, 'parent']];
    return {
      path,
      id: lookUpText(list, [...path, 'id']),
      references: places.flatMap((place) => {
        const id = lookUpText(list, place);
        return id === undefined ? [] : [{ id, path: place, isParent: place.at(-1) === 'parent' }];
      }),
    };
  });
  return [
    ...findDuplicateIds(tasks).slice(0, MAX_PROBLEMS),
    ...findReferenceProblems(tasks),
    ...findCycleProblems(tasks),
  ];
});

function findDuplicateIds(tasks: readonly LinkedTask[]): readonly LinkProblem[] {
  const first = new Map<string, number>();
  const ids = new Set(tasks.map(({ id }) => id));
  return tasks.flatMap(({ id, path }, index) => {
    if (id === undefined) return [];
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, index);
      return [];
    }
    const message = `The task in line {line} already has the id ${showValue(id)}; each id must be unique: give this one another, such as ${showValue(findFreeId(id, ids))}.`;
    return [{ path: [...path, 'id'], at: 'value', message, related: [earlier, 'id'] }];
  });
}

/** The id with the first number from 2 on that no task has. */
function findFreeId(id: string, taken: ReadonlySet<string | undefined>): string {
  let number = 2;
  while (taken.has(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
}

function findReferenceProblems(tasks: readonly LinkedTask[]): readonly LinkProblem[] {
  const known = new Set(tasks.flatMap(({ id }) => id ?? []));
  const names = [...known];
  const problems: LinkProblem[] = [];
  for (const task of tasks) {
    if (problems.length >= MAX_PROBLEMS) break;
    for (const { id, isParent, path } of task.references) {
      const isOwn = id === task.id;
      if (!isOwn && known.has(id)) continue;
      const what = isParent ? 'be a part of' : 'depend on';
      const found = isOwn
        ? { message: `Task ${showValue(id)} cannot ${what} itself; remove this.` }
        : describeUnknown('task', id, names);
      problems.push({ path, at: 'value', ...found });
    }
  }
  return problems;
}
