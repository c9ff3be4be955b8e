import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { StateError } from '../../../ports/workspaceState';
import { findProgram } from '../../workspace/findProgram';
import type { GuardPaths } from '../guardPaths';

/** What starts the hook. */
export interface HookStart {
  /** Absolute path of its file. */
  readonly file: string;
  /** The program and its arguments, before agent and event. */
  readonly words: readonly string[];
}

/** Finds what starts the hook here. Throws `StateError` where nothing can. */
export function findHookStart({ bin }: GuardPaths, environment: NodeJS.ProcessEnv): HookStart {
  const file = join(bin, 'hook.js');
  return { file, words: [...findNode(environment), file] };
}

/**
 * What started the hook before, as long as it can: another Node on the PATH of another terminal changes no settings, and
 * takes no trust in them. Else `start`.
 */
export function keepStart(before: readonly string[] | undefined, start: HookStart): HookStart {
  const [node = '', file, ...more] = before ?? [];
  const isSame = file === start.file && more.length === 0 && existsSync(node);
  return isSame ? { file: start.file, words: [node, file] } : start;
}

function findNode(environment: NodeJS.ProcessEnv): readonly string[] {
  const node = findProgram('node', { environment });
  // The folder of one shell: gone when that shell ends.
  if (node?.includes('fnm_multishells') === true) return [realpathSync(node)];
  if (node !== undefined) return [node];
  if (process.versions['electron'] === undefined) return [process.execPath];
  if (process.platform !== 'win32')
    return ['/usr/bin/env', 'ELECTRON_RUN_AS_NODE=1', process.execPath];
  throw new StateError('Node is not on PATH: install Node 20 or newer, then try again.');
}
