import { setImmediate as nextTick } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { StateError } from '../../../ports/workspaceState';
import type { Change } from './plan';
import { hashContent, inspect, exactStatsOf, type InspectContext } from './inspect';
import { foldersAbove, systemPathOf, type Place } from './restorePlace';
import type { Staging } from './staging';
import { isSame, type Version } from './version';

export interface StagingContext extends InspectContext {
  readonly staging: Staging;
  readonly content: (path: string) => Promise<Uint8Array>;
}

export const stagedName = {
  /** New content of the path. */
  new: (index: number): string => `new-${index}`,
  /** Previous content of the path. */
  old: (index: number): string => `old-${index}`,
  /** An empty folder for the folder at `depth` above the path. */
  folder: (index: number, depth: number): string => `folder-${index}-${depth}`,
};

/** Writes all new contents to the staging folders, verified and durable; reuses intact ones. */
export async function stageContents(
  context: StagingContext,
  changes: readonly Change[],
): Promise<void> {
  for (const change of changes) {
    if (change.to === undefined) continue;
    await stage(context, change, change.to);
    // Yields to the event loop between files.
    await nextTick();
  }
}

async function stage(
  context: StagingContext,
  { index, place }: Change,
  version: Version,
): Promise<void> {
  const staged = context.staging.entry(stagedName.new(index), place);
  await stageVersion(context, { staged, place, version });
}

interface StagedVersion {
  /** Where it is written to. */
  readonly staged: Place;
  readonly place: Place;
  readonly version: Version;
}

/** Writes one version of a path, verified and durable; reuses an intact one. */
export async function stageVersion(
  context: StagingContext,
  { staged, place, version }: StagedVersion,
): Promise<void> {
  const { fs, workspaceDir } = context;
  const path = systemPathOf(workspaceDir, staged);
  const inspection = inspect(context, staged);
  if (inspection.kind === 'leaf' && isSame(inspection.version, version)) {
    if (version.kind === 'file') syncFile(context, path);
    return;
  }
  if (inspection.kind !== 'absent') fs.unlink(path);
  const content = await context.content(place.path);
  if (createHash('sha256').update(content).digest('hex') !== version.digest) {
    throw toDamagedError(place);
  }
  if (version.kind === 'link') fs.symlink(Buffer.from(content), path);
  else writeFile(context, path, { content, to: version, place });
}

/** Whether the new content of a change takes its space already. */
export function isStaged(
  { fs, workspaceDir, staging }: StagingContext,
  { index, place, size }: Change,
): boolean {
  const staged = staging.entry(stagedName.new(index), place);
  return fs.lstat(systemPathOf(workspaceDir, staged))?.size === BigInt(size);
}

function writeFile(
  { fs }: StagingContext,
  path: Buffer,
  {
    content,
    to,
    place,
  }: {
    readonly content: Uint8Array;
    readonly to: Extract<Version, { kind: 'file' }>;
    readonly place: Place;
  },
): void {
  const fd = fs.create(path);
  try {
    for (let offset = 0; offset < content.length;) offset += fs.write(fd, content, offset);
    if (hashContent(fs, fd) !== to.digest) throw toDamagedError(place);
    fs.chmod(fd, to.mode);
    fs.fsync(fd);
  } finally {
    fs.close(fd);
  }
}

function syncFile({ fs }: StagingContext, path: Buffer): void {
  const fd = fs.open(path);
  try {
    fs.fsync(fd);
  } finally {
    fs.close(fd);
  }
}

function toDamagedError({ path }: Place): StateError {
  return new StateError(`The recorded content of ${path} is damaged: it cannot be restored.`);
}

/**
 * Creates an empty staged folder for each missing folder above new files, so that moving it into
 * place needs no disk space. By path, outermost first.
 */
export function stageFolders(
  context: StagingContext,
  changes: readonly Change[],
): ReadonlyMap<string, { readonly folder: Place; readonly spare: Place }> {
  const { staging } = context;
  const spares = new Map<string, { folder: Place; spare: Place }>();
  for (const { index, place, to } of changes) {
    if (to === undefined) continue;
    // Below a missing folder or a link, nothing is a folder of the workspace.
    let isReal = true;
    for (const [depth, folder] of foldersAbove(place).entries()) {
      isReal &&= exactStatsOf(context, folder)?.isDirectory() === true;
      if (isReal || spares.has(folder.path)) continue;
      const spare = staging.entry(stagedName.folder(index, depth), place);
      createFolder(context, spare);
      spares.set(folder.path, { folder, spare });
    }
  }
  return spares;
}

function createFolder(context: StagingContext, spare: Place): void {
  const inspection = inspect(context, spare, []);
  if (inspection.kind === 'folder') return;
  const path = systemPathOf(context.workspaceDir, spare);
  if (inspection.kind === 'leaf') context.fs.unlink(path);
  context.fs.mkdir(path, 0o777);
}
