import type { TaskDefinition } from '../../model/task/task';

/**
 * Determines which subtasks would wait forever if they waited for what an ancestor depends on,
 * because that waits for them: with P depending on X and X on P's subtask C, C must not wait for X.
 * Tasks that are in one circle of such waits are mutual; what `dependsOn` and `parent` say
 * themselves holds no circle.
 */
export function mutualWaits(
  tasks: readonly TaskDefinition[],
): (subtask: string, dependency: string) => boolean {
  const places = new Map(tasks.map(({ id }, index) => [id, index]));
  const waits = waitsOf(tasks, places);
  const circles = circlesOf(waits);
  const count = tasks.length;
  return (subtask, dependency) => {
    const begins = places.get(subtask);
    const ends = places.get(dependency);
    if (begins === undefined || ends === undefined) return false;
    return circles[begins] === circles[count + ends];
  };
}

/**
 * Node `i` is the beginning of task `i`, node `count + i` its end. A task begins when its
 * dependencies have ended and its parent may begin; it ends after its beginning and its subtasks'
 * ends.
 */
function waitsOf(
  tasks: readonly TaskDefinition[],
  places: ReadonlyMap<string, number>,
): readonly (readonly number[])[] {
  const count = tasks.length;
  const waits: number[][] = Array.from({ length: 2 * count }, () => []);
  for (const [place, { dependsOn, parent }] of tasks.entries()) {
    waits[count + place]?.push(place);
    for (const id of dependsOn) {
      const other = places.get(id);
      if (other !== undefined) waits[place]?.push(count + other);
    }
    const above = parent === undefined ? undefined : places.get(parent);
    if (above === undefined) continue;
    waits[place]?.push(above);
    waits[count + above]?.push(count + place);
  }
  return waits;
}

/** For each node the circle that it is in, by number (Tarjan's strongly connected components, without recursion). */
function circlesOf(waits: readonly (readonly number[])[]): readonly number[] {
  const circles = new Array<number>(waits.length).fill(-1);
  const order = new Array<number>(waits.length).fill(-1);
  const low = new Array<number>(waits.length).fill(-1);
  const next = new Array<number>(waits.length).fill(0);
  const open: number[] = [];
  let found = 0;
  for (const start of waits.keys()) {
    const way = order[start] === -1 ? [start] : [];
    for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
      if (order[at] === -1) {
        order[at] = low[at] = found;
        found += 1;
        open.push(at);
      }
      const to = waits[at]?.[next[at] ?? 0];
      if (to !== undefined) {
        if (order[to] === -1) {
          way.push(to);
          continue;
        }
        // Seen before: where it is open still, this is the way back to it.
        if (circles[to] === -1) low[at] = Math.min(low[at] ?? 0, low[to] ?? 0);
        next[at] = (next[at] ?? 0) + 1;
        continue;
      }
      way.pop();
      if (low[at] === order[at]) closeCircle(at, open, circles);
    }
  }
  return circles;
}

function closeCircle(first: number, open: number[], circles: number[]): void {
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    circles[node] = first;
    if (node === first) return;
  }
}
