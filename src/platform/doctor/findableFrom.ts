import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from '../../model/task/task';

/**
 * The command with files of the workspace by their whole path, so that it finds them from another
 * folder too. A string is for the shell and stays unchanged.
 */
export function findableFrom(workspaceDir: string, command: Command): Command {
  if (typeof command === 'string') return command;
  return command.map((element, index) => {
    // A program without a slash is looked for on PATH.
    if (index === 0 && !/[\\/]/.test(element)) return element;
    const file = resolve(workspaceDir, element);
    return isFile(file) ? file : element;
  });
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
