import type { Step } from '../../../model/steps/step';
import { isSummary, namesError } from '../../failure/signature/linePatterns';
import { withoutEscapes } from '../../output/outputLines';
import { isShellTool } from '../effects/isShellTool';

/** Characters read from each end of a result. */
const MAX_READ = 400;
/** Maximum length of a result that consists of a complaint. */
const MAX_COMPLAINT = 1_000;
/** Maximum number of lines of a message that starts with the name of a program. */
const MAX_LINES = 2;

/** Refusals of package managers, cloud and container tools, databases and remote shells, which do not start with a word for failure. */
const PROGRAM_REFUSED =
  /^(?:E: |W: Failed to fetch |ERR_PNPM_|No package \S{1,200} available|No match for argument|Nothing provides |Problem: |Warning: No available formula|No available formula|Bundler (?:could not|cannot)|Could not find gem|no required module provides package|go: [^\n]{1,300}: (?:no matching versions|unrecognized import path|reading [^\n]{1,200}: 4\d\d)|An error occurred \(|The (?:security token|config profile|connection to the server)\b[^\n]{0,200}\b(?:invalid|expired|could not be found|refused)|Please run ['"]?az login|[╷│] {0,4}Error: |(?:denied|unauthorized): |no basic auth credentials|pull access denied| ! \[(?:remote )?rejected\]|remote: (?:Permission|error|fatal|Repository not found|Invalid)|Host key verification failed|kex_exchange_identification|ssh: connect to host |Connection closed by |\(error\) |(?:NOAUTH|WRONGPASS|WRONGTYPE|NOPERM|READONLY|MISCONF) |wget: |[^\n]{0,60}ERROR \d{3}: |curl: \(\d{1,3}\) )/m;
/** Words by which a tool says that it did not do what it was told to. */
const TOOL_REFUSED =
  /\b(?:(?:is|are) (?:a )?(?:required|mandatory|read-only|locked|invalid)|(?:not|never) (?:been )?(?:saved|sent|created|updated|changed|applied|added|allowed|permitted|accepted|possible|authori[sz]ed|renamed|deleted|written|executed|handled)|must (?:be|have|contain|match|not)|rejected|refused|denied|exceeds|already exists|missing (?:required )?(?:field|column|parameter|argument|property|value))\b/i;
/** Answer of a service with an error and its code; the program that asked for it ended well. */
const API_REFUSED =
  /\{\s{0,9}"(?:status|code|statusCode|status_code)"\s?:\s?"?[45]\d\d\b[^]{0,200}"(?:error|errors|message|title|detail)"|"(?:error|errors)"\s?:\s?["{[][^]{0,200}"(?:status|code|statusCode|status_code)"\s?:\s?"?[45]\d\d\b/;
/** Words of success, also in a message of a program. */
const WORKED =
  /\b(?:ok|okay|success(?:ful(?:ly)?)?|succeeded|done|completed?|up[ -]to[ -]date|nothing|entering|leaving|warning|saved (?:as|to|row)|updated|created)\b/i;
/** A program that names itself before its message. */
const OWN_NAME = /^([\w.+-]{1,40}): \S/;
/** Explicit success. */
const ENDED_WELL =
  /<returncode>\s?0\s?<\/returncode>|\b(?:exit(?:ed)?(?: with)?(?: code| status)?|returncode|return code|exit_code)["']?\s?[:=]?\s?0\b/i;

/**
 * Whether a result that no general word marks as a failure is one all the same: a refusal of a
 * well-known program, a message that starts with the name of the called program, or a short refusal
 * of a tool. Only for calls that do more than read; false if the result reports success.
 */
export function isComplaint(
  result: string,
  call: Pick<Step, 'tool' | 'args'>,
  endedWell: boolean,
): boolean {
  const ends =
    result.length <= 2 * MAX_READ
      ? result
      : `${result.slice(0, MAX_READ)}\n${result.slice(-MAX_READ)}`;
  const text = withoutEscapes(ends);
  if (API_REFUSED.test(text)) return true;
  if (endedWell || ENDED_WELL.test(text)) return false;
  if (!isShellTool(call.tool) && result.length <= MAX_READ)
    return !isPage(text) && TOOL_REFUSED.test(text) && !WORKED.test(text);
  if (PROGRAM_REFUSED.test(text)) return true;
  return result.length <= MAX_COMPLAINT && complains(text.trim(), call);
}

/** A page or a form may quote what it asks for; then the call itself was not refused. */
function isPage(text: string): boolean {
  return PAGE_ITEM.test(text);
}
const PAGE_ITEM = /^\s{0,20}- (?:[a-z]{3,20}(?: "|:)|text\b)/m;

function complains(text: string, { args }: Pick<Step, 'args'>): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  if (namesError(first) && !isSummary(first)) return true;
  const [, name] = OWN_NAME.exec(first) ?? [];
  if (name === undefined || lines.length > MAX_LINES || WORKED.test(text)) return false;
  return isCalled(name, args);
}

/** Whether a command line starts the program: at its beginning, or after a separator or a quote. */
function isCalled(name: string, args: string): boolean {
  for (let at = args.indexOf(name); at >= 0; at = args.indexOf(name, at + 1)) {
    const before =
      args
        .slice(Math.max(0, at - 2), at)
        .trimEnd()
        .at(-1) ?? '';
    if (!CONTINUES.test(before) && ENDS_NAME.test(args[at + name.length] ?? ' ')) return true;
  }
  return false;
}
const CONTINUES = /[\w./=-]/;
const ENDS_NAME = /[\s"';]/;
