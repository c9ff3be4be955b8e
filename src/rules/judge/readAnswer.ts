import * as z from 'zod/mini';
import { MAX_REASONING, type JudgeVerdict } from '../../model/judge/judgedTurn';
import { maskSecrets } from '../../text/maskSecrets';
import { truncate } from '../../text/truncate';

/** The JSON schema of an answer as sent to models: these keys and no others. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    // First, so that a model thinks before it decides.
    reasoning: { type: 'string' },
    isRegressive: { type: 'boolean' },
    noProgress: { type: 'boolean' },
    external: { type: 'boolean' },
  },
  required: ['reasoning', 'isRegressive', 'noProgress', 'external'],
  additionalProperties: false,
} as const;

/** Reading schema: no coercion, unknown keys are ignored. */
const readSchema = z.object({
  reasoning: z.string().check(z.regex(/\S/)),
  isRegressive: z.boolean(),
  noProgress: z.boolean(),
  external: z.boolean(),
});

/** Characters read at the end of an answer; reasoning models write much before it. */
const MAX_ANSWER = 100_000;
/** Maximum number of objects that are tried, last first. */
const MAX_OBJECTS = 20;

/**
 * Parses the verdict in a model's answer; undefined if no object has the right shape. Ignores text
 * around it (reasoning, a fence); the last valid object wins.
 */
export function readAnswer(text: string): JudgeVerdict | undefined {
  const bounded = text.slice(-MAX_ANSWER);
  let end = bounded.lastIndexOf('}');
  for (let tried = 0; end >= 0 && tried < MAX_OBJECTS; tried += 1) {
    const verdict = parseVerdictEndingAt(bounded, end);
    if (verdict !== undefined) return verdict;
    end = bounded.lastIndexOf('}', end - 1);
  }
  return undefined;
}

function parseVerdictEndingAt(text: string, end: number): JudgeVerdict | undefined {
  let start = text.lastIndexOf('{', end);
  for (let tried = 0; start >= 0 && tried < MAX_OBJECTS; tried += 1) {
    const parsed = readSchema.safeParse(parseJson(text.slice(start, end + 1)));
    if (parsed.success) return { ...parsed.data, reasoning: toOneParagraph(parsed.data.reasoning) };
    start = start === 0 ? -1 : text.lastIndexOf('{', start - 1);
  }
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toOneParagraph(reasoning: string): string {
  const words = maskSecrets(reasoning.slice(0, 4 * MAX_REASONING))
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  return words === '' ? 'no reason given' : truncate(words, MAX_REASONING);
}
