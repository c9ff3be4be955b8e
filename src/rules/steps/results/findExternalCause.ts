import type { ExternalKind } from '../../../model/failure/failure';
import type { Refuser } from '../../../model/failure/refusal';
import { findExternalFailure, type ExternalFailure } from '../../failure/external/externalFailure';
import { outputLines, withoutEscapes } from '../../output/outputLines';
import {
  containsFailureCode,
  stripWrappers,
  hasFailedTests,
  type ResultKind,
} from './classifyResult';
import { maskSecrets } from '../../../text/maskSecrets';
import { describeRemedy } from '../../failure/external/describeRemedy';
import { oneLine } from '../../../text/oneLine';

/** Refused or stopped by a person. */
const PERSON =
  /\b(?:user|human|operator)\b[^.\n]{0,60}\b(?:rejected|denied|declined|refused|cancel?led|interrupted|aborted|doesn't want|does not want|stopped)|\b(?:rejected|denied|declined|cancel?led|interrupted|aborted) by (?:the )?(?:user|human|operator)/i;
/**
 * Refused by a permission rule of the agent: Claude Code, Codex, Gemini CLI, Qwen Code, opencode.
 */
const PERMISSION_RULE =
  /\bpermission to use\b|\brequires? approval\b|\bnot approved\b|\brequested permissions? (?:to|from)\b|\bhaven't granted\b|\bhas been denied\b|\bdenied by (?:policy|permission)|\bwas blocked\. For security\b|\bblocked by policy\b|\bapproval policy is\b|\brejected by (?:user )?approval settings\b|\brequires (?:user )?confirmation\b[^.\n]{0,60}\bnon-interactive\b|\b(?:rule|setting)s? (?:which|that) prevents? you from using\b|\bpermission was declined\b|\bcall unavailable tool '(?:bash|edit|write|webfetch)'|\btool "(?:run_shell_command|write_file|replace|edit|web_fetch)" not found\b/i;
/** Failure of a service or network, or a missing permission, as tools of agents word it. */
const SERVICE =
  /\b(?:too many requests|rate[ -]?limit(?:ed|s)?|overloaded|service unavailable|bad gateway|gateway time-?out|quota|(?:status|code|http)\W{0,3}(?:code\W{0,3})?(?:401|403|429|50[234])|etimedout|enotfound|eai_again|network is unreachable|could not resolve host|permission denied|access denied|forbidden|unauthorized|read-only file system|returned error:? (?:401|403|429|50[234])|no space left on device|enospc|disk quota)\b/i;
/** Words of tests and compilers. */
const CHECKS = /\b(?:assert\w{0,20}|expect(?:ed|s)?|tests?|passed|passing|failing|spec)\b/i;
/** Paths and addresses, whose names reveal nothing about what ran; each begins where none goes on, so that it is read once. */
const PATHS = /(?:(?<![\w.@~:-])[\w.@~:-]{1,200})?(?:[/\\][\w.@~:%=?&+-]{0,200}){1,40}/g;
/** Error codes of refusals. */
const REFUSES =
  /E(?:ACCES|PERM|ROFS|NOSPC|AI_AGAIN|NOTFOUND)|getaddrinfo|Permission denied|Read-only file system/;
/** Maximum length of a person's refusal. */
const LONGEST_REFUSAL = 500;
/** Services on this machine can be started by the agent, so waiting for them ends. */
const THIS_MACHINE = /\blocalhost\b|\b127\.0\.0\.1\b|\b0\.0\.0\.0\b|::1\b/i;
/**
 * Hosts whose services the agent may have started: this machine, a container, a private network.
 */
const OWN_HOST =
  /\blocalhost\b|\b127\.0\.0\.1\b|\b0\.0\.0\.0\b|::1\b|\bhttps?:\/\/(?:[\w-]{1,63}(?=[:/\s"'?]|$)|[\w.-]{1,250}\.(?:local|internal|localhost)\b|10\.\d|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/i;
const REFUSED =
  /connection refused|ECONNREFUSED|(?:failed to|unable to|couldn't|could not) connect/i;
/** Fast pre-check that every text matches which `findExternalFailure` would recognise. */
const MAY_BE_EXTERNAL =
  /limit|quota|auth|log ?in|key|token|credit|billing|network|connect|host|dns|socket|time-?d? ?out|disk|space|permi|denied|overload|unavailable|gateway|exhaust|capacity|EACCES|EPERM|[45]\d\d/i;
const KINDS = new Set<ExternalKind>([
  'outage',
  'rate_limit',
  'network',
  'authentication',
  'permission',
]);

/** Something is not ready yet: the agent polls for it. */
const PENDING =
  /\b(?:connection refused|econnrefused|failed to connect|(?<!did )not (?:yet )?(?:ready|available(?! (?:from|in|for|on|to|with)\b)|finished|complete)|(?<!^ {2}\d{1,6} )pending(?!["']: ?[\d[])|queued|in[ _-]progress|still (?:running|building|waiting|starting)|starting up|waiting for|health: starting|could not (?:get|acquire) (?:the )?lock|held by process|ContainerCreating|PodInitializing|process (?:is )?running|(?:done|finished|completed?|ready)["']\s?[:=]>?\s?(?:false|0\b))\b/im;
/** A field that says so, looked for from its name on, since few words end in it. */
const PENDING_STATE =
  /(status|state|phase)(?<=\b\w{0,20}\1)["']?\s?[:=>]\s?["']?(?:(?!fail|miss|warn|noth|exist|work)[a-z]{2,20}ing|scheduled|accepted|submitted)\b/i;

/** A check passed: running it again may rule out luck. */
const PASSED =
  /\b[1-9]\d{0,6} (?:tests? )?(?:passed|passing|ok)\b|\ball (?:tests|checks|specs) (?:pass|passed|ok)\b|\b0 (?:failed|failures|errors|problems)\b|\btest result: ok\b|^OK\b|\bBUILD SUCCESS/im;

/** A passed check as test runners print it, also in short forms. */
const TESTS_PASSED =
  /^(?:(?:#|ℹ) pass {1,2}[1-9]|ok {1,4}(?:\d|\t\S|\| [1-9])|--- PASS: | [1-9]\d{0,6} pass$|OK \([1-9]|Passed! |Ran [1-9]\d{0,6} tests? in .{1,40}\n\nOK)|\btest result: ok\b|\b100% tests passed\b|\b[1-9]\d{0,6} tests? pass\.|"Action":"pass"|<!-- pass [1-9]|\b0 failed;/m;

/** Characters read from each end. */
const MAX_READ = 1_000;

const NEVER = new Date(0);

/** Cause of a failed call that the agent cannot change, as its result reports it. */
export interface ExternalCause {
  readonly by: Refuser;
  /** The external failure, if recognised; absent for a person and for permission rules. */
  readonly failure?: ExternalFailure;
  /** The result, or its beginning if it is long. */
  readonly text: string;
}

/**
 * Finds the external cause in a result: an outage, a rate limit, a missing permission or a person's
 * refusal; undefined if there is none. Repeating such a call is not a loop.
 */
export function findExternalCause(
  text: string,
  kind: ResultKind,
  args = '',
): ExternalCause | undefined {
  if (kind !== 'failure' && kind !== 'answer') return undefined;
  if (kind === 'answer' && text.length > LONGEST_REFUSAL) return undefined;
  const refuser = findRefuser(text);
  if (refuser !== undefined) return { by: refuser, text };
  // A test that reports such a failure is the agent's own.
  if (kind === 'answer' || saysCheck(text)) return undefined;
  const failure = findEnvironmentFailure(text);
  if (failure === undefined || isOwnServer(failure, args)) return undefined;
  return { by: 'environment', failure, text };
}

function saysCheck(text: string): boolean {
  return CHECKS.test(text) && CHECKS.test(text.replace(PATHS, ' '));
}

/**
 * Whether a result may have an external cause, by its words alone. Cheap: rejects most failures.
 */
export function mayHaveExternalCause(text: string): boolean {
  return REFUSES.test(text) || SERVICE.test(text) || findRefuser(text) !== undefined;
}

/**
 * Finds who refused a call in the first line of its result. Excludes failing tests and programs
 * that end with an error, since they use the same words.
 */
function findRefuser(text: string): 'person' | 'agent' | undefined {
  const [line = ''] = stripWrappers(text.slice(0, LONGEST_REFUSAL)).split('\n', 1);
  const refuser = PERSON.test(line) ? 'person' : PERMISSION_RULE.test(line) ? 'agent' : undefined;
  return refuser === undefined || containsFailureCode(text) || hasFailedTests(text)
    ? undefined
    : refuser;
}

function findEnvironmentFailure(text: string): ExternalFailure | undefined {
  const saysService = SERVICE.test(text);
  if (!saysService && !MAY_BE_EXTERNAL.test(text)) return undefined;
  const lines = outputLines(text);
  const said = { lines, now: NEVER, speaker: 'agent', endedWell: false, hasWorked: false } as const;
  const found = findExternalFailure(said);
  if (found === undefined || !KINDS.has(found.kind))
    return saysService ? findServiceFailure(lines) : undefined;
  const isHere = found.kind === 'network' && THIS_MACHINE.test(text);
  return isHere && !saysService ? undefined : found;
}

/** Excludes servers that the agent runs itself: they answer as the agent built them. */
function isOwnServer({ kind }: ExternalFailure, args: string): boolean {
  return kind !== 'permission' && kind !== 'disk_full' && OWN_HOST.test(args);
}

/** Whether a failure says only that a server could not be reached: no edit of code starts one. */
export function isConnectionFailure(text: string): boolean {
  // Cheap pre-check before the patterns.
  if (!text.includes('onnect') && !text.includes('ECONN')) return false;
  return REFUSED.test(text) && !CHECKS.test(text);
}

/**
 * Classifies a result as `pending` (not ready yet) or `passed` (a check passed); '' for neither.
 * Reads the ends only.
 */
export function readResultStatus(text: string, kind: ResultKind): 'pending' | 'passed' | '' {
  if (kind === 'nothing') return '';
  const start = text.slice(0, MAX_READ);
  if (PENDING.test(start) || PENDING_STATE.test(start)) return 'pending';
  if (kind === 'failure') return '';
  const end = withoutEscapes(text.slice(-MAX_READ));
  const passed = (kind === 'answer' && PASSED.test(end)) || TESTS_PASSED.test(end);
  return passed && !hasFailedTests(end) ? 'passed' : '';
}

/**
 * Words of tools for each kind of failure, if no rule for programs matches; the first match counts.
 */
const KIND_WORDS: readonly (readonly [ExternalKind, RegExp])[] = [
  ['disk_full', /\b(?:no space left on device|enospc|disk quota)\b/i],
  ['rate_limit', /\b(?:too many requests|rate[ -]?limit(?:ed|s)?|quota|429)\b/i],
  ['outage', /\b(?:overloaded|service unavailable|bad gateway|gateway time-?out|50[234])\b/i],
  [
    'network',
    /\b(?:etimedout|enotfound|eai_again|network is unreachable|could not resolve host)\b/i,
  ],
  ['authentication', /\b(?:unauthorized|forbidden|40[13])\b/i],
  ['permission', /\b(?:permission denied|access denied|read-only file system)\b/i],
];
/** Kinds that may resolve by themselves. */
const TRANSIENT: ReadonlySet<ExternalKind> = new Set(['rate_limit', 'outage', 'network']);
/** Characters of the line that are kept. */
const MAX_LINE = 200;

/** Finds the external failure that a tool's result names; undefined if it names none. */
function findServiceFailure(lines: readonly string[]): ExternalFailure | undefined {
  for (const [kind, words] of KIND_WORDS) {
    const line = lines.find((each) => words.test(each));
    if (line === undefined) continue;
    const handling = TRANSIENT.has(kind) ? 'retry' : 'blocked';
    const about = { kind, handling, subject: undefined, retryAfterMs: undefined } as const;
    const message = oneLine(maskSecrets(line)).slice(0, MAX_LINE);
    return { ...about, message, remedy: describeRemedy({ ...about, speaker: 'verification' }) };
  }
  return undefined;
}
