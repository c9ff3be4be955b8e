import type { StepSource } from '../../../model/steps/step';
import type { Command } from '../../../model/task/task';

/**
 * The command that continues a session, for agents of which the flag is known; undefined for others, and for a line for
 * the shell.
 */
export function resumeCommand(
  command: Command,
  steps: StepSource | undefined,
  id: string,
): Command | undefined {
  if (typeof command === 'string') return undefined;
  switch (steps) {
    case 'claude':
    case 'gemini':
      return [...command, '--resume', id];
    case 'codex':
      return resumeCodex(command, id);
    case undefined:
    case 'acp':
    case 'opencode':
    case 'qwen':
    case 'text':
      return undefined;
    default:
      return steps satisfies never;
  }
}

/** `codex exec <options> -` becomes `codex exec <options> resume <id> -`. */
function resumeCodex(command: readonly string[], id: string): Command | undefined {
  if (!command.includes('exec')) return undefined;
  const last = command.at(-1);
  return last === '-' ? [...command.slice(0, -1), 'resume', id, '-'] : [...command, 'resume', id];
}
