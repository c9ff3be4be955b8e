/** Says that something may not be changed or used, so that no other input and no other tool helps. */
const DENIED =
  /\b(?:read-?only|(?:not|isn't|non-?) ?(?:editable|writ(?:e)?able|modifiable|updatable)|immutable|protected|permission denied|access denied|forbidden|not (?:allowed|permitted|authori[sz]ed) to)\b/i;

/** Characters of a reason and of the arguments that are read. */
const [MAX_REASON, MAX_ARGS] = [400, 4_000];
/** A path, a cell of a sheet or another name of several parts. */
const TARGET = /[\p{L}\p{N}_~@][\p{L}\p{N}_~@-]*(?:[!/.:#]{1,3}[\p{L}\p{N}_~@-]+)+/gu;
const BETWEEN_PARTS = /[!:#]+/;
/** Minimum length of a name by which a target is recognised. */
const MIN_NAME = 4;

/** Whether a reason (`readReasonLine`) says that something may not be changed or used at all. */
export function saysDenied(reason: string): boolean {
  return DENIED.test(reason);
}

/**
 * Reads what a call may not change or use: the longest path or name of several parts in the reason that the
 * arguments contain, whole or in several fields; '' if there is none.
 */
export function readDeniedTarget(reason: string, args: string): string {
  if (!saysDenied(reason)) return '';
  const given = args.slice(0, MAX_ARGS);
  const words = new Set(given.match(/[\p{L}\p{N}_]+/gu));
  let target = '';
  for (const [name] of reason.slice(0, MAX_REASON).matchAll(TARGET)) {
    const isGiven =
      given.includes(name) || name.split(BETWEEN_PARTS).every((part) => words.has(part));
    if (isGiven && name.length >= MIN_NAME && name.length > target.length) target = name;
  }
  return target;
}
