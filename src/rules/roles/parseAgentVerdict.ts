import { outputLines } from '../output/outputLines';
import { outsideFences } from '../output/outsideFences';

/** Verdict of an agent that verifies a task. */
export interface AgentVerdict {
  /** `unclear` if the reply states neither; counts as failed. */
  readonly said: 'passed' | 'failed' | 'unclear';
  /** The complaint, numbers masked so that equal complaints are equal texts; '' if passed. */
  readonly failure: string;
  /** The first whole number in the complaint; absent for none. */
  readonly count?: number;
}

const VERDICT = /^[-+•*_#>` ]{0,20}(?<word>PASSED|FAILED)[*_`]{0,3}:[*_` \t]{0,10}(?<said>.*)$/;
const MAX_FAILURE = 2_000;

/** Parses the last line `PASSED: …` or `FAILED: …` outside code blocks; ignores Markdown marks. */
export function parseAgentVerdict(reply: string): AgentVerdict {
  const lines = [...outsideFences(outputLines(reply))];
  const last = lines.map((line) => VERDICT.exec(line)?.groups).findLast((found) => found);
  if (last === undefined) return { said: 'unclear', ...parseComplaint(reply) };
  if (last['word'] === 'PASSED') return { said: 'passed', failure: '' };
  return { said: 'failed', ...parseComplaint(last['said'] ?? '') };
}

function parseComplaint(text: string): Omit<AgentVerdict, 'said'> {
  const failure = toComparable(text);
  const count = /(?<![\d.])\d{1,9}(?![\d.]*\d)/.exec(text.slice(0, MAX_FAILURE))?.[0];
  return count === undefined ? { failure } : { failure, count: Number(count) };
}

function toComparable(text: string): string {
  const words = text.slice(0, MAX_FAILURE).toLowerCase().replace(/\d+/g, '#');
  return words.replace(/[\s*_`]+/g, ' ').trim();
}
