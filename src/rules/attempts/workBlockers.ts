import type { BlockerKind } from '../../model/failure/blockerKind';

const MISSING = String.raw`(?:missing|absent|lacking|(?:not|n['’]t)(?: yet)?(?: been)? (?:installed|found|available|there|present|provided|exist(?:ing)?)|does not exist|unavailable|unknown)`;
const LACKING = String.raw`(?:missing|no|without|lack(?:s|ing)?|needs?|requires?|waiting for|(?:cannot|can['’]?t|could not|unable to) (?:find|load|resolve|locate|install|import))`;
/** A few words of the same clause; dots and colons inside names and addresses do not end it. */
const NEAR = String.raw`(?:[^.;:]|[.:](?=\S)){0,60}?`;
/** Articles and attributes before the missing thing. */
const WORDS = String.raw`(?: [\w'’./@-]{1,40}){0,4}? `;

/** Matches what is missing, named after or before the word that says so. */
function missing(things: string): readonly [after: RegExp, before: RegExp] {
  const named = String.raw`\b(?:${things})\b`;
  return [
    new RegExp(`${named}${NEAR}\\b${MISSING}\\b`, 'i'),
    new RegExp(`\\b${LACKING}${WORDS}${named}`, 'i'),
  ];
}

/** In order of precedence. */
const WORK_RULES: readonly { readonly kind: BlockerKind; readonly patterns: readonly RegExp[] }[] =
  [
    {
      kind: 'dependency',
      patterns: [
        ...missing(
          String.raw`packages?|modules?|librar(?:y|ies)|dependenc(?:y|ies)|crates?|gems?|sdks?|node_modules`,
        ),
        /\bnpm (?:ci|install)\b[^.;]{0,40}\b(?:not|never|first)\b/i,
      ],
    },
    {
      kind: 'tool',
      patterns: [
        /\bcommand not found\b|\bno such command\b|\bnot (?:on|in) (?:the |my |your )?PATH\b|\bENOENT\b.{0,40}\bspawn\b|\bspawn\b.{0,60}\bENOENT\b/i,
        ...missing(
          String.raw`tools?|programs?|binar(?:y|ies)|executables?|compilers?|interpreters?|runtimes?|browsers?|cli|docker|git|java|python\d?|node|go|cargo|make`,
        ),
        /\b[\w@./-]{1,60} (?:is|are) not installed\b/i,
      ],
    },
    {
      kind: 'service',
      patterns: [
        /\b(?:unreachable|not reachable|offline|not responding|does not respond|not running|connection refused|no (?:network|internet)|timed? ?out|ECONNREFUSED|ENOTFOUND|ETIMEDOUT)\b|\b(?:is|are|was) (?:currently )?down\b|^\S{1,80} (?:is |are )?unavailable\b/i,
        ...missing(String.raw`services?|servers?|databases?|backends?|brokers?|queues?|apis?`),
      ],
    },
    {
      kind: 'decision',
      patterns: [
        /\b(?:unclear|ambiguous|undecided|contradict(?:s|ory|ions?)|not specified|unspecified|underspecified)\b/i,
        missing(
          'decisions?|answers?|clarifications?|requirements?|specifications?|acceptance criteria',
        )[1],
      ],
    },
    {
      kind: 'file',
      patterns: missing(
        String.raw`files?|folders?|director(?:y|ies)|fixtures?|data ?sets?|assets?|images?|[\w-]{1,60}\.(?:json|ya?ml|csv|sql|md|txt|png|svg|env|toml|xml)`,
      ),
    },
  ];

/** Classifies by its words what a blocker of the work lacks; `other` if they name nothing known. */
export function classifyWorkBlocker(blocker: string): BlockerKind {
  return (
    WORK_RULES.find(({ patterns }) => patterns.some((pattern) => pattern.test(blocker)))?.kind ??
    'other'
  );
}
