import { basename } from 'node:path';
import type { Command } from '../../model/task/task';

/** Shell built-ins, for which no file need exist. */
const BUILT_IN = new Set([
  ...['.', ':', '!', '[', '{', '(', 'cd', 'command', 'echo', 'eval', 'exec', 'export', 'false'],
  ...['for', 'if', 'printf', 'set', 'source', 'test', 'time', 'true', 'umask', 'unset', 'until'],
  ...['while', 'case', 'call', 'start', 'rem', 'type'],
]);
/** A word that a shell takes literally. */
const PLAIN = /^[\w./\\:@%+,-]+$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=[\w./:@%+,-]*$/;

/** The program that a command starts; undefined if only a shell can tell. */
export function findProgramName(command: Command): string | undefined {
  if (typeof command !== 'string') return command[0];
  const words = command.trim().split(/\s+/);
  const first = words.find((word) => !ASSIGNMENT.test(word)) ?? '';
  return PLAIN.test(first) && !BUILT_IN.has(first) ? first : undefined;
}

/** Programs for which `--version` prints the version and does nothing else. */
const KNOWN = [
  ...['claude', 'codex', 'gemini', 'aider', 'opencode', 'cursor-agent', 'copilot', 'qwen', 'goose'],
  ...['amp', 'crush', 'droid', 'auggie'],
] as const;

/** Name of the known agent program; undefined for others. */
export function knownAgent(program: string): string | undefined {
  const name = basename(program.replaceAll('\\', '/')).toLowerCase();
  const bare = name.replace(/\.(?:exe|cmd|bat|ps1)$/, '');
  return KNOWN.find((known) => known === bare);
}
