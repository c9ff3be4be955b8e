import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface HangupTraces {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `/proc/<pid>/status` of the parent process; undefined where it cannot be read. */
  readonly parentStatus: string | undefined;
}

/** SIGHUP is signal 1: the lowest bit of a signal mask. */
const HANGUP_BIT = 1n;

/**
 * Whether the process was started to outlive its terminal: by `nohup`, or by a shell that ignores
 * SIGHUP. Node resets an inherited "ignore" before any of our code runs, so two traces of it are
 * looked at: the `_` that shells set to the command they start, and what the parent ignores, as its
 * children inherit that. False where neither tells.
 */
export function outlivesTerminal({ environment, parentStatus = '' }: HangupTraces): boolean {
  if (path.posix.basename(environment['_'] ?? '') === 'nohup') return true;
  const mask = /^SigIgn:[ \t]*([0-9a-f]{1,32})$/m.exec(parentStatus)?.[1];
  return mask !== undefined && (BigInt(`0x${mask}`) & HANGUP_BIT) !== 0n;
}

/** The status of the process that started this one; undefined on systems without `/proc`. */
export function readParentStatus(): string | undefined {
  try {
    return readFileSync(`/proc/${process.ppid}/status`, 'latin1');
  } catch {
    return undefined;
  }
}
