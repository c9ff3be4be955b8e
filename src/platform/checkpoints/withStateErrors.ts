import { StateError } from '../../ports/workspaceState';
import { diskError, errorCode } from '../state/files/diskError';

/** Runs `work`; turns errors of the file system and git into a `StateError` with the remedy. */
export async function withStateErrors<T>(
  action: string,
  path: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateError) throw error;
    if (errorCode(error) !== '') throw diskError(action, path, error);
    // Listing errors already have a message for users.
    if (error instanceof Error) throw new StateError(error.message, { cause: error });
    throw error;
  }
}
