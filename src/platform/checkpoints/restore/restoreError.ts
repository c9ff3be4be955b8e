import { StateError } from '../../../ports/workspaceState';
import { diskError, errorCode } from '../../state/files/diskError';

/**
 * Turns a failed operation in the workspace into a `StateError` for users; returns a `StateError`
 * unchanged.
 */
export function restoreError(action: string, path: string, error: unknown): StateError {
  if (error instanceof StateError) return error;
  const code = errorCode(error);
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') {
    return diskError(action, path, error);
  }
  const why = code === 'EROFS' ? 'the disk is read-only' : 'permission denied';
  const remedy = 'make it and its folder writable for you and try again.';
  return new StateError(
    `Could not ${action} ${path}: ${why}; ${remedy} (${(error as Error).message})`,
    { cause: error },
  );
}

/**
 * Whether the error is a refusal of the file system or a `StateError`; any other error is a bug.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof StateError || errorCode(error) !== '';
}
