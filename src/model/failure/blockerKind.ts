/** Kinds of blockers by what is missing; `other` is none of them, and alike to nothing. */
export const BLOCKER_KINDS = [
  'login',
  'limit',
  'permission',
  'disk',
  'service',
  'tool',
  'dependency',
  'file',
  'decision',
  'other',
] as const;
export type BlockerKind = (typeof BLOCKER_KINDS)[number];
