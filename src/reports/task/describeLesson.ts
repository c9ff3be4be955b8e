import type { BlockerKind } from '../../model/failure/blockerKind';
import type { FoundLesson, Lesson, LoopBreaker } from '../../model/failure/lesson';
import { oneLine } from '../../text/oneLine';
import { quoteArgument } from '../../text/quoteArgument';

/** Labels of loop breakers for humans. */
export const BREAKER_WORDS: Readonly<Record<LoopBreaker, string>> = {
  pivot: 'a fresh start',
  hint: 'a hint',
  agent_change: 'another agent',
  unblock_authority: 'unblock authority',
  diagnosis: 'a diagnosis',
  resume: 'your action',
};

/** Labels of kinds of blockers for humans. */
const BLOCKER_WORDS: Readonly<Record<BlockerKind, string>> = {
  login: 'a missing login or key',
  limit: 'a used-up limit',
  permission: 'a missing permission',
  disk: 'a full disk',
  service: 'a service that was not available',
  tool: 'a missing program',
  dependency: 'a missing dependency',
  file: 'a missing file',
  decision: 'an open decision',
  other: 'a blocker',
};

/** Number of shown characters of a lesson's id. */
const SHOWN_ID = 8;

/** The shown prefix of a lesson's id; any unique prefix identifies it. */
export function shortId({ id }: Pick<Lesson, 'id'>): string {
  return id.slice(0, SHOWN_ID);
}

/** Layout marks at the beginning of a line: of YAML, and of lists and headings in Markdown. */
const MARKS = /^(?:[A-Za-z_]{1,40}:\s{0,8})?[|>][+-]?\d?$|^(?:[-*+•#>]{1,6}|\d{1,3}[.)])\s{1,8}/;

/** Joins the lines of a lesson to one line, without marks of lists or YAML. */
export function lessonLine(text: string): string {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => oneLine(line.trim().replace(MARKS, '')))
    .filter((line) => line !== '' && !/^(?:```|---$|\.\.\.$)/.test(line));
  return lines.map((line, at) => (at < lines.length - 1 ? withStop(line) : line)).join(' ');
}

function withStop(line: string): string {
  return /[.!?:;,…]$/.test(line) ? line : `${line};`;
}

/** Describes a lesson: "a hint, helped 3 times, last for add-login by claude". Names are untrusted. */
export function describeLesson({ brokenBy, helped, taskId, agent, blocker }: Lesson): string {
  const often = helped === 1 ? 'helped once,' : `helped ${helped} times, last`;
  const kind = blocker === undefined ? '' : `; ${BLOCKER_WORDS[blocker]}`;
  return `${BREAKER_WORDS[brokenBy]}, ${often} for ${taskId} by ${agent}${kind}`;
}

/** Describes a similarity: "the same failure", "87 % similar". */
export function describeSimilarity(similarity: number): string {
  return similarity >= 1 ? 'the same failure' : `${Math.floor(similarity * 100)} % similar`;
}

/** Describes a found lesson and its similarity. */
export function describeFoundLesson({ lesson, similarity }: FoundLesson): string {
  return `${describeLesson(lesson)}; ${describeSimilarity(similarity)}`;
}

/**
 * Builds a one-line terminal command that tries a lesson on a task: with its text as hint, or its agent. A POSIX shell
 * interprets nothing in the text.
 */
export function lessonCommand(taskId: string, { brokenBy, text, agent }: Lesson): string {
  const command = `devs resume ${taskId}`;
  if (brokenBy === 'resume') return command;
  if (brokenBy === 'agent_change') return `${command} --agent ${quoteArgument(agent)}`;
  return `${command} --hint ${quoteArgument(oneLine(text))}`;
}
