import { StateError } from '../../ports/workspaceState';

/** Returns a `StateError` instead of throwing it, where the error decides what follows. */
export async function orStateError<T>(work: () => T | Promise<T>): Promise<T | StateError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateError) return error;
    throw error;
  }
}
