import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { StateError } from '../../../ports/workspaceState';
import { diskError, errorCode } from './diskError';
import { syncFolder, writeDurably } from './durableFile';

/** Paths in a state directory. */
export interface StatePaths {
  readonly directory: string;
  readonly database: string;
  /** The database as it was before it was last written. */
  readonly lastGood: string;
  /** Space for cleaning up on a full disk. */
  readonly reserve: string;
  /** Segments of old turns. */
  readonly history: string;
  readonly lease: string;
  readonly inbox: string;
  readonly answers: string;
  /** Names the workspace that the state belongs to. */
  readonly workspace: string;
}

const workspaceSchema = z.object({ workspace: z.string() });

export function statePaths(directory: string): StatePaths {
  const inbox = join(directory, 'inbox');
  return {
    directory,
    database: join(directory, 'devs.db'),
    lastGood: join(directory, 'devs.db.last-good'),
    reserve: join(directory, 'reserve'),
    history: join(directory, 'history'),
    lease: join(directory, 'lease'),
    inbox,
    answers: join(inbox, 'answers'),
    workspace: join(directory, 'workspace.json'),
  };
}

/** Creates the folders durably, accessible by the user only. Throws `StateError`. */
export function createFolders(
  paths: StatePaths,
  sync: (folder: string) => void = syncFolder,
): void {
  for (const folder of listFolders(paths)) {
    try {
      createFolder(folder, sync);
      // The folder may exist with wider permissions.
      if (process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0) {
        chmodSync(folder, 0o700);
      }
    } catch (error) {
      throw diskError('create the state folder', folder, error);
    }
  }
}

function listFolders({ directory, lease, inbox, answers, history }: StatePaths): readonly string[] {
  return [directory, lease, inbox, answers, history];
}

/**
 * Creates missing parents one by one. Node's recursive `mkdir` reports a read-only disk and a
 * dangling link as a missing folder, and never ends in a file system without folders (`/proc`).
 */
function createFolder(folder: string, sync: (folder: string) => void): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (isFolder(folder)) return;
    const parent = dirname(folder);
    if (errorCode(error) !== 'ENOENT' || parent === folder || isFolder(parent)) throw error;
    createFolder(parent, sync);
    createFolder(folder, sync);
    return;
  }
  sync(dirname(folder));
}

/**
 * Records which workspace the state belongs to. Throws `StateError` if it belongs to another
 * workspace that still exists; one that is gone was moved here.
 */
export function claimStateFolder(workspaceDir: string, paths: StatePaths): void {
  const known = readWorkspace(paths.workspace);
  if (known === workspaceDir) return;
  if (known !== undefined && isFolder(known)) {
    throw new StateError(
      `The state folder ${paths.directory} belongs to the workspace ${known}, not to ` +
        `${workspaceDir}. Give each workspace a DEVS_STATE_DIR of its own, or none.`,
    );
  }
  try {
    const content = `${JSON.stringify({ workspace: workspaceDir }, undefined, 2)}\n`;
    writeDurably(paths.workspace, Buffer.from(content));
  } catch (error) {
    throw diskError('write', paths.workspace, error);
  }
}

/** The workspace that a file of `StatePaths.workspace` names; undefined if it names none. Throws `StateError`. */
export function readWorkspace(file: string): string | undefined {
  try {
    return workspaceSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data?.workspace;
  } catch (error) {
    // A damaged file counts as missing: it is rewritten.
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw diskError('read', file, error);
  }
}

function isFolder(folder: string): boolean {
  try {
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
