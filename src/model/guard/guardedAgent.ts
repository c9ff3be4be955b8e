/** Agents whose hooks can call `devs hook`. */
export const GUARDED_AGENTS = [
  'claude',
  'codex',
  'gemini',
  'qwen',
  'copilot',
  'opencode',
  'cursor',
  'vscode',
] as const;
export type GuardedAgent = (typeof GUARDED_AGENTS)[number];

/** What a person calls each agent. */
export const GUARDED_AGENT_NAMES: Readonly<Record<GuardedAgent, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  qwen: 'Qwen Code',
  copilot: 'Copilot CLI',
  opencode: 'OpenCode',
  cursor: 'Cursor',
  vscode: 'VS Code',
};

/** Whether a word names a guarded agent. */
export function isGuardedAgent(word: string): word is GuardedAgent {
  return GUARDED_AGENTS.some((name) => name === word);
}
