import type { BlockerKind } from '../../model/failure/blockerKind';
import type { ExternalKind } from '../../model/failure/failure';
import { findExternalFailure } from '../failure/external/externalFailure';
import { findHumanRule } from './humanBlockers';
import { classifyWorkBlocker } from './workBlockers';
import { HUMAN_CAUSES, type HumanCause } from './humanCauses';
import { memoizeByText } from './memoizeByText';
import { oneLine } from '../../text/oneLine';

/** Who can resolve a blocker: the agent, or only a human. */
export type BlockerOwner = { readonly owner: 'work' } | ({ readonly owner: 'human' } & HumanCause);

/** Kinds of printed errors, as in `findExternalFailure`, that only a human can resolve. */
const HUMAN_KINDS: Partial<Record<ExternalKind, HumanCause>> = {
  authentication: HUMAN_CAUSES.login,
  rate_limit: HUMAN_CAUSES.limit,
  permission: HUMAN_CAUSES.permission,
  disk_full: HUMAN_CAUSES.disk,
};

const KINDS: Readonly<Record<ExternalKind, BlockerKind>> = {
  authentication: 'login',
  rate_limit: 'limit',
  permission: 'permission',
  disk_full: 'disk',
  outage: 'service',
  network: 'service',
  missing_tool: 'tool',
  missing_dependency: 'dependency',
};

/** The kind of blocker that an external failure is. */
export function blockerKindOf(failure: ExternalKind): BlockerKind {
  return KINDS[failure];
}

/** Maximum number of characters read of a blocker. */
const MAX_READ = 1_000;

/**
 * Classifies who can resolve a blocker. The human's are only missing credentials, limits of services, denied
 * permissions, pending approvals, a full disk and the human's own cancellation; everything else, including a missing
 * tool or stub, is the agent's work. So is an uncertain case: the authority ends after one more attempt, and then the
 * human is asked.
 */
export function findBlockerOwner(blocker: string): BlockerOwner {
  return classify(oneLine(blocker.slice(0, MAX_READ))).owner;
}

/** Finds what is missing, by the words of a blocker. */
export function findBlockerKind(blocker: string): BlockerKind {
  return classify(oneLine(blocker.slice(0, MAX_READ))).kind;
}

interface Classified {
  readonly owner: BlockerOwner;
  readonly kind: BlockerKind;
}

const classify = memoizeByText((text: string): Classified => {
  const printed = findPrintedError(text);
  const cause = printed && HUMAN_KINDS[printed];
  if (printed !== undefined && cause !== undefined)
    return { owner: { owner: 'human', ...cause }, kind: KINDS[printed] };
  for (const clause of splitClauses(text)) {
    const rule = findHumanRule(clause);
    if (rule !== undefined && !isAboutCode(clause))
      return { owner: { owner: 'human', ...rule.cause }, kind: rule.kind };
  }
  const kind = printed === undefined ? classifyWorkBlocker(text) : KINDS[printed];
  return { owner: { owner: 'work' }, kind };
});

function findPrintedError(text: string): ExternalKind | undefined {
  if (isAboutCode(text)) return undefined;
  return findExternalFailure({
    lines: [text],
    speaker: 'agent',
    endedWell: false,
    hasWorked: true,
    // Irrelevant here: the reset time of a limit does not change the owner.
    now: new Date(0),
  })?.kind;
}

/** Boundary between two clauses of a blocker. */
const CLAUSE_BOUNDARY =
  /\s*(?:[;()]|[.:—–](?=\s)|\s-\s|,?\s(?:because|since|due to|as there (?:is|are)|so that|so|and|which means)\s)\s*/i;

/** Quoted text (test names, messages, states) does not describe the blocker. */
const QUOTED = /(["'“‘`])(?=\S)[^"'“”‘’`]{0,200}\s[^"'“”‘’`]{0,200}["'”’`]/g;

/** Splits a blocker into clauses that are classified separately. */
function splitClauses(blocker: string): readonly string[] {
  const text = blocker.replace(QUOTED, '…').replace(/[`*]/g, '');
  return text.split(CLAUSE_BOUNDARY).filter((clause) => clause !== '');
}

const TESTS = String.raw`(?:tests?|specs?|suites?|test cases?|assertions?|snapshots?|e2e|type ?check(?:er|ing)?|lint(?:er)?|build|compiler)`;

/** Clauses about the code under work that use the vocabulary of human blockers. */
const ABOUT_CODE: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${TESTS}\b.{0,80}\b(?:fail(?:s|ed|ing|ure)?|is red|are red|broken|flaky|pass(?:es)?)\b(?!.{0,40}\bwithout\b)`,
    'i',
  ),
  /\b(?:tests?|cases?|checks?|handling|branch|validation|message|errors?|support|code|path|fallback|mock|stub|fixture)s? (?:for|of|when|on|with|around|about) (?:an? |the )?(?:missing|expired|invalid|wrong|empty|denied|absent|no|unauthori[sz]ed|forbidden|rate|permission|access|token|credential|api)/i,
  /\b(?:instead of|expect(?:s|ed|ing)?|should (?:be|have|return|reject|throw|fail)|asserts?)\b/i,
  /\b(?:is|are|was|were|has|have)(?: still| only)?(?: not|n't| never)?(?: been| yet| fully)* (?:implemented|finished|unfinished|incomplete|parsed|validated|hashed|tested|untested|covered|typed|untyped|exported|imported|merged|mocked|defined|undefined|declared|registered|wired|handled|unhandled|encoded|serialized|refactored|migrated|written)\b/i,
  /\b(?:not|isn't|aren't|un)(?: yet)? ?(?:implemented|finished|exported|defined|handled|wired|merged|tested)\b/i,
  /\b(?:no|missing|lacks?|without|needs?|requires?)(?: an?| the)? (?:\w+ )?(?:columns?|fields?|tables?|types?|schemas?|class|functions?|components?|pages?|forms?|tests?|endpoints?|routes?|modules?|parameters?|property|properties|attributes?|helpers?|handlers?|options?|buttons?|interfaces?|models?|migrations?|mutations?|quer(?:y|ies)|index|documentation|example) (?:for|of|with|to|in)\b/i,
  /\b(?:lexer|parser|tokeni[sz]er|scanner|grammar|bracket|brace|semicolon)\b/i,
  /^[\w./\\-]{1,200}\.\w{1,5}:\d{1,6}\b/,
  /\b(?:TypeError|SyntaxError|ReferenceError|ParseError|TS\d{4}|undefined symbol|cannot find name|unresolved import)\b/,
];

/** True if the clause is about the code under work. */
function isAboutCode(clause: string): boolean {
  return ABOUT_CODE.some((pattern) => pattern.test(clause));
}
