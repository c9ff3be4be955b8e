import { setImmediate as nextTick } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { StateError } from '../../../ports/workspaceState';
import type { Step } from './deciding';
import { digestOf, lookAt, statsOf, type Looking } from './looking';
import { foldersAbove, systemPathOf, type Place } from './place';
import type { Staging } from './staging';
import { isSame, type Version } from './version';

export interface Workshop extends Looking {
  readonly staging: Staging;
  readonly content: (path: string) => Promise<Uint8Array>;
}

export const stagedName = {
  /** What will stand at the path. */
  new: (index: number): string => `new-${index}`,
  /** What stood there. */
  old: (index: number): string => `old-${index}`,
  /** An empty folder for the path, `depth` folders down. */
  folder: (index: number, depth: number): string => `folder-${index}-${depth}`,
};

/** Writes every new content to the staging folders, verified and durable; what is whole there is kept. */
export async function stageContents(workshop: Workshop, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (step.to === undefined) continue;
    await stage(workshop, step, step.to);
    // Each file is waited for by the disk; others have their turn in between.
    await nextTick();
  }
}

async function stage(workshop: Workshop, { index, place }: Step, to: Version): Promise<void> {
  const { fs, workspaceDir, staging } = workshop;
  const staged = staging.entry(stagedName.new(index), place);
  const path = systemPathOf(workspaceDir, staged);
  const look = lookAt(workshop, staged);
  if (look.kind === 'leaf' && isSame(look.version, to)) {
    if (to.kind === 'file') syncFile(workshop, path);
    return;
  }
  if (look.kind !== 'absent') fs.unlink(path);
  const content = await workshop.content(place.path);
  if (createHash('sha256').update(content).digest('hex') !== to.digest) {
    throw damaged(place);
  }
  if (to.kind === 'link') fs.symlink(Buffer.from(content), path);
  else writeFile(workshop, path, { content, to, place });
}

function writeFile(
  { fs }: Workshop,
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
    if (digestOf(fs, fd) !== to.digest) throw damaged(place);
    fs.chmod(fd, to.mode);
    fs.fsync(fd);
  } finally {
    fs.close(fd);
  }
}

function syncFile({ fs }: Workshop, path: Buffer): void {
  const fd = fs.open(path);
  try {
    fs.fsync(fd);
  } finally {
    fs.close(fd);
  }
}

function damaged({ path }: Place): StateError {
  return new StateError(`The recorded content of ${path} is damaged: it cannot be brought back.`);
}

/**
 * Makes an empty folder in the staging for each one that is missing above new files, so that
 * putting it into place later needs no space. By path, outermost first.
 */
export function stageFolders(
  workshop: Workshop,
  steps: readonly Step[],
): ReadonlyMap<string, { readonly folder: Place; readonly spare: Place }> {
  const { staging } = workshop;
  const spares = new Map<string, { folder: Place; spare: Place }>();
  for (const { index, place, to } of steps) {
    if (to === undefined) continue;
    // Below a folder that is missing, or a link for now, nothing is a folder of the workspace.
    let isReal = true;
    for (const [depth, folder] of foldersAbove(place).entries()) {
      isReal &&= statsOf(workshop, folder)?.isDirectory() === true;
      if (isReal || spares.has(folder.path)) continue;
      const spare = staging.entry(stagedName.folder(index, depth), place);
      makeFolder(workshop, spare);
      spares.set(folder.path, { folder, spare });
    }
  }
  return spares;
}

function makeFolder(workshop: Workshop, spare: Place): void {
  const look = lookAt(workshop, spare, []);
  if (look.kind === 'folder') return;
  const path = systemPathOf(workshop.workspaceDir, spare);
  if (look.kind === 'leaf') workshop.fs.unlink(path);
  workshop.fs.mkdir(path, 0o777);
}
