import type { BlockerKind } from '../../model/failure/blockerKind';
import { HUMAN_CAUSES, type HumanCause } from './humanCauses';

/** Rule that recognises blockers only a human can resolve. */
export interface HumanRule {
  readonly kind: BlockerKind;
  readonly cause: HumanCause;
  /** Linear patterns; after a group `end`, no part of a program may follow. */
  readonly patterns: readonly RegExp[];
}

/** Empty group at the position after which `PROGRAM_PART` must not match. */
const END = '(?<end>)';

const of = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'dgi');

/**
 * Continuation that makes the preceding words the name of a program part ("token parser" is not a
 * credential).
 */
const PROGRAM_PART =
  /^[- ]?(?:(?!(?:for|to|in|of|at|from|by|on|with|the|an?|is|are|was|were|not|and|or)\b)\w[\w-]{0,20} ){0,2}(?:parse[rs]?|parsing|lexer|valid(?:ation|ator)|modules?|tests?|specs?|functions?|class(?:es)?|components?|pages?|forms?|screens?|banners?|handlers?|middleware|helpers?|stores?|models?|schemas?|migrations?|fields?|columns?|types?|tables?|routes?|routers?|endpoints?|flows?|hash(?:ing|er)?|generators?|streams?|counters?|counting|buckets?|refresh(?:er)?|rotation|logic|code|implementation|interfaces?|providers?|managers?|hooks?|utils?|mocks?|stubs?|fixtures?|views?|buttons?|templates?|features?|services?|classes|dialogs?|prompts?|checks?|checker|enums?|constants?|variables?|parameters?|arguments?|props?|states?|workflows?|steps?|events?|listeners?|errors? (?:class|type|handling)|exceptions?|limiter|limiting (?:logic|code|middleware)|manifest|decoder|encoder|decorators?|guards?|matrix|bits?|system|layer|library|package|docs?|section)\b/i;

/** Tokens that are not credentials. */
const TOKEN = String.raw`(?<!\b(?:design|css|colou?r|theme|style|syntax|lexer|grammar|csrf|xsrf|cancell?ation|abort|closing|opening|expected|unexpected|unknown|punctuation|operator|jwt|separator|next|previous|dictionary|translation)[ -])tokens?`;
const CREDENTIAL = String.raw`\b(?:(?:api|access|secret|ssh|private|licen[sc]e|signing|deploy|encryption|decryption|unseal|master|account|gpg)[- ]?keys?(?: ids?)?|${TOKEN}|credentials?|creds|passwords?|passphrases?|secrets|logins?|log[- ]in|client secrets?|PATs?|2fa(?: codes?)?|mfa(?: codes?)?|otp(?: codes?)?|(?:two-factor|one-time|verification)(?: authentication)? codes?|service accounts?|(?:paid |developer |sandbox |test |user |cloud |admin )?accounts?|subscription|licen[sc]e|(?:code[- ]?signing|client|developer|distribution) (?:certificates?|identit(?:y|ies))|certificates? for (?:code[- ]?)?signing|provisioning profiles?)\b(?<end>)`;
/** An environment variable that holds a credential. */
const VARIABLE = String.raw`\b[A-Z][A-Z\d]{0,40}_(?:[A-Z\d]{1,30}_){0,5}?(?:KEY|KEY_ID|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS|PAT|AUTH)\b`;
const LACKING = String.raw`\b(?:missing|no(?: valid| working| usable)?|without|lack(?:s|ing)?|needs?|needed|requir(?:es?|ing)|invalid|expired|revoked|wrong|incorrect|unset|waiting (?:for|on)|don['’]?t have|do not have|does not have|doesn['’]t have|haven['’]t got|not given|prompt(?:s|ed|ing)? for|asks? (?:me )?for|asking for|please (?:provide|set|supply|add|enter)|(?:must|has to|needs to) (?:provide|supply|enter|set|add)|unable to (?:read|find|obtain|get)|could not (?:read|find|obtain|get)|cannot (?:read|find|obtain|get))\b`;
const LACKED = String.raw`\b(?:(?:is|are|was|were|has|have|must|needs?|need to)\b[\w ]{0,20} ?)?(?:missing|unset|expired|revoked|rejected|invalid|unavailable|absent|required|needed|not (?:yet )?(?:been )?(?:set|provided|configured|available|found|present|given|valid|accepted|supplied|there|in the environment)|n['’]t (?:been )?(?:set|provided|configured|available|present|valid|supplied|accepted)|be (?:set|provided|supplied|renewed|rotated|entered))\b`;
/** Up to a few words of the same clause. */
const NEAR = String.raw`[^.;:]{0,40}?`;

