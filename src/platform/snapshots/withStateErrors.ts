import { StateError } from '../../ports/workspaceState';
import { diskError, errorCode } from '../state/files/diskError';

/** Does `work`; whatever the file system or git refuses becomes a `StateError` that says what to do. */
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
    // What cannot be listed comes in words already.
    if (error instanceof Error) throw new StateError(error.message, { cause: error });
    throw error;
  }
}
