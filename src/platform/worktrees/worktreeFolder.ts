import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { errorCode } from '../state/files/diskError';
import { syncFolder, writeDurably } from '../state/files/durableFile';

const recordSchema = z.object({
  taskId: z.string(),
  /** Absolute: the part of the repository that all its worktrees share. */
  common: z.string(),
  /** The workspace relative to the root of its repository, as in `FoundRepository`; absent in records of earlier versions. */
  prefix: z.optional(z.string()),
  /** `incomplete`: being made or removed; `new`: its setup has not run; `ready`. */
  state: z.enum(['incomplete', 'new', 'ready']),
});

/** What is known of a worktree before git is asked; written before its first file and removed after its last. */
export type WorktreeRecord = z.infer<typeof recordSchema>;

const RECORD = 'worktree.json';
const MAX_NAME = 40;

/** The folder of one worktree below the state folder. */
export interface WorktreeFolder {
  /** Holds the record and the files. */
  readonly folder: string;
  /** Root of the working tree, named after the task: many tools take a folder's name for that of the project. */
  readonly files: string;
}

/** The folder for a task; ids that differ in case alone have different ones. */
export function worktreeFolder(parent: string, taskId: string): WorktreeFolder {
  const hash = createHash('sha256').update(taskId).digest('hex').slice(0, 12);
  const name = taskId
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, MAX_NAME);
  const folder = join(parent, hash);
  return { folder, files: join(folder, name === '' ? 'task' : name) };
}

/** Undefined if there is none; one that is damaged counts as incomplete. */
export function readRecord(folder: string): WorktreeRecord | undefined {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(join(folder, RECORD), 'utf8')));
  } catch (error) {
    if (errorCode(error) !== '') return undefined;
    return { taskId: '', common: '', state: 'incomplete' };
  }
}

/** Durable when it returns. */
export function writeRecord(folder: string, record: WorktreeRecord): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  syncFolder(join(folder, '..'));
  writeDurably(join(folder, RECORD), Buffer.from(`${JSON.stringify(record)}\n`));
}

/** The records of all worktrees. */
export function listRecords(parent: string): readonly WorktreeRecord[] {
  return listFolders(parent).flatMap((folder) => readRecord(folder) ?? []);
}

/** Folders of worktrees that a crash left half made or half removed. */
export function listBroken(parent: string): readonly WorktreeFolder[] {
  return listFolders(parent).flatMap((folder) => {
    const record = readRecord(folder);
    if (record !== undefined && record.state !== 'incomplete') return [];
    const named = record?.taskId ?? '';
    const { files } = worktreeFolder(parent, named);
    return { folder, files: join(folder, basename(files)) };
  });
}

function listFolders(parent: string): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(parent);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
  return names.map((name) => join(parent, name));
}