const CREDENTIALS: readonly RegExp[] = [
  of(LACKING, String.raw`\s(?:[\w'’./-]+ ){0,4}?`, CREDENTIAL),
  of(CREDENTIAL, NEAR, LACKED),
  new RegExp(`${VARIABLE}${NEAR}(?:${LACKED})`),
  new RegExp(
    String.raw`(?:[Mm]issing|[Nn]o|[Ww]ithout|[Nn]eeds?|[Rr]equires?|[Ss]et|[Pp]rovide)(?: an?| the| env(?:ironment)? var(?:iable)?| valid| your){0,3} ${VARIABLE}`,
  ),
  /\bnot (?:logged|signed) in(?:to)?\b/i,
  of(
    String.raw`\b(?:must|have to|has to|need to|needs to|needs you to|please|required to|requires you to|requires|needs|run)\b(?: (?:first|to|an?|interactive|manual|browser|be|you|\w+ auth))* (?:log(?:ged)?[- ]?in|sign(?:ed)?[- ]?in|authenticat(?:e|ed|ion))\b`,
    END,
  ),
  /\bunauthenticated\b|\bnot authenticated\b|\bauthentication (?:failed|required|expired|error)\b|\b(?:login|sign-?in) (?:required|needed|expired|failed)\b/i,
  /\b(?:gh auth|aws sso|docker|npm|az|gcloud auth|heroku|vercel|firebase|codex|claude) (?:login|adduser)\b/i,
  /\b(?:401|403)\b(?: \(?(?:unauthorized|forbidden)\)?)?[^.;]{0,30}\b(?:from|by|when|while|on|against)\b[^.;]{0,30}(?:registry|github|gitlab|npm|pypi|docker|https?:\/\/|remote|api\.|cloud|aws|azure|gcp|upstream)/i,
  /\b(?:registry|github|gitlab|npm|pypi|docker hub|remote|cloud|aws|azure|gcp)\b[^.;]{0,40}\b(?:returns?|returned|answers?|answered|responds?|responded|says|rejects?|rejected|denies|denied)\b[^.;]{0,30}\b(?:401|403|unauthorized|forbidden|credentials?|token|access|permission)/i,
  /\b(?:unable to|cannot|can['’]?t|could not|failed to) authenticate (?:against|with|to|at)\b/i,
  /\b(?:sso|login|aws|gcloud|azure|auth|cloud|cli) session (?:has |is )?(?:expired|invalid|over)\b/i,
  /\b(?:login|log-in|sign-in|authentication) (?:to|at|with|against) [^.;]{1,40}\b(?:failed|rejected|denied|expired|required)\b/i,
  /\b(?:ENEEDAUTH|E401|E403)\b/,
  /\b(?:unauthori[sz]ed|forbidden|401|403)[^.;]{0,10}\b(?:when|while) (?:fetching|downloading|pulling|pushing|cloning|uploading|publishing|installing)\b/i,
  of(
    String.raw`\b(?:credentials?|creds|passwords?|passphrases?)\b`,
    END,
    String.raw`[\w ]{0,40}\b(?:unknown|not known)\b`,
  ),
  of(
    String.raw`\b(?:account|subscription|trial|licen[sc]e) (?:is |was |has |has been )?(?:suspended|locked|deactivated|expired|lapsed)\b`,
    END,
  ),
  /\b(?:2fa|mfa|two-factor)(?: code)? (?:prompt|challenge) (?:blocks|cannot|can['’]?t|must|needs|requires|waits|appears)\b/i,
  /\bcould not read (?:username|password)\b|\bterminal prompts disabled\b/i,
  /\bcaptcha\b[^.;]{0,40}\b(?:solved?|required|blocks?|prompt)/i,
];

const LIMITS: readonly RegExp[] = [
  of(
    String.raw`\b(?:hit|hits|hitting|reached|reaching|exceed(?:ed|s|ing)?|over|exhausted|ran into|running into|waiting for|blocked by|because of)\b(?: (?:an?|the|its|our|your|my|github|openai|anthropic|gemini|npm|api|daily|monthly|weekly|hourly|free|tier|usage|request|provider|service|secondary|[\w.-]+'s|all|[\w-]+-hour|[A-Z][\w-]*)){0,5} (?:rate[- ]?limits?|quotas?|usage (?:limits?|caps?)|spending limits?|request limits?|budget)\b`,
    END,
  ),
  of(
    String.raw`\b(?:rate[- ]?limits?|quotas?|usage (?:limits?|caps?)|spending limits?|request limits?|(?:token|api|monthly|daily) budget)\b`,
    END,
    String.raw`[^.;]{0,40}\b(?:reached|exceeded|exhausted|used up|hit|resets?|spent|ran out|has run out|depleted)\b`,
  ),
  of(String.raw`\brate[- ]limited\b`, END),
  /\b(?:returned|returns|answered|answers|threw|throws|got|getting|received|receiving) (?:an? |the )?(?:\w+ )?rate[- ]limit(?:ing|ed)?\b/i,
  /\b(?:out of|no (?:more )?|ran out of|insufficient|not enough|low on) (?:[\w-]+ )?(?:credits?|quota|funds|balance)\b/i,
  /\b(?:too many requests|429)\b[^.;]{0,30}\b(?:from|by|on|when|calling)\b|^(?:http )?429\b|\btoo many requests\b/i,
  of(String.raw`\b(?:throttled|throttling) by\b`, END),
  /\binsufficient_quota\b/i,
  /^(?:the )?(?:docker hub|docker|github|gitlab|npm|pypi|openai|anthropic|claude|gemini)(?: \w{1,20}){0,2} (?:rate[- ]?limit(?:s|ing)?|quotas?)[.!]?$/i,
  of(
    String.raw`\b(?:needs?|requires?|without|no|add|enter|provide)(?: an?| the| your| valid){0,2} credit card\b`,
    END,
  ),
  of(
    String.raw`\bcredit card\b`,
    END,
    String.raw` (?:is |was |has )?(?:required|declined|expired|needed|missing)\b`,
  ),
  /\b(?:payment required|billing (?:is |account )?(?:not |disabled|required|inactive|problem|issue)|unpaid invoice|upgrade (?:the|your) plan)\b/i,
];

const PERMISSIONS: readonly RegExp[] = [
  /\b(?:EACCES|EPERM)\b/,
  of(
    String.raw`\bpermissions? (?:is |was |were |has been |have been )?(?:denied|refused|not granted|required|needed|missing)\b`,
    END,
  ),
  of(
    String.raw`\b(?:no|lack(?:s|ing)?|missing|without|insufficient|not enough|don['’]?t have|do not have|does not have|doesn['’]t have|needs?|requires?|waiting for)\b(?: (?:the|any|sufficient|enough|necessary|required|write|read|push|admin|administrator|root|sudo|execute|exec|elevated|higher|file|filesystem|shell|bash|repository|repo|user|your|explicit|\w+['’]s|for)){0,5} (?:permissions?|privileges?|(?:access|write|admin|execution) rights)\b`,
    END,
  ),
  of(
    String.raw`\b(?:not|n['’]t|never) (?:allowed|permitted|authori[sz]ed|approved)(?: me)? to (?:read|write|run|execute|push|install|access|use|edit|modify|delete|create|change|touch|open|call|fetch|commit|start|deploy|publish|merge)\b`,
  ),
  /\b(?:requires?|needs?|need|only works? (?:as|with))\b[^.;]{0,20}\b(?:root|sudo|administrator|admin (?:rights|access))\b/i,
  /\b(?:access|operation|request|command|tool(?: call| use)?|edit|write|bash|push(?:ing)?|execution)\b[^.;]{0,40}\b(?:is |was |were |been |got |gets )?(?:denied|not permitted|rejected by (?:the )?(?:user|sandbox|policy|permission)|not approved|disallowed|blocked by (?:the |a |your )?(?:user|sandbox|policy|permissions?|approval|organi[sz]ation))/i,
  /\bsandbox(?:ing)?\b[^.;]{0,30}\b(?:denies|denied|blocks|blocked|prevents|forbids|refuses|refused|does not (?:allow|permit)|doesn['’]t (?:allow|permit)|disallows)\b/i,
  /\b(?:denied|blocked|forbidden|prevented|refused) by (?:the )?(?:\w+ )?sandbox\b/i,
  /\bforbidden by\b[^.;]{0,30}\b(?:policy|settings|administrator|permissions|CLAUDE|AGENTS|GEMINI)\b/i,
  // Browser policies (CORS, CSP) are part of a program.
  /\b(?:blocked|rejected|denied|prevented) by (?!.{0,30}\b(?:cors|csp|content|origin|referrer)\b)[^.;]{0,30}\b(?:policy|firewall)\b/i,
  /(?:^|\b(?:company|branch|organi[sz]ation|repo|repository|security|workspace|your|the) )policy (?:forbids|prohibits|disallows)\b/i,
  of(
    String.raw`\bpermissions? to [^.;]{1,60} (?:was|were|is|has been|have been) (?:denied|refused|rejected|declined|not granted)\b`,
    END,
  ),
  of(String.raw`\bprotected branch(?:es)?\b`, END),
  of(String.raw`\b(?:read-only file ?system|EROFS)\b`, END),
  /\b(?:cannot|can['’]?t|unable to|could not|may not|must not) (?:access|read|write|write to|open|edit|change)(?: files?| anything)? (?:~\/|\/etc\/|\/root\b|\/usr\/|outside (?:of )?(?:the|this|my|your) (?:workspace|project|repo))/i,
  of(
    String.raw`\bvpn\b`,
    END,
    String.raw`[\w ]{0,20}\b(?:needed|required|not connected|is down)\b`,
  ),
  /\b(?:awaiting|awaits|waiting (?:for|on)|needs?|requires?)(?: an?| the)? (?:human|your|user['’]?s?|maintainer['’]?s?|product owner['’]?s?)(?: \w+)? (?:decision|input|answer|judge?ment)\b/i,
  /^(?:the )?(?:user|human|developer|operator|maintainer) (?:has |have |explicitly )?(?:said|told me|asked me|instructed me|wants me) not to\b/i,
  of(
    String.raw`\b(?:no|lack(?:s|ing)?|without|don['’]?t have|do not have|need|needs|requires?|waiting for)\b(?: (?:any|the|write|read|push|admin))* access to (?:the |a |your |our |their )?(?:private|production|prod|staging|company|internal|upstream|remote|repo(?:sitory)?|account|server|vpn|cluster|cloud|live|customer|[\w.-]+ (?:account|organi[sz]ation|project|tenant|workspace|bucket|cluster|server|repo(?:sitory)?))\b`,
  ),
  of(
    String.raw`\b(?:needs?|need|awaiting|awaits?|waiting (?:for|on)|requires?|require|pending|wait for|without|no|asked for|ask(?:ing)? for|must have|lack(?:s|ing)?)\b(?: (?:an?|the|your|my|human|user|user's|manual|security|legal|explicit|final|prior|written|product|owner|owner's|maintainer|maintainer's|reviewer|reviewer's|team|admin|administrator|management|developer|operator|owner’s|user’s|[A-Z][\w-]*)){0,5} (?:approvals?|sign-?offs?|consent|confirmation|authori[sz]ation|go-?ahead|permission)\b`,
    END,
  ),
  of(
    String.raw`\b(?:approvals?|sign-?offs?|consent)\b`,
    END,
    String.raw`(?: (?:is|are|was|were|still|has|been|not|yet|from [^.;]{1,30}))*\s(?:required|needed|pending|missing|denied|refused|outstanding|awaited|not given)\b`,
  ),
  /\b(?:must|has to|have to|need to|needs to) accept\b[^.;]{0,40}\b(?:licen[sc]e|agreement|terms)\b/i,
  /\bI (?:may|must) not (?:edit|write|change|modify|delete|run|touch|install|push|access|use|commit|read|call)\b/i,
  /\bnot (?:been )?(?:given|granted) (?:the )?(?:permissions?|access|approval|authori[sz]ation|rights?)\b/i,
  /\b(?:no|without|needs?|requires?|not on|not connected to)(?: the| a)?(?: \w+)? vpn\b/i,
  /\b(?:cannot|can['’]?t|unable to|could not|may not) (?:access|clone|open|pull from|push to)(?: the| a| your| our| my)? (?:private|production|prod|staging|company|internal|live|customer)\b/i,
  /\b(?:waiting|wait|waits) (?:for|on) [^.;]{1,40} to (?:approve|authori[sz]e|confirm|sign off|grant)\b/i,
  /\b(?:must|has to|have to|needs to) be (?:approved|signed off|authori[sz]ed|permitted) by\b/i,
];

const WHO = String.raw`(?:the |a )?(?:user|human|developer|operator|you|maintainer)`;
const CANCELLED: readonly RegExp[] = [
  of(
    String.raw`\b(?:cancell?ed|aborted|interrupted|stopped|rejected|declined|refused|denied|halted|vetoed) by ${WHO}\b`,
    END,
  ),
  of(
    String.raw`^(?:the |a )?(?:user|human|developer|operator|you|maintainer)\b(?: (?:has|have|just|explicitly))* (?:cancell?ed|aborted|interrupted|stopped|rejected|declined|refused|denied|vetoed|said no|told me to stop|asked me to stop|pressed (?:escape|esc|ctrl[-+ ]?c))\b`,
    END,
  ),
  /\b(?:doesn['’]t|does not|didn['’]t|did not|don['’]t|do not) want (?:me )?to (?:proceed|take this action|continue)\b/i,
];

const DISK: readonly RegExp[] = [
  /\bENOSPC\b|\bno space left\b|\bdisk (?:is )?full\b|\bout of disk space\b|\bdisk quota exceeded\b/i,
];

/** In order of precedence. */
const HUMAN_RULES: readonly HumanRule[] = [
  { kind: 'other', cause: HUMAN_CAUSES.cancelled, patterns: CANCELLED },
  { kind: 'limit', cause: HUMAN_CAUSES.limit, patterns: LIMITS },
  { kind: 'permission', cause: HUMAN_CAUSES.permission, patterns: PERMISSIONS },
  { kind: 'login', cause: HUMAN_CAUSES.login, patterns: CREDENTIALS },
  { kind: 'disk', cause: HUMAN_CAUSES.disk, patterns: DISK },
];

/** Finds the first rule that matches a clause; undefined if none does. */
export function findHumanRule(clause: string): HumanRule | undefined {
  return HUMAN_RULES.find(({ patterns }) =>
    patterns.some((pattern) => matchesPattern(pattern, clause)),
  );
}

function matchesPattern(pattern: RegExp, clause: string): boolean {
  if (!pattern.global) return pattern.test(clause);
  for (const { indices } of clause.matchAll(pattern)) {
    const end = indices?.groups?.['end']?.[1];
    if (end === undefined || !PROGRAM_PART.test(clause.slice(end))) return true;
  }
  return false;
}
