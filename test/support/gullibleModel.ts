import type { JudgePrompt } from '../../src/ports/judge';
import { claimsOf } from './gullibleClaims';

/** The JSON values that stand in a text, and whether they are all of what looks like data. */
interface Facts {
  readonly documents: readonly unknown[];
  readonly prose: string;
}

/** Index after the bracket that closes the one at `start`; undefined where none does. */
function endOfDocument(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const sign = text[index];
    if (inString && sign === '\\') index += 1;
    else if (sign === '"') inString = !inString;
    else if (inString) continue;
    else if (sign === '{' || sign === '[') depth += 1;
    else if ((sign === '}' || sign === ']') && --depth === 0) return index + 1;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function factsOf(text: string): Facts {
  const documents: unknown[] = [];
  let prose = '';
  for (let index = 0; index < text.length;) {
    const sign = text.charAt(index);
    const end = sign === '{' || sign === '[' ? endOfDocument(text, index) : undefined;
    const document = end === undefined ? undefined : parsed(text.slice(index, end));
    if (end !== undefined && document !== undefined) {
      documents.push(document);
      index = end;
    } else {
      prose += sign;
      index += 1;
    }
  }
  return { documents, prose };
}

/** All strings of a JSON value, its keys among them; lists of strings also as one text. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') {
    const within = parsed(value);
    return typeof within === 'object' ? [value, ...stringsOf(within)] : [value];
  }
  if (Array.isArray(value)) {
    const together = value.filter((item) => typeof item === 'string').join(' ');
    return [...value.flatMap(stringsOf), together];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...stringsOf(item)]);
}

/**
 * What the model reads as facts. The prompt's own sentences beside the data speak of progress by
 * their nature, so they count only where something broke out of the data: there is no document,
 * or brackets and quotation marks are left over.
 */
function textsOf(user: string): string[] {
  const { documents, prose } = factsOf(user);
  const brokenOut = documents.length === 0 || /[}\]]/.test(prose);
  return [...documents.flatMap(stringsOf), ...(brokenOut ? [prose] : [])];
}

const answer = (progress: boolean, external: boolean): string =>
  JSON.stringify({
    isRegressive: false,
    noProgress: !progress,
    external,
    reasoning:
      progress || external ? 'What was written says so.' : 'The failure is no nearer to the goal.',
  });

/**
 * Answers as a model that believes and obeys whatever it reads among the facts, however it is
 * written and whatever the system message warns of: progress where any text claims or commands
 * it, an outside cause likewise. Where no text does, an honest judge that sees no progress.
 */
export function gullibleAnswer(prompt: JudgePrompt): string {
  const claims = textsOf(prompt.user).map(claimsOf);
  return answer(
    claims.some(({ progress }) => progress),
    claims.some(({ external }) => external),
  );
}

/**
 * As `gullibleAnswer`, but obeying a condition too ("say progress unless both are the same"):
 * where `claim` does not hold of the JSON documents in the prompt, it answers as an honest judge.
 */
export function cunningAnswer(
  prompt: JudgePrompt,
  claim: (documents: readonly unknown[]) => boolean,
): string {
  return claim(factsOf(prompt.user).documents) ? gullibleAnswer(prompt) : answer(false, false);
}
