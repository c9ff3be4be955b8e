/**
 * Owners of one content of one path: everyone who contributed. None if the target had it already.
 */
export interface Owner {
  /** The task's own turns contributed. */
  readonly own: boolean;
  readonly you: boolean;
  /** Written between an interrupted turn and the next scan: by the agent or the user. */
  readonly unwatched?: true;
  /** Ids of other tasks, sorted. */
  readonly others: readonly string[];
  /** Former path of the foreign part, if it was probably moved. */
  readonly from?: string;
}

export const NO_OWNER: Owner = { own: false, you: false, others: [] };
export const TASK_OWNER: Owner = { own: true, you: false, others: [] };
/** By one of the task's own turns or the user. */
export const UNWATCHED_OWNER: Owner = { own: true, you: false, unwatched: true, others: [] };
export const USER_OWNER: Owner = { own: false, you: true, others: [] };

export function otherTaskOwner(taskId: string): Owner {
  return { own: false, you: false, others: [taskId] };
}

/** True if anyone but the task's own turns contributed or may have. */
export function isForeign({ you, others, unwatched }: Owner): boolean {
  return you || others.length > 0 || unwatched === true;
}

/** Combines two owners; the former path is that of the first foreign one. */
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

/** The same owner with a former path. */
export function withFormerPath(owner: Owner, from: string): Owner {
  return { ...owner, from };
}
