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
import { findServiceFailure } from './findServiceFailure';

/** A person did not allow it or stopped it. */
const PERSON =
  /\b(?:user|human|operator)\b[^.\n]{0,60}\b(?:rejected|denied|declined|refused|cancel?led|interrupted|aborted|doesn't want|does not want|stopped)|\b(?:rejected|denied|declined|cancel?led|interrupted|aborted) by (?:the )?(?:user|human|operator)/i;
/** A permission rule of the agent did not allow it: Claude Code, Codex, Gemini CLI, Qwen Code, opencode. */
const PERMISSION_RULE =
  /\bpermission to use\b|\brequires? approval\b|\bnot approved\b|\brequested permissions? (?:to|from)\b|\bhaven't granted\b|\bhas been denied\b|\bdenied by (?:policy|permission)|\bwas blocked\. For security\b|\bblocked by policy\b|\bapproval policy is\b|\brejected by (?:user )?approval settings\b|\brequires (?:user )?confirmation\b[^.\n]{0,60}\bnon-interactive\b|\b(?:rule|setting)s? (?:which|that) prevents? you from using\b|\bpermission was declined\b|\bcall unavailable tool '(?:bash|edit|write|webfetch)'|\btool "(?:run_shell_command|write_file|replace|edit|web_fetch)" not found\b/i;
/** A service or a network that fails, or a permission that is missing, as tools of agents say it. */
const SERVICE =
  /\b(?:too many requests|rate[ -]?limit(?:ed|s)?|overloaded|service unavailable|bad gateway|gateway time-?out|quota|(?:status|code|http)\W{0,3}(?:code\W{0,3})?(?:401|403|429|50[234])|etimedout|enotfound|eai_again|network is unreachable|could not resolve host|permission denied|access denied|forbidden|unauthorized|read-only file system|returned error:? (?:401|403|429|50[234])|no space left on device|enospc|disk quota)\b/i;
/** What a test or a compiler says. */
const CHECKS = /\b(?:assert\w{0,20}|expect(?:ed|s)?|tests?|passed|passing|failing|spec)\b/i;
/** Paths and addresses, whose names say nothing of what ran. */
const PATHS = /[\w.@~:-]{0,200}(?:[/\\][\w.@~:%=?&+-]{0,200}){1,40}/g;
/** Codes of errors that say who refused. */
const REFUSES =
  /E(?:ACCES|PERM|ROFS|NOSPC|AI_AGAIN|NOTFOUND)|getaddrinfo|Permission denied|Read-only file system/;
/** Longest text that can be nothing but a person's refusal. */
const LONGEST_REFUSAL = 500;
/** What runs there the agent has started, or could: to wait for it has an end. */
const THIS_MACHINE = /\blocalhost\b|\b127\.0\.0\.1\b|\b0\.0\.0\.0\b|::1\b/i;
/** What the agent may have started itself: this machine, a container beside it, a private network. */
const OWN_HOST =
  /\blocalhost\b|\b127\.0\.0\.1\b|\b0\.0\.0\.0\b|::1\b|\bhttps?:\/\/(?:[\w-]{1,63}(?=[:/\s"'?]|$)|[\w.-]{1,250}\.(?:local|internal|localhost)\b|10\.\d|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/i;
const REFUSED =
  /connection refused|ECONNREFUSED|(?:failed to|unable to|couldn't|could not) connect/i;
/** What every text has that `findExternalFailure` could take for one of these; most have none of it. */
const MAY_BE_EXTERNAL =
  /limit|quota|auth|log ?in|key|token|credit|billing|network|connect|host|dns|socket|time-?d? ?out|disk|space|permi|denied|overload|unavailable|gateway|exhaust|capacity|EACCES|EPERM|[45]\d\d/i;
const KINDS = new Set<ExternalKind>([
  'outage',
  'rate_limit',
  'network',
  'authentication',
  'permission',
]);

/** It is not there yet: whoever asks again waits for it. */
const PENDING =
  /\b(?:connection refused|econnrefused|failed to connect|(?<!did )not (?:yet )?(?:ready|available|finished|complete)|(?<!^ {2}\d{1,6} )pending(?!["']: ?[\d[])|queued|in[ _-]progress|still (?:running|building|waiting|starting)|starting up|waiting for|health: starting|could not (?:get|acquire) (?:the )?lock|held by process|ContainerCreating|PodInitializing|process (?:is )?running|(?:done|finished|completed?|ready)["']\s?[:=]>?\s?(?:false|0\b)|["']?\b(?:status|state|phase)["']?\s?[:=>]\s?["']?(?:running|processing|building|creating|starting|initiali[sz]ing|deploying|provisioning|scheduled|accepted|syncing))\b/im;

/** A check passed: to run it once more may show that it was no luck. */
const PASSED =
  /\b[1-9]\d{0,6} (?:tests? )?(?:passed|passing|ok)\b|\ball (?:tests|checks|specs) (?:pass|passed|ok)\b|\b0 (?:failed|failures|errors|problems)\b|\btest result: ok\b|^OK\b|\bBUILD SUCCESS/im;

/** The same as test runners say it, also in a few words. */
const TESTS_PASSED =
  /^(?:(?:#|ℹ) pass {1,2}[1-9]|ok {1,4}(?:\d|\t\S|\| [1-9])|--- PASS: | [1-9]\d{0,6} pass$|OK \([1-9]|Passed! |Ran [1-9]\d{0,6} tests? in .{1,40}\n\nOK)|\btest result: ok\b|\b100% tests passed\b|\b[1-9]\d{0,6} tests? pass\.|"Action":"pass"|<!-- pass [1-9]|\b0 failed;/m;

/** Characters of an end that are read. */
const MAX_READ = 1_000;

const NEVER = new Date(0);

/** What kept a call from working that the agent cannot change, as its result says. */
export interface ExternalCause {
  readonly by: Refuser;
  /** What failed, where the words tell: absent for a person and for permission rules. */
  readonly failure?: ExternalFailure;
  /** The result, or the beginning of a long one. */
  readonly text: string;
}

/**
 * What a result says that failed outside of the agent's reach: an outage, a rate limit, a missing permission, or a
 * person's refusal; undefined where nothing did. Nobody goes round in circles by meeting it again.
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
  // A test that states such a failure is the agent's own.
  if (kind === 'answer' || CHECKS.test(text.replace(PATHS, ' '))) return undefined;
  const failure = findEnvironmentFailure(text);
  if (failure === undefined || isOwnServer(failure, args)) return undefined;
  return { by: 'environment', failure, text };
}

/** Whether a result may be a refusal, by its words alone: most failures are none, and this is found fastest. */
export function mayHaveExternalCause(text: string): boolean {
  return REFUSES.test(text) || SERVICE.test(text) || findRefuser(text) !== undefined;
}

/**
 * Who did not let a call run, as the first line of its result says. What ran says the same words of something else:
 * a test of that name fails, a program ends with such an error.
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

/** A server that the agent runs itself answers as the agent has made it. */
function isOwnServer({ kind }: ExternalFailure, args: string): boolean {
  return kind !== 'permission' && kind !== 'disk_full' && OWN_HOST.test(args);
}

/** Whether what failed could not reach a server, and says nothing else: no edit of code makes one run. */
export function isConnectionFailure(text: string): boolean {
  // What every such text has is found in no time.
  if (!text.includes('onnect') && !text.includes('ECONN')) return false;
  return REFUSED.test(text) && !CHECKS.test(text);
}

/** Whether a result says that what was asked for is still to come, or that a check passed. Reads the ends only. */
export function readResultStatus(text: string, kind: ResultKind): 'pending' | 'passed' | '' {
  if (kind === 'nothing') return '';
  if (PENDING.test(text.slice(0, MAX_READ))) return 'pending';
  if (kind === 'failure') return '';
  const end = withoutEscapes(text.slice(-MAX_READ));
  const passed = (kind === 'answer' && PASSED.test(end)) || TESTS_PASSED.test(end);
  return passed && !hasFailedTests(end) ? 'passed' : '';
}
