import { StateError } from '../../../ports/workspaceState';

/** Code of a Node error (`ENOSPC`, …); '' for other errors. */
export function errorCode(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Turns a failed file operation into a `StateError` with action, path and remedy. */
export function diskError(action: string, path: string, error: unknown): StateError {
  const cause = error instanceof Error ? error.message : String(error);
  return new StateError(`Could not ${action} ${path}: ${remedy(errorCode(error))} (${cause})`, {
    cause: error,
  });
}

function remedy(code: string): string {
  switch (code) {
    case 'ENOSPC':
      return 'the disk is full; free some space and try again.';
    case 'EDQUOT':
      return 'your disk quota is used up; free some space and try again.';
    case 'EROFS':
      return 'the disk is read-only; make it writable, or set DEVS_STATE_DIR to another folder.';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied; make the folder writable for you, or set DEVS_STATE_DIR to another folder.';
    case 'EBUSY':
      return 'another program keeps it open; close that program and try again.';
    case 'ENOENT':
      return 'its folder is missing; run the command again to create it.';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a file is in the way of a folder; move it away and try again.';
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open; close some programs and try again.';
    default:
      return 'the disk refused it.';
  }
}
