import type { AgentDefinition } from '../../model/config/config';
import { commandText } from '../../text/commandText';

/** How a human opens a session, by the name of the agent's program; the first that the command contains. */
const OPENS: readonly (readonly [program: RegExp, command: string])[] = [
  [/\bclaude\b/, 'claude --resume'],
  [/\bcodex\b/, 'codex resume'],
  [/\bgemini\b/, 'gemini --resume'],
  [/\bqwen\b/, 'qwen --resume'],
  [/\bopencode\b/, 'opencode --session'],
  [/\bcopilot\b/, 'copilot --resume'],
];

/** The command that opens an agent's session in a terminal; undefined for an unknown program. */
export function openCommand(
  { command }: Pick<AgentDefinition, 'command'>,
  id: string,
): string | undefined {
  const text = commandText(command);
  const found = OPENS.find(([program]) => program.test(text))?.[1];
  return found === undefined ? undefined : `${found} ${id}`;
}
