import { readdir } from 'node:fs/promises';
import { StateError } from '../../ports/workspaceState';
import { errorCode } from '../state/files/diskError';
import { describeGone } from './describeGone';

/** Throws `StateError`, naming the folder and the reason, when the workspace folder cannot be listed. */
export async function assertReadable(workspaceDir: string): Promise<void> {
  try {
    await readdir(workspaceDir);
  } catch (error) {
    const message =
      errorCode(error) === 'ENOENT'
        ? describeGone(workspaceDir)
        : `The workspace folder ${workspaceDir} cannot be read: ${(error as Error).message}`;
    throw new StateError(message, { cause: error });
  }
}
