import type { AgentLimit } from '../../../model/steps/step';

/** Characters of an agent's words about its limit that are kept, the first ones. */
const MAX_WORDS = 400;

const NAMES: Readonly<Record<AgentLimit['kind'], string>> = {
  turns: 'the limit of turns is reached',
  budget: 'the budget is used up',
  time: 'the time is used up',
};

/** A limit of the agent's own with the first line of `words` that is not blank, else with a plain name of it. */
export function toAgentLimit(kind: AgentLimit['kind'], words: string): AgentLimit {
  const line = words.trimStart().split('\n', 1)[0] ?? '';
  const text = line.slice(0, MAX_WORDS).trim();
  return { kind, words: text === '' ? NAMES[kind] : text };
}

/** What Gemini CLI and Qwen Code exit with at their limit of turns. */
const TURN_LIMIT_EXIT = 53;
const TURN_LIMIT = /^.{0,200}Reached max session turns\b.*/m;

/**
 * The limit that Gemini CLI and Qwen Code report by exit code and standard error instead of events;
 * undefined for any other end.
 */
export function findLimitByExit(
  exitCode: number | undefined,
  errorTail: string,
): AgentLimit | undefined {
  if (exitCode !== TURN_LIMIT_EXIT) return undefined;
  const words = TURN_LIMIT.exec(errorTail)?.[0];
  return words === undefined ? undefined : toAgentLimit('turns', words);
}
