/**
 * Whose one content of one path is: everybody who had a hand in it. Nobody at all: it stood there
 * at the target already.
 */
export interface Owner {
  /** The task's own turns had a hand in it. */
  readonly own: boolean;
  readonly you: boolean;
  /** It came to be while nobody was watching: the agent's or yours. */
  readonly unwatched?: true;
  /** Ids of other tasks, sorted. */
  readonly others: readonly string[];
  /** Path at which the foreign part of it stood before, where it seems to have been moved from there. */
  readonly from?: string;
}

export const NO_OWNER: Owner = { own: false, you: false, others: [] };
export const TASK_OWNER: Owner = { own: true, you: false, others: [] };
/** Of one of the task's own turns, or yours: nobody was watching. */
export const UNWATCHED_OWNER: Owner = { own: true, you: false, unwatched: true, others: [] };
export const USER_OWNER: Owner = { own: false, you: true, others: [] };

export function otherTaskOwner(taskId: string): Owner {
  return { own: false, you: false, others: [taskId] };
}

/** Whether somebody besides the task's own turns had, or may have had, a hand in it. */
export function isForeign({ you, others, unwatched }: Owner): boolean {
  return you || others.length > 0 || unwatched === true;
}

/** Both of them; where it came from is told by the first of them that is foreign. */
export function mergeOwners(one: Owner, other: Owner): Owner {
  if (one === other || other === NO_OWNER) return one;
  if (one === NO_OWNER) return other;
  const { from } = isForeign(one) ? one : other;
  return {
    own: one.own || other.own,
    you: one.you || other.you,
    ...((one.unwatched ?? other.unwatched) && { unwatched: true }),
    others: [...new Set([...one.others, ...other.others])].sort(),
    ...(from === undefined ? {} : { from }),
  };
}

/** The same hands, but the content stood at this path before. */
export function withFormerPath(owner: Owner, from: string): Owner {
  return { ...owner, from };
}
