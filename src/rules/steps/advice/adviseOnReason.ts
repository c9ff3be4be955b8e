/** What a human can do about a failure, by the words of its reason; the first match counts. */
const BY_REASON: readonly (readonly [reason: RegExp, advice: string])[] = [
  [
    /\b(?:denied|forbidden|unauthori[sz]ed|not (?:authori[sz]ed|permitted|allowed)|may not|40[123]|credentials?|authentication|permissions?|expired|billing|quota|log ?in|locked)\b/i,
    'Give the agent the access that is asked for, or tell it in a hint how to go on without it.',
  ],
  [
    /\b(?:timed? ?out|unreachable|resolve host|ENOTFOUND|ECONN\w+|(?:could not|couldn't|failed to|unable to) connect|connection (?:refused|reset))\b/i,
    'Check that this service can be reached from this machine, or tell the agent in a hint how to go on without it.',
  ],
  [
    /\b(?:no such (?:file|table|column|device)|does not exist|doesn't exist|not found|cannot find|ENOENT|404)\b/i,
    'A hint that helps: the right name, or where to list what there is.',
  ],
];

const OTHERWISE =
  'A hint that helps: what has to change before the next try, or another way to the goal.';

/** Advice for a call that always fails for this reason, one line: an access, a connection, a name, or another way. */
export function adviseOnReason(reason: string): string {
  return BY_REASON.find(([words]) => words.test(reason))?.[1] ?? OTHERWISE;
}
