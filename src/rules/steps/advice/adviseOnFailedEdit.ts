import { isShellTool } from '../effects/isShellTool';
import { quoteLine, quoteNames } from '../shown/quoteWords';
import type { AdvisedLoop } from './advisedLoop';
import { adviseOnReason } from './adviseOnReason';
import { adviseOnFailingEdit } from './adviseOnWrongPlace';

/** The text to be replaced is not there, or not only once; the patch does not fit. */
const NOT_THERE =
  /\b(?:not found|no match\w*|did ?(?:not|n't) (?:appear|match)|does ?(?:not|n't) (?:apply|match|exist)|could ?(?:not|n't) (?:find|apply)|cannot find|unable to (?:find|apply)|occurrences|multiple|unique|not been read|hunk|rejects?|failed to (?:find|apply|match)|patch failed|(?:0|no) replacements?)\b/i;
/** The edit was made, but what runs after it fails. */
const BREAKS_BUILD = /\b(?:cannot compile|compil(?:e|ation) (?:failed|error)|build failed)\b/i;
/** The edit was made; what fails is what runs after it. */
const WAS_MADE =
  /\b(?:written|updated|applied|edited|saved|modified) successfully\b|\bsuccessfully (?:written|updated|applied|edited|saved|modified)\b|\bhas been (?:updated|edited|modified)\b/i;
/** The editor itself failed: it did not check what it was given. */
const OWN_ERROR =
  /\b(?:TypeError|AttributeError|KeyError|IndexError|UnboundLocalError|NullPointerException)\b|\bobject (?:is not|has no|of type)\b|\breferenced before assignment\b|\bexpected string or bytes-like\b|\bis not (?:iterable|subscriptable|callable|a function)\b|\bcannot read propert/i;
/** The place in a file as a command line or a patch is wrong, not the file. */
const MALFORMED = /\b(?:syntax ?error|unterminated|unknown command|parse error|malformed)\b/i;

/** Whether a reason says that an edit is written in a wrong form. */
export function isMalformedEdit(reason: string): boolean {
  return MALFORMED.test(reason);
}

/** Advice for an edit that fails each time: what its answer asks for. `reason` is the line that says why. */
export function adviseOnFailedEdit(
  loop: AdvisedLoop,
  {
    tool,
    result,
    reason,
  }: { readonly tool: string; readonly result: string; readonly reason: string },
): string {
  const files = quoteNames(loop.clues?.files ?? []);
  const target = files === '' ? 'the file' : files;
  const said = quoteLine(reason);
  if (BREAKS_BUILD.test(`${reason} ${result}`))
    return `With this edit of ${target} the code does not compile: ${said}. Tell the agent in a hint: the compiler's first error with its line, and what the code should do there.`;
  if (WAS_MADE.test(result)) return adviseOnFailingEdit(target, loop.clues ?? {});
  if (NOT_THERE.test(reason))
    return `The edits of ${target} are rejected: ${said}. Tell the agent in a hint: read ${target} again first, then edit the text that is really there.`;
  if (MALFORMED.test(reason))
    return `The edits of ${target} are rejected: ${said}. ${adviseOnReason(reason)}`;
  const name = isShellTool(tool) ? 'The command' : quoteLine(tool);
  if (OWN_ERROR.test(reason) && !isShellTool(tool))
    return `${name} breaks with an error of its own, ${said}, which does not say what is wrong with the edit. Check ${name} itself, or tell the agent in a hint: which arguments ${name} needs, or another way to change ${target}.`;
  return `${name} refuses these edits of ${target} and says what it wants: ${said}. Tell the agent in a hint: one edit that does all of this, written out.`;
}
