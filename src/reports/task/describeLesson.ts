import type { FoundLesson, Lesson, LoopBreaker } from '../../model/failure/lesson';
import { oneLine } from '../../text/oneLine';

/** What broke a loop, as a human reads it. */
export const BREAKER_WORDS: Readonly<Record<LoopBreaker, string>> = {
  pivot: 'a pivot',
  hint: 'a hint',
  agent_change: 'another agent',
  unblock_authority: 'unblock authority',
};

/** Characters of a lesson's id that are shown. */
const SHOWN_ID = 8;

/** Characters that no shell interprets between double quotes. */
const PLAIN = /^[\p{L}\p{N} .,:;()/@+=_?<>|*-]*$/u;

/** The shown beginning of a lesson's id; any unique beginning identifies it. */
export function shortId({ id }: Pick<Lesson, 'id'>): string {
  return id.slice(0, SHOWN_ID);
}

/** Marks at the beginning of a line that only shape it: of YAML, and of lists and headings in Markdown. */
const MARKS = /^(?:[A-Za-z_]{1,40}:\s{0,8})?[|>][+-]?\d?$|^(?:[-*+•#>]{1,6}|\d{1,3}[.)])\s{1,8}/;

/** The text of a lesson on one line, lines joined, without marks of lists or YAML. */
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

/** "a hint, helped 3 times, last for add-login by claude". Names come from outside. */
export function describeLesson({ brokenBy, helped, taskId, agent }: Lesson): string {
  const often = helped === 1 ? 'helped once,' : `helped ${helped} times, last`;
  return `${BREAKER_WORDS[brokenBy]}, ${often} for ${taskId} by ${agent}`;
}

/** "the same failure", "87 % similar". */
export function describeSimilarity(similarity: number): string {
  return similarity >= 1 ? 'the same failure' : `${Math.floor(similarity * 100)} % similar`;
}

/** Both, of a lesson that was found for a failure. */
export function describeFoundLesson({ lesson, similarity }: FoundLesson): string {
  return `${describeLesson(lesson)}; ${describeSimilarity(similarity)}`;
}

/**
 * The command that tries a lesson on a task, ready for a terminal, one line: its text as the hint, or
 * its agent. A POSIX shell interprets nothing in the text.
 */
export function lessonCommand(taskId: string, { brokenBy, text, agent }: Lesson): string {
  const command = `devs resume ${taskId}`;
  if (brokenBy === 'agent_change') return `${command} --agent ${quoteArgument(agent)}`;
  return `${command} --hint ${quoteArgument(oneLine(text))}`;
}

function quoteArgument(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
