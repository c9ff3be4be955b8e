import * as z from 'zod/mini';
import { NEXT_STEPS, type NextStep, type PlannerDecision } from '../../model/hops/roles';
import { findLastObject } from './findLastObject';

/** The decision of a reply, or its problems as sentences for the planner. */
export type ParsedDecision =
  | { readonly ok: true; readonly decision: PlannerDecision }
  | { readonly ok: false; readonly problems: readonly string[] };

const MOST_REASON = 4_000;
const MOST_STEPS = 100;
const MOST_STEP = 2_000;
const MOST_ASKED = 10_000;
const MOST_PROBLEMS = 10;
const MOST_QUOTED = 40;

/**
 * Parses the decision in a planner's reply: the last JSON object with a top-level `next`, anywhere in the last 200,000
 * characters. `allowed` are the steps that this planner has. Unknown keys are ignored, an empty `query` or `question`
 * counts as absent; nothing else is inferred. Never throws; time linear in the reply's length.
 */
export function parseDecision(
  reply: string,
  allowed: readonly NextStep[] = NEXT_STEPS,
): ParsedDecision {
  const found = findLastObject('next', reply);
  switch (found.kind) {
    case 'none':
      return { ok: false, problems: [describeMissing(allowed)] };
    case 'broken':
      return { ok: false, problems: [describeBroken(found.line)] };
    case 'object':
      return validate(found.value, allowed);
    default:
      return found satisfies never;
  }
}

function describeMissing(allowed: readonly NextStep[]): string {
  return `The reply has no JSON object with \`next\`; end it with one such as {"next": "${allowed[0] ?? 'done'}", "reason": "why", "plan": []}.`;
}

function describeBroken(line: number): string {
  return `The JSON object that begins in line ${line} of the reply cannot be read; it must be valid JSON: names and texts in double quotes, line breaks in texts as \\n, no comments, no comma after the last entry.`;
}

function validate(value: unknown, allowed: readonly NextStep[]): ParsedDecision {
  const result = createSchema(allowed).safeParse(value);
  if (!result.success) {
    const problems = result.error.issues.map(({ message }) => message);
    return { ok: false, problems: [...new Set(problems)].slice(0, MOST_PROBLEMS) };
  }
  const { next, reason, plan, query, question } = result.data;
  return {
    ok: true,
    decision: {
      next,
      reason,
      plan,
      ...(query === undefined || query === '' ? {} : { query }),
      ...(question === undefined || question === '' ? {} : { question }),
    },
  };
}

function createSchema(allowed: readonly NextStep[]) {
  const isAllowed = (value: unknown): value is NextStep =>
    (allowed as readonly unknown[]).includes(value);
  return z.object({
    next: z.custom<NextStep>(isAllowed, {
      error: ({ input }) =>
        `\`next\` ${describeValue(input)}; it must be one of ${allowed.join(', ')}.`,
    }),
    reason: createTextSchema('reason', MOST_REASON, 'that says why in a sentence').check(
      z.refine((text) => text !== '', {
        error: '`reason` is empty; say in a sentence why.',
      }),
    ),
    plan: createPlanSchema(),
    query: z.optional(createTextSchema('query', MOST_ASKED, 'or be left out')),
    question: z.optional(createTextSchema('question', MOST_ASKED, 'or be left out')),
  });
}

function createTextSchema(name: string, most: number, right: string) {
  return z
    .string({
      error: ({ input }) => `\`${name}\` ${describeValue(input)}; it must be a text ${right}.`,
    })
    .check(
      z.trim(),
      z.maxLength(most, {
        error: `\`${name}\` is longer than ${most} characters; say it in fewer.`,
      }),
    );
}

function createPlanSchema() {
  const list = '`plan` must be a list of texts, one for each step, and may be left out';
  const step = z
    .string({
      error: ({ input, path }) =>
        `Step ${Number(path?.at(-1)) + 1} of \`plan\` ${describeValue(input)}; ${list}.`,
    })
    .check(
      z.trim(),
      z.maxLength(MOST_STEP, {
        error: `A step of \`plan\` is longer than ${MOST_STEP} characters.`,
      }),
    );
  return z._default(
    z.array(step, { error: ({ input }) => `\`plan\` ${describeValue(input)}; ${list}.` }).check(
      z.maxLength(MOST_STEPS, {
        error: `\`plan\` has more than ${MOST_STEPS} steps; name fewer.`,
      }),
    ),
    [],
  );
}

/** Describes a value in a few words on one line. */
function describeValue(value: unknown): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'is null';
  if (typeof value === 'string') return `is "${shortLine(value)}"`;
  if (typeof value === 'object') return Array.isArray(value) ? 'is a list' : 'is an object';
  return `is ${shortLine(JSON.stringify(value))}`;
}

function shortLine(text: string): string {
  const line = text.slice(0, MOST_QUOTED).replace(/[\p{C}\p{Z}"`]+/gu, ' ');
  return text.length > MOST_QUOTED ? `${line}…` : line;
}
