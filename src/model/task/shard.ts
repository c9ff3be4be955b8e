import type { TaskDefinition } from './task';

/** One of several parts of the tasks, each for a machine of its own. */
export interface Shard {
  /** From 1 to `count`. */
  readonly number: number;
  readonly count: number;
}

/** Most shards that the tasks can be dealt out to. */
export const MAX_SHARDS = 1_000;

/** "2/8" as the second of eight shards; undefined for another text, as "02/8" or " 2/8" are, or a number that is out of range. */
export function parseShard(text: string): Shard | undefined {
  const [, number = 0, count = 0] = (/^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(text) ?? []).map(
    Number,
  );
  const isShard = number >= 1 && number <= count && count <= MAX_SHARDS;
  return isShard ? { number, count } : undefined;
}

/** A task as shards are made of it. */
export type ShardedTask = Pick<TaskDefinition, 'id' | 'dependsOn'> & {
  readonly parent?: string | undefined;
};

/**
 * The tasks of a shard, in the order given. Each task is in exactly one shard; tasks that wait for each other, and a task
 * with its subtasks, are in the same. The result depends on ids, `dependsOn` and `parent` alone, so that all machines with
 * the same `devs.yaml` agree. Groups are dealt out largest first, each to the shard that has the fewest tasks so far.
 */
export function tasksOfShard(tasks: readonly ShardedTask[], shard: Shard): readonly string[] {
  const sizes = new Array<number>(shard.count).fill(0);
  const own = new Set<string>();
  for (const group of groupsOf(tasks).toSorted((a, b) => b.length - a.length)) {
    const smallest = sizes.indexOf(Math.min(...sizes));
    sizes[smallest] = (sizes[smallest] ?? 0) + group.length;
    if (smallest === shard.number - 1) for (const id of group) own.add(id);
  }
  return tasks.map(({ id }) => id).filter((id) => own.has(id));
}

/** Tasks that are connected by `dependsOn` and `parent`, at any distance. */
function groupsOf(tasks: readonly ShardedTask[]): readonly (readonly string[])[] {
  const neighbours = new Map<string, string[]>(tasks.map(({ id }) => [id, []]));
  for (const { id, dependsOn, parent } of tasks)
    for (const other of parent === undefined ? dependsOn : [...dependsOn, parent]) {
      if (!neighbours.has(other)) continue;
      neighbours.get(id)?.push(other);
      neighbours.get(other)?.push(id);
    }
  const seen = new Set<string>();
  return tasks.flatMap(({ id }) => {
    if (seen.has(id)) return [];
    seen.add(id);
    const group = [id];
    // It grows while it is gone through.
    for (const member of group)
      for (const other of neighbours.get(member) ?? []) {
        if (seen.has(other)) continue;
        seen.add(other);
        group.push(other);
      }
    return [group];
  });
}
