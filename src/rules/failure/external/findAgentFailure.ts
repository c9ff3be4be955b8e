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

/** Lines at the end of what an agent said that are looked at, and the spoken ones among them. */
const LAST_LINES = 1_000;
const SPOKEN = 60;
/** Among the very last ones, with no talk after it, an error of any program counts: above it is one of the commands that the agent ran. */
const LAST_WORDS = 12;
/** A reply that is nothing but an error is no longer than this, and adds only what to do about it. */
const WHOLE_REPLY = 12;
const ADDED =
  /^(?:please|try|see|visit|run|check|set|possible quota limitations|troubleshooting tips|use|log ?in|sign in|upgrade|contact|for more|to (?:continue|log|use|fix)|more info|retry|your|request|trace|error|code|message|details)\b|^[[{"'│|·•*-]|https?:\/\//i;

/** What agents print around their words: banners, their own retries, stack frames, bare brackets. */
const NOISE =
  /^(?:at\s.*|[{}[\]()"',;\s]+|-{3,}|Attempt \d+ failed.*|Retrying (?:in|after) .*|Re-?connecting\.\.\. (?!waiting for network).*|.{0,300}\bRetrying in \d.{0,80}\(attempt \d.*|.{0,300}; retrying \d+\/\d+ in .*|.{0,300}\.\. Retrying after \d.*|Loaded cached credentials\.?|Data collection is disabled\.?|\(node:\d+\) .*|\(Use `node .*|Node\.js v\d.*|tokens used.*|Aider v\d.*|(?:Main|Weak|Editor) model: .*|Model: .*|Git repo: .*|Repo-map: .*|Added .{1,200} to the chat.*|https?:\/\/\S+|"(?:code|status|type|session_id|request_id|param)": .*|OpenAI Codex v.*|(?:workdir|model|provider|approval|sandbox|reasoning effort|reasoning summaries|session id): .*)$/;

/** Where an agent put the whole report: a path that hides what follows it. */
const REPORT = / Full report available at: .{1,400}?\.json\b/;

/** A member of an error that is printed as an object, below the line that introduces it. */
const STATUS_MEMBER = /^(?:status|statusCode|code): ([45]\d\d),?$/;
/** Lines that such an object has above it at most. */
const OBJECT = 20;

/** An agent that waits until its service can be reached, and was ended while it did. */
const WAITS = /^(?:ERROR: )?Re-?connecting\.\.\. waiting for network\b/;

/** An agent that talks of its work. */
const WORK_TALK =
  /\b(?:I|I'm|I've|I’ve|we|fixed|added|adds|implement(?:s|ed)|handles|handled|refactored|updated|wrote|tests? (?:pass|fail|now)|is now|are now|now (?:returns?|responds?|handles?|shows?))\b/;

/**
 * The external failure that an agent ended with. Ended badly: the last line among its last words
 * that is one. Ended well: only where the whole reply is one of its own service; an agent that talks
 * of errors is working.
 */
export function findAgentFailure(
  lines: readonly string[],
  { endedWell, hasWorked }: { readonly endedWell: boolean; readonly hasWorked: boolean },
): FoundFailure | undefined {
  const spoken = listSpokenLines(lines);
  return endedWell ? findErrorReply(spoken) : findLastError(spoken, hasWorked ? 1 : LAST_WORDS);
}

const NO_NETWORK: Omit<FoundFailure, 'at' | 'line'> = {
  rule: { kind: 'network', then: 'retry', at: 'start', pattern: WAITS, voice: 'agent' },
  subject: undefined,
  own: false,
};

interface Spoken {
  readonly at: number;
  readonly text: string;
}

/** The lines that say something, without fenced blocks. */
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

/** The status that an error of the service carries, where it is printed as an object. */
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

/** The last one, unless one shortly before it says that a human has to act on the same. */
function pickMostActionable(
  found: readonly (FoundFailure | undefined)[],
): FoundFailure | undefined {
  const all = found.filter((one) => one !== undefined);
  const last = all.at(-1);
  return (
    all.slice(-5).find((one) => one.rule.kind === last?.rule.kind && one.rule.then === 'blocked') ??
    last
  );
}

function findServiceFailure({ at, text }: Spoken): FoundFailure | undefined {
  const line = parseErrorText(text, 'agent');
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

/** What an agent introduces as an error of its service may be one of the network. */
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
