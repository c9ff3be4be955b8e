const GIVE_ACCESS =
  'Give the agent the access that is asked for, or tell it in a hint how to go on without it.';
/** What a human can do about a failure, by the words of its reason; the first match counts. */
const BY_REASON: readonly (readonly [reason: RegExp, advice: string])[] = [
  [/\b(?:billing|payment|quota|credit balance)\b/i, GIVE_ACCESS],
  [
    /\b(?:(?:is|are) required|required (?:\w+ ){0,2}(?:argument|parameter|field|option)|missing (?:\d+ )?(?:required )?(?:positional )?(?:argument|parameter|field)|must (?:be|have|lie|match|contain|name)|at least one|precondition)\b/i,
    'Tell the agent in a hint: the value that this line asks for.',
  ],
  [
    /\b(?:unknown|unrecogni[sz]ed|unexpected|invalid|no such) (?:argument|option|flag|parameter|switch)|\btakes no (?:options|arguments)\b/i,
    'Tell the agent in a hint: which options there are, or how to go on without this one.',
  ],
  [
    /\b(?:syntax ?error|parse error|unterminated|unmatched|unexpected (?:token|end|eof|indent)|does not match opening|bad substitution)\b/i,
    'Tell the agent in a hint: what is wrong at the place that this line names; a script in a file needs less quoting than a command line.',
  ],
  [
    /\bpatch (?:failed|does not apply)\b|\bhunk\b.{0,40}\bfailed\b/i,
    'Tell the agent in a hint: what the file contains at that place now; the patch has to match it.',
  ],
  [
    /\b(?:cannot compile|compil(?:e|ation) (?:failed|error)|build failed)\b/i,
    "Tell the agent in a hint: the compiler's first error, and the line that it names.",
  ],
  [
    /\b(?:paused|sealed|frozen|covered by|disabled|busy|in use|locked by|already (?:exists?|in|running)|overlaps|older than|reverse hostname|method not allowed)\b/i,
    'No other form of this call changes that. Tell the agent in a hint: how to change this state first, or another way to the goal.',
  ],
  [
    /\b(?:denied|forbidden|key .{1,40} is unknown|unknown key|unauthori[sz]ed|not (?:authori[sz]ed|permitted|allowed)|may not|40[123]|credentials?|authentication|permissions?|expired|security token|password|log ?in|locked)\b/i,
    GIVE_ACCESS,
  ],
  [
    /\b(?:timed? ?out|unreachable|not reachable|no route to host|resolve host|ENOTFOUND|ECONN\w+|(?:could not|couldn't|failed to|unable to) connect|connection (?:refused|reset|failed)|bad gateway)\b/i,
    'Check that this service runs and can be reached from this machine, or tell the agent in a hint how to go on without it.',
  ],
  [
    /\b(?:no such (?:file|table|column|device)|does not exist|doesn't exist|not found|cannot find|unable to find|no (?:\w+ ){1,4}found|ENOENT|404)\b/i,
    'Check whether what is named here exists. If so, tell the agent in a hint: its right name or path. If not, add it, or check that the project is set up where the agent looks.',
  ],
  [
    /\b(?:exceeds?|too (?:large|long|big|many|much)|limit)\b/i,
    'Tell the agent in a hint: a smaller input, or where this limit can be raised.',
  ],
];

const OTHERWISE =
  'Tell the agent in a hint: what has to change before the next try, or another way to the goal.';

/** Words of failed tests; other reasons are more telling. */
const TESTS = /\b(?:FAILED|[1-9]\d* (?:failed|failing|failures?)|Assertion\w*)\b/;
const FAILED_TESTS =
  'Running it again changes nothing. Tell the agent in a hint: which file to change for this failure.';

/** Advice for a call that fails each time for this reason, one line: a value, an access, a name, or another way. */
export function adviseOnReason(reason: string): string {
  const known = findAdvice(reason);
  return known ?? (TESTS.test(reason) ? FAILED_TESTS : OTHERWISE);
}

/** As `adviseOnReason`, undefined for a reason of no known kind. */
export function findAdvice(reason: string): string | undefined {
  return BY_REASON.find(([words]) => words.test(reason))?.[1];
}
