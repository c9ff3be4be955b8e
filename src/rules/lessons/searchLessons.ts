import type { FailureSignature } from '../../model/failure/failure';
import type { FoundLesson, Lesson } from '../../model/failure/lesson';
import { outputLines } from '../output/outputLines';
import { failureSignature } from '../failure/signature/failureSignature';
import { toSearchWords } from './failureWords';
import { rankLessons, findLessons } from './findLessons';

/** Lessons that a search gives unless another number is asked for. */
export const SEARCHED_LESSONS = 20;

/** Characters of a question that are looked at: programs say at the end what failed. */
const MAX_ASKED = 100_000;
/** Words of a question that are looked for. */
const MAX_WORDS = 200;
/** Share of a question's words that a lesson must say. */
const LEAST_SAID = 0.5;
/** Several lines, a place in a file, or a word for a failure with a colon behind it. */
const PRINTED = /\n|:\d|\(\d+,\d+\)|\b(?:error|exception|failed|failure|fatal|panic)\b.{0,200}:/i;
const SHORTEST_PRINTED = 4;
/** Beginnings of words that are shorter say nothing. */
const SHORTEST_START = 3;

/**
 * Lessons for a text: a failure as a program printed it (as in `findLessons`), or a few words of the failure,
 * the lesson, its task or its agent, each of which may be the beginning of one. `limit` at most,
 * ranked as `findLessons` does; `similarity` is the better of both, for words the share that is said.
 * None for a text that says nothing. `alike` as in `findLessons`, for `askedFailure`.
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

/** The failure that a text tells of, in whatever words. */
export function askedFailure(text: string): FailureSignature {
  const lines = outputLines(text.slice(-MAX_ASKED));
  return failureSignature({ lines, failingTests: [], end: '', workspace: '/' });
}

/**
 * True for what a program printed, not what somebody asks in a few words: of its words too many stand
 * in every failure.
 */
function isPrinted(text: string): boolean {
  return PRINTED.test(text) && text.split(/\s+/, SHORTEST_PRINTED).length === SHORTEST_PRINTED;
}

/** The share of the words that the lesson says, 0–1; words alone never make it the same failure. */
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
