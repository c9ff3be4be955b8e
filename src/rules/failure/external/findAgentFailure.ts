import { parseErrorText, type ErrorText } from './patterns/errorText';
import { matchRule, type ExternalRule, type FoundFailure } from './patterns/externalRule';
import { ACCESS_RULES } from './patterns/accessRules';
import { DEPENDENCY_RULES } from './patterns/dependencyRules';
import { MACHINE_RULES } from './patterns/machineRules';
import { NETWORK_RULES } from './patterns/networkRules';
import { SERVICE_RULES, parseServiceStatus, findRuleForStatus } from './patterns/serviceRules';
import { TOOL_RULES } from './patterns/toolRules';

const RULES: readonly ExternalRule[] = [
  ...TOOL_RULES,
  ...ACCESS_RULES,
  ...NETWORK_RULES,
  ...MACHINE_RULES,
  ...DEPENDENCY_RULES,
];

/** Limits at the end of an agent's output: all lines, and lines with content among them. */
const LAST_LINES = 1_000;
const SPOKEN = 60;
/**
 * Number of last lines without a later report of work, in which an error of any program counts; an earlier one belongs
 * to a command that the agent ran.
 */
const LAST_WORDS = 12;
/** Maximum length of a reply that consists only of an error, in lines; other lines only advise what to do about it. */
const WHOLE_REPLY = 12;
const ADDED =
  /^(?:please|try|see|visit|run|check|set|possible quota limitations|troubleshooting tips|use|log ?in|sign in|upgrade|contact|for more|to (?:continue|log|use|fix)|more info|retry|your|request|trace|error|code|message|details)\b|^[[{"'│|·•*-]|^\/[a-z-]{2,30} to\b|https?:\/\//i;

/** Lines that agents print around their replies: banners, their own retries, stack frames, lone brackets. */
const NOISE =
  /^(?:at\s.*|[{}[\]()"',;\s]+|-{3,}|Attempt \d+ failed.*|Retrying (?:in|after) .*|Re-?connecting\.\.\. (?!waiting for network).*|.{0,300}\bRetrying in \d.{0,80}\(attempt \d.*|.{0,300}; retrying \d+\/\d+ in .*|.{0,300}\.\. Retrying after \d.*|Loaded cached credentials\.?|Data collection is disabled\.?|\(node:\d+\) .*|\(Use `node .*|Node\.js v\d.*|tokens used.*|Aider v\d.*|(?:Main|Weak|Editor) model: .*|Model: .*|Git repo: .*|Repo-map: .*|Added .{1,200} to the chat.*|https?:\/\/\S+|"(?:code|status|type|session_id|request_id|param)": .*|OpenAI Codex v.*|(?:workdir|model|provider|approval|sandbox|reasoning effort|reasoning summaries|session id): .*)$/;

/** An agent that tells what another service answered. */
const OF_ANOTHER = /^(?:The|Your) [\w -]{1,60}\b(?:returned|answered|responded)\b/i;

/** Path of an agent's full report, which hides the text after it. */
const REPORT = / Full report available at: .{1,400}?\.json\b/;

/** Status of an error that is printed as an object, below the line that introduces it. */
const STATUS_MEMBER = /^(?:status|statusCode|code): ([45]\d\d),?$/;
/** Maximum number of lines between the introduction and the status. */
const OBJECT = 20;

/** An agent that was ended while it waited for its service. */
const WAITS = /^(?:ERROR: )?Re-?connecting\.\.\. waiting for network\b/;

/** An agent that reports its work. */
const WORK_TALK =
  /\b(?:I|I'm|I've|I’ve|we|fixed|added|adds|implement(?:s|ed)|handles|handled|refactored|updated|wrote|tests? (?:pass|fail|now)|is now|are now|now (?:returns?|responds?|handles?|shows?))\b/;

/**
 * Finds the external failure that ended an agent. After a failed exit: the last matching line at the end of its output.
 * After exit code 0: only if the whole reply is an error of the agent's own service; an agent that mentions errors is
 * working.
 */
export function findAgentFailure(
  lines: readonly string[],
  { endedWell, hasWorked }: { readonly endedWell: boolean; readonly hasWorked: boolean },
): FoundFailure | undefined {
  const spoken = listSpokenLines(lines);
  return endedWell ? findErrorReply(spoken) : findLastError(spoken, hasWorked ? 1 : LAST_WORDS);
}

const NO_NETWORK: Omit<FoundFailure, 'at' | 'line'> = {
  rule: { kind: 'network', handling: 'retry', at: 'start', pattern: WAITS, voice: 'agent' },
  subject: undefined,
  own: false,
};

interface Spoken {
  readonly at: number;
  readonly text: string;
}

/** Lists the lines with content, without fenced blocks. */
function listSpokenLines(lines: readonly string[]): readonly Spoken[] {
  const spoken: Spoken[] = [];
  let fenced = false;
  for (let at = Math.max(0, lines.length - LAST_LINES); at < lines.length; at += 1) {
    const text = (lines[at] ?? '').slice(0, 2_000).replace(REPORT, ':').trim();
    if (text.startsWith('```')) fenced = !fenced;
    else if (!fenced && text !== '' && !NOISE.test(text)) spoken.push({ at, text });
  }
  return spoken;
}

function findErrorReply(spoken: readonly Spoken[]): FoundFailure | undefined {
  const [first] = spoken;
  if (first === undefined || spoken.length > WHOLE_REPLY) return undefined;
  if (spoken.some(({ text }) => WORK_TALK.test(text))) return undefined;
  const found = spoken.map((line) => findServiceFailure(line));
  const prose = spoken.some(({ text }, index) => found[index] === undefined && !ADDED.test(text));
  return found[0] === undefined || prose ? undefined : pickMostActionable(found);
}

function findLastError(spoken: readonly Spoken[], lastWords: number): FoundFailure | undefined {
  const end = spoken.at(-1);
  if (end !== undefined && WAITS.test(end.text)) return { ...NO_NETWORK, ...toPosition(end) };
  const words = spoken.slice(-SPOKEN).filter(({ text }) => !WORK_TALK.test(text));
  const findServiceNetworkFailure = pickMostActionable(
    words.map((line, at) => findServiceFailure(line) ?? findStatusMember(words, at)),
  );
  if (findServiceNetworkFailure !== undefined) return findServiceNetworkFailure;
  const talkedLast = spoken.findLastIndex(({ text }) => WORK_TALK.test(text));
  const last = new Set(spoken.slice(talkedLast + 1).slice(-lastWords));
  return words
    .filter((line) => last.has(line))
    .map((line) => findAnyFailure(line))
    .reduceRight<FoundFailure | undefined>((found, one) => found ?? one, undefined);
}

/** Finds a status in an error of the service that is printed as an object. */
function findStatusMember(words: readonly Spoken[], at: number): FoundFailure | undefined {
  const status = STATUS_MEMBER.exec(words[at]?.text ?? '')?.[1];
  if (status === undefined) return undefined;
  const error = words
    .slice(Math.max(0, at - OBJECT), at)
    .findLast(({ text }) => parseErrorText(text, 'agent').lead === 'service');
  const rule = findRuleForStatus(Number(status));
  if (error === undefined || rule === undefined) return undefined;
  return { rule, subject: undefined, own: false, ...toPosition(error) };
}

/** Returns the last one, unless one shortly before it, of the same kind, requires a human to act. */
function pickMostActionable(
  found: readonly (FoundFailure | undefined)[],
): FoundFailure | undefined {
  const all = found.filter((one) => one !== undefined);
  const last = all.at(-1);
  return (
    all
      .slice(-5)
      .find((one) => one.rule.kind === last?.rule.kind && one.rule.handling === 'blocked') ?? last
  );
}

function findServiceFailure({ at, text }: Spoken): FoundFailure | undefined {
  const line = parseErrorText(text, 'agent');
  if (line.lead !== 'service' && OF_ANOTHER.test(line.text)) return undefined;
  const match = matchRule(line, SERVICE_RULES);
  const rule = match?.rule ?? findStatusRule(line);
  if (rule === undefined)
    return line.lead === 'service' ? findServiceNetworkFailure(line, at, text) : undefined;
  return { rule, subject: undefined, own: false, at, line: text };
}

function toPosition({ at, text }: Spoken): { readonly at: number; readonly line: string } {
  return { at, line: text };
}

function findStatusRule(line: ErrorText): ExternalRule | undefined {
  const status = parseServiceStatus(line);
  return status === undefined ? undefined : findRuleForStatus(status);
}

/** An error that the agent attributes to its service may be a network failure. */
function findServiceNetworkFailure(
  line: ErrorText,
  at: number,
  text: string,
): FoundFailure | undefined {
  const match = matchRule(line, [...ACCESS_RULES, ...NETWORK_RULES]);
  return match === undefined ? undefined : { ...match, subject: undefined, at, line: text };
}

function findAnyFailure({ at, text }: Spoken): FoundFailure | undefined {
  const match = matchRule(parseErrorText(text, 'agent'), RULES);
  return match === undefined || match.own ? undefined : { ...match, at, line: text };
}
