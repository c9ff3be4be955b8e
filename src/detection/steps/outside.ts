import type { ExternalKind } from '../../domain/failure';
import { externalFailure } from '../external/externalFailure';
import { outputLines, withoutEscapes } from '../output/outputLines';
import { saysTestsFailed, type ResultKind } from './resultKind';

/** The human did not allow it or stopped it. */
const HUMAN =
  /\b(?:user|human|operator)\b[^.\n]{0,60}\b(?:rejected|denied|declined|refused|cancel?led|interrupted|aborted|doesn't want|does not want|stopped)|\b(?:rejected|denied|declined|cancel?led|interrupted|aborted) by (?:the )?(?:user|human|operator)|\bpermission to use\b|\brequires? approval\b|\bnot approved\b/i;
/** A service or a network that fails, or a permission that is missing, as tools of agents say it. */
const SERVICE =
  /\b(?:too many requests|rate[ -]?limit(?:ed|s)?|overloaded|service unavailable|bad gateway|gateway time-?out|quota|(?:status|code|http)\W{0,3}(?:code\W{0,3})?(?:401|403|429|50[234])|etimedout|enotfound|eai_again|network is unreachable|could not resolve host|permission denied|access denied|forbidden|unauthorized|no space left on device|enospc|disk quota)\b/i;
/** What a test or a compiler says. */
const CHECKS = /\b(?:assert\w{0,20}|expect(?:ed|s)?|tests?|passed|passing|failing|spec)\b/i;
/** Longest text that can be nothing but the word of a human. */
const WORD_OF_A_HUMAN = 500;
/** What runs there the agent has started, or could: to wait for it has an end. */
const THIS_MACHINE = /\blocalhost\b|\b127\.0\.0\.1\b|\b0\.0\.0\.0\b|::1\b/i;
const REFUSED =
  /connection refused|ECONNREFUSED|(?:failed to|unable to|couldn't|could not) connect/i;
/** What every text has that `externalFailure` could take for one of these; most have none of it. */
const MAY_BE_OUTSIDE =
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
const READ = 1_000;

const NEVER = new Date(0);

/**
 * Whether a result says that something outside of the agent's reach failed: an outage, a rate limit, a missing
 * permission, or the human's own word. Nobody goes round in circles by meeting it again.
 */
export function isOutside(text: string, kind: ResultKind): boolean {
  if (kind !== 'failure' && kind !== 'answer') return false;
  if (kind === 'answer') return text.length <= WORD_OF_A_HUMAN && HUMAN.test(text);
  if (HUMAN.test(text)) return true;
  // A test that states such a failure is the agent's own.
  if (CHECKS.test(text)) return false;
  if (SERVICE.test(text)) return true;
  if (!MAY_BE_OUTSIDE.test(text)) return false;
  const spoken = { lines: outputLines(text), now: NEVER } as const;
  const found = externalFailure({
    ...spoken,
    speaker: 'agent',
    endedWell: false,
    hasWorked: false,
  });
  if (found === undefined || !KINDS.has(found.kind)) return false;
  return found.kind !== 'network' || !THIS_MACHINE.test(text);
}

/** Whether what failed could not reach a server, and says nothing else: no edit of code makes one run. */
export function cannotConnect(text: string): boolean {
  // What every such text has is found in no time.
  if (!text.includes('onnect') && !text.includes('ECONN')) return false;
  return REFUSED.test(text) && !CHECKS.test(text);
}

/** Whether a result says that what was asked for is still to come, or that a check passed. Reads the ends only. */
export function whatItSays(text: string, kind: ResultKind): 'pending' | 'passed' | '' {
  if (kind === 'nothing') return '';
  if (PENDING.test(text.slice(0, READ))) return 'pending';
  if (kind === 'failure') return '';
  const end = withoutEscapes(text.slice(-READ));
  const passed = (kind === 'answer' && PASSED.test(end)) || TESTS_PASSED.test(end);
  return passed && !saysTestsFailed(end) ? 'passed' : '';
}
