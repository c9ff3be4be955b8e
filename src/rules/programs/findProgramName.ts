import type { Command } from '../../model/task/task';

/** Shell built-ins, for which no file need exist. */
const BUILT_IN = new Set([
  ...['.', ':', '!', '[', '[[', '{', '(', '((', 'alias', 'builtin', 'case', 'cd', 'command'],
  ...['declare', 'do', 'echo', 'enable', 'eval', 'exec', 'exit', 'export', 'false', 'for'],
  ...['function', 'getopts', 'hash', 'if', 'kill', 'let', 'local', 'mapfile', 'popd', 'printf'],
  ...['pushd', 'pwd', 'read', 'readarray', 'readonly', 'return', 'select', 'set', 'shift', 'shopt'],
  ...['source', 'test', 'time', 'times', 'trap', 'true', 'type', 'typeset', 'ulimit', 'umask'],
  ...['unalias', 'unset', 'until', 'wait', 'while'],
  ...['call', 'cls', 'copy', 'del', 'dir', 'erase', 'md', 'mkdir', 'mklink', 'move', 'rd', 'rem'],
  ...['ren', 'rmdir', 'start'],
]);
/** A word that a shell takes literally. */
const PLAIN = /^[\w./\\:@%+,-]+$/;
/** After it only the shell knows where programs are. */
const SETS_PATH = /^PATH=/i;
const ASSIGNMENT = /^[A-Za-z_]\w*=[\w./:@%+,-]*$/;

/** The program that a command starts; undefined if only a shell can tell. */
export function findProgramName(command: Command): string | undefined {
  if (typeof command !== 'string') return command[0];
  const words = command.trim().split(/\s+/);
  const at = words.findIndex((word) => !ASSIGNMENT.test(word));
  const first = words[at] ?? '';
  if (words.slice(0, at).some((word) => SETS_PATH.test(word))) return undefined;
  return PLAIN.test(first) && !BUILT_IN.has(first) ? first : undefined;
}
