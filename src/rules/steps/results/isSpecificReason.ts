/** Minimum number of words that say more than that something failed. */
const MIN_WORDS = 3;
/** Characters of a reason that are read. */
const MAX_READ = 400;
/** Characters of the arguments that are read. */
const MAX_ARGS = 4_000;
const WORD = /\p{L}{2,}/gu;
const NAME = /[\p{L}_]{2,}/gu;

/**
 * Words that say nothing about the cause: grammar, failure as such, and access, of which an agent
 * may try several ways.
 */
const GENERIC = new Set(
  [
    'an and are as at be been but by can do does for from had has mean have if in into is it its of on or our that the their there this to up was were when which will with you your',
    'abort aborted bad cannot code command could couldn did didn doesn err error errors exception exit failed failure fatal found invalid message no not nothing occurred operation reason request response result run status such try trying unable unexpected unknown unsupported warn warning wrong',
    'access api auth authentication authorization authorized bearer credential credentials denied forbidden header headers http https key keys login missing password permission permissions refused rejected token tokens unauthorized user username valid',
    'connect connection host name network reachable timed timeout unreachable',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Whether a reason (`readReasonLine`) says more than that something failed, was not found or was
 * not allowed: it has at least three words of its own that the call does not contain.
 */
export function isSpecificReason(reason: string, args: string): boolean {
  const said = new Set(args.slice(0, MAX_ARGS).toLowerCase().match(NAME));
  const words = new Set<string>();
  for (const [found] of reason.slice(0, MAX_READ).toLowerCase().matchAll(WORD)) {
    if (!GENERIC.has(found) && !said.has(found)) words.add(found);
    if (words.size >= MIN_WORDS) return true;
  }
  return false;
}

/** Minimum length of a name that a call has in common with a reason by more than chance. */
const MIN_NAME = 4;

/** Whether a reason names something that all of these calls name as well. */
export function namesSubject(reason: string, calls: readonly string[]): boolean {
  const said = calls.map((args) => new Set(args.slice(0, MAX_ARGS).toLowerCase().match(NAME)));
  const names = reason.slice(0, MAX_READ).toLowerCase().match(NAME) ?? [];
  return names.some(
    (name) =>
      name.length >= MIN_NAME && !GENERIC.has(name) && said.every((words) => words.has(name)),
  );
}
