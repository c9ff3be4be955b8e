import { buildCommandLine, type CommandLine } from '../../process/commandLine';
import { thisPlatform } from '../../process/commandPlatform';
import { StateError } from '../../../ports/workspaceState';

/** How to start a program, whose first word is its absolute path. Throws `StateError` where it cannot be started. */
export function programLine(words: readonly string[]): CommandLine {
  const built = buildCommandLine(words, { files: {}, platform: thisPlatform({}, '') });
  if (!built.ok) throw new StateError(`Could not start ${words[0] ?? ''}: ${built.message}.`);
  return built.line;
}
