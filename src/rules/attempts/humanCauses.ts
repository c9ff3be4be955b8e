/** Why only a human can remove a blocker. */
export interface HumanCause {
  /** A clause for humans, such as "it needs a login or a key". */
  readonly why: string;
  /** What the human can do, one sentence. */
  readonly remedy: string;
}

/** Causes that no agent can remove. */
export const HUMAN_CAUSES = {
  cancelled: {
    why: 'you cancelled it',
    remedy: 'Resume the task with a hint that says how to go on, or skip it.',
  },
  limit: {
    why: 'a limit or a budget of a service is used up',
    remedy:
      'Wait until the limit is reset, or raise it; then resume the task. Or resume it with another agent.',
  },
  permission: {
    why: 'it needs a permission or an approval',
    remedy:
      'Give the permission or the approval, or tell the agent in a hint how to do without; then resume the task.',
  },
  login: {
    why: 'it needs a login or a key',
    remedy:
      'Log in on this machine, or set the key where the agent can read it; then resume the task.',
  },
  disk: {
    why: 'the disk is full',
    remedy: 'Free space on the disk, then resume the task.',
  },
} as const satisfies Record<string, HumanCause>;
