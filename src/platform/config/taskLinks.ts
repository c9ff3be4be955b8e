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
  return tasks.flatMap(({ id, path }, index) => {
    if (id === undefined) return [];
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, index);
      return [];
    }
    const message = `The task id ${showValue(id)} is already used by tasks[${earlier}]; each id must be unique.`;
    return [{ path: [...path, 'id'], at: 'value', message }];
  });
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
      const message = isOwn
        ? `Task ${showValue(id)} cannot ${what} itself; remove this.`
        : describeUnknown('task', id, names);
      problems.push({ path, at: 'value', message });
    }
  }
  return problems;
}
