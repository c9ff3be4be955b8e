import type { FailureSignature } from '../../model/failure/failure';
import type { FoundLesson, Lesson } from '../../model/failure/lesson';
import { outputLines } from '../output/outputLines';
import { failureSignature } from '../failure/signature/failureSignature';
import { toSearchWords } from './failureWords';
import { rankLessons, findLessons } from './findLessons';

/** Default number of search results. */
export const SEARCHED_LESSONS = 20;

/** Characters read at the end of a query, where programs report the failure. */
const MAX_ASKED = 100_000;
/** Maximum number of words of a query. */
const MAX_WORDS = 200;
/** Minimum share of a query's words that a lesson must contain. */
const LEAST_SAID = 0.5;
/** Marks of printed output: several lines, a place in a file, or a failure word followed by a colon. */
const PRINTED = /\n|:\d|\(\d+,\d+\)|\b(?:error|exception|failed|failure|fatal|panic)\b.{0,200}:/i;
const SHORTEST_PRINTED = 4;
/** Minimum length of a word prefix. */
const SHORTEST_START = 3;

/**
 * Finds lessons for a text: a printed failure (as in `findLessons`), or a few words or word prefixes of the failure,
 * the lesson, its task or its agent. At most `limit`, ranked as in `findLessons`; `similarity` is the higher of both,
 * for words the share found. Empty for a blank text. `alike` as in `findLessons`, for `askedFailure`.
 */
export function searchLessons(
  lessons: readonly Lesson[],
  text: string,
  limit: number = SEARCHED_LESSONS,
  alike?: ReadonlyMap<string, number>,
): readonly FoundLesson[] {
  const asked = text.slice(-MAX_ASKED);
  if (asked.trim() === '') return [];
  const fitting = findLessons(lessons, askedFailure(asked), lessons.length, alike);
  const found = new Map(fitting.map((each) => [each.lesson.id, each]));
  const words = isPrinted(asked.trim()) ? [] : [...toSearchWords(asked)].slice(0, MAX_WORDS);
  for (const lesson of lessons) {
    const said = shareSaid(words, lesson);
    if (said < LEAST_SAID || said <= (found.get(lesson.id)?.similarity ?? 0)) continue;
    found.set(lesson.id, { lesson, similarity: said });
  }
  return rankLessons([...found.values()], limit);
}

/** Reads the failure in a text. */
export function askedFailure(text: string): FailureSignature {
  const lines = outputLines(text.slice(-MAX_ASKED));
  return failureSignature({ lines, failingTests: [], end: '', workspace: '/' });
}

/** Whether the text is printed output, not a query of a few words: many of its words occur in every failure. */
function isPrinted(text: string): boolean {
  return PRINTED.test(text) && text.split(/\s+/, SHORTEST_PRINTED).length === SHORTEST_PRINTED;
}

/** Share of the words that the lesson contains, 0–1; words alone never prove an equal failure. */
function shareSaid(words: readonly string[], lesson: Lesson): number {
  if (words.length === 0) return 0;
  const { failure, text, taskId, agent, id } = lesson;
  const tests = failure.failingTests.join('\n');
  const said = toSearchWords([failure.exactMessage, text, taskId, agent, id, tests].join('\n'));
  const count = words.filter((word) => said.has(word) || begins(word, said)).length;
  return Math.min(0.99, count / words.length);
}

function begins(start: string, said: ReadonlySet<string>): boolean {
  if (start.length < SHORTEST_START) return false;
  for (const word of said) if (word.startsWith(start)) return true;
  return false;
}
