import { basename } from 'node:path';
import type { Command } from '../../model/task/task';

/** What shells do themselves, so that no file of that name need be there. */
const BUILT_IN = new Set([
  ...['.', ':', '!', '[', '{', '(', 'cd', 'command', 'echo', 'eval', 'exec', 'export', 'false'],
  ...['for', 'if', 'printf', 'set', 'source', 'test', 'time', 'true', 'umask', 'unset', 'until'],
  ...['while', 'case', 'call', 'start', 'rem', 'type'],
]);
/** A word that a shell takes as it stands. */
const PLAIN = /^[\w./\\:@%+,-]+$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=[\w./:@%+,-]*$/;

/** The program that a command starts; undefined where only a shell can tell. */
export function findProgramName(command: Command): string | undefined {
  if (typeof command !== 'string') return command[0];
  const words = command.trim().split(/\s+/);
  const first = words.find((word) => !ASSIGNMENT.test(word)) ?? '';
  return PLAIN.test(first) && !BUILT_IN.has(first) ? first : undefined;
}

/** Programs that say which version they are when asked with `--version`, and do nothing else then. */
const KNOWN = [
  ...['claude', 'codex', 'gemini', 'aider', 'opencode', 'cursor-agent', 'copilot', 'qwen', 'goose'],
  ...['amp', 'crush', 'droid', 'auggie'],
] as const;

/** The known agent that a program is, by its name; undefined for any other program. */
export function knownAgent(program: string): string | undefined {
  const name = basename(program.replaceAll('\\', '/')).toLowerCase();
  const bare = name.replace(/\.(?:exe|cmd|bat|ps1)$/, '');
  return KNOWN.find((known) => known === bare);
}
