import { spawn, type ChildProcess } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuardPaths } from '../platform/guard/guardPaths';
import { writeGuardLog } from '../platform/guard/guardLog';

/** Time that recording a folder may take, in ms. */
const RECORDING_LIMIT_MS = 60_000;
/** Time in which a judge that was started listens, in ms. */
const STARTING_MS = 5_000;

/** Starts the judge, unless it has no address or another hook has just done so. It outlives this hook. */
export function startJudge(paths: GuardPaths): void {
  const { root, starting, socket } = paths;
  if (socket === '') return;
  const since = statSync(starting, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // The clock may have been set back.
  if (Math.abs(Date.now() - since) < STARTING_MS) return;
  writeFileSync(starting, '', { mode: 0o600 });
  start(paths, 'judge.js', [root]);
}

/** What is recorded, and for which record of a session. */
export interface FolderRecording {
  readonly file: string;
  readonly of: string;
  readonly root: string;
  /** When Devs ended the turn, ISO 8601; absent at a prompt or stop. */
  readonly endedAt?: string;
}

/** Records a folder for a record of a session; it outlives this hook. Resolves when it has ended. */
export async function recordFolder(
  paths: GuardPaths,
  { file, of, root, endedAt = '' }: FolderRecording,
): Promise<void> {
  const child = start(paths, 'recorder.js', [
    ...[paths.root, file, of, root],
    ...[String(RECORDING_LIMIT_MS), endedAt],
  ]);
  await new Promise((resolve) => child.on('close', resolve).on('error', resolve));
}

/** In no folder that someone may want to remove. */
function start({ root, log }: GuardPaths, program: string, args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [join(__dirname, program), ...args], {
    ...{ cwd: root, detached: true, stdio: 'ignore', windowsHide: true },
  });
  child.on('error', (error) => writeGuardLog(log, `${program} did not start: ${error.message}`));
  child.unref();
  return child;
}
