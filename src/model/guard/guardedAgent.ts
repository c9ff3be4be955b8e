/** Agents whose hooks can call `devs hook`. */
export const GUARDED_AGENTS = ['claude', 'codex'] as const;
export type GuardedAgent = (typeof GUARDED_AGENTS)[number];

/** What a person calls each agent. */
export const GUARDED_AGENT_NAMES: Readonly<Record<GuardedAgent, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
};

/** Whether a word names a guarded agent. */
export function isGuardedAgent(word: string): word is GuardedAgent {
  return GUARDED_AGENTS.some((name) => name === word);
}
