import { MAX_STEP_TEXT, type ProvingStep, type Step } from '../../../model/steps/step';
import { maskAndCut } from '../../../text/maskAndCut';
import { parseArgs } from '../text/parseArgs';

/** Shortens a step for reports: the beginnings of its texts, secrets masked. */
export function toProvingStep(step: Step): ProvingStep {
  return {
    number: step.number,
    tool: toShortLine(step.tool),
    call: toShortLine(simplifyArguments(dropReasons(step.args))),
    result: toShortLine(step.tool === '' ? step.thought : step.result),
  };
}

/**
 * Drops the agent's reasons from JSON arguments if a single value remains: `npm test`, not why it
 * is run.
 */
function dropReasons(args: string): string {
  if (!args.startsWith('{') || args.length > MAX_PARSED) return args;
  const { canonical } = parseArgs(args);
  return simplifyArguments(canonical) === canonical ? args : canonical;
}

/** Maximum length of arguments that are simplified. */
const MAX_PARSED = 4_000;
/** Argument names that need not be shown if they are the only ones. */
const SOLE_FIELD = /^(?:command|cmd|code|(?:file_|absolute_)?path|pattern|query|url)$/;

/**
 * Returns the single command, path or similar of the arguments; otherwise the arguments as they
 * are.
 */
export function simplifyArguments(args: string): string {
  if (!args.startsWith('{') || args.length > MAX_PARSED) return args;
  try {
    const [only, ...more] = Object.entries(JSON.parse(args) as Record<string, unknown>);
    if (only === undefined || more.length > 0 || !SOLE_FIELD.test(only[0])) return args;
    return typeof only[1] === 'string' ? only[1] : args;
  } catch {
    return args;
  }
}

/** Factor of characters read, since white space is collapsed. */
const READ_FACTOR = 4;

/** A text as one line of at most `MAX_STEP_TEXT` characters, secrets masked. */
export function toShortLine(text: string): string {
  const line = maskAndCut(text, MAX_STEP_TEXT * READ_FACTOR)
    .text.replace(/\s+/g, ' ')
    .trim();
  const kept = Array.from(line.slice(0, MAX_STEP_TEXT));
  const cut = line.length > MAX_STEP_TEXT || text.length > MAX_STEP_TEXT * READ_FACTOR;
  return cut ? `${kept.slice(0, -1).join('')}…` : line;
}
