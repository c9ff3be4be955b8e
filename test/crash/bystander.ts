import { cpSync, lstatSync, readdirSync, rmSync, writeFileSync, type Stats } from 'node:fs';
import path from 'node:path';
import type { Random } from './random';
import type { Sandbox } from './sandbox';
import { snapshotOf, type Snapshot } from './snapshot';

/** What a user wrote between a kill and the next command. */
export interface UserEdit {
  readonly path: string;
  /** As in a snapshot. */
  readonly version: string;
}

/** Edits a file, one that the restore is about where there is one, or makes one where it wants to. */
export function editSomething(
  sandbox: Sandbox,
  random: Random,
  { before, after }: { readonly before: Snapshot; readonly after: Snapshot },
): UserEdit | undefined {
  const now = snapshotOf(sandbox.project);
  const differ = [...new Set([...before.keys(), ...after.keys()])].filter(
    (each) => before.get(each) !== after.get(each),
  );
  const candidates = random.chance(0.8) ? differ : [...now.keys()];
  const usable = candidates.filter((each) => canBeWritten(sandbox, now, each));
  if (usable.length === 0) return undefined;
  const chosen = random.pick(usable);
  writeFileSync(path.join(sandbox.project, chosen), `my own words ${random.whole(0, 1e9)}\n`);
  return { path: chosen, version: snapshotOf(sandbox.project).get(chosen) ?? '' };
}

function canBeWritten({ project }: Sandbox, now: Snapshot, name: string): boolean {
  if (name.endsWith('/') || name.startsWith('.') || name === 'devs.yaml') return false;
  const full = path.join(project, name);
  if (!isInside(project, path.dirname(full))) return false;
  const stats = statsAt(full);
  return stats === undefined ? !now.has(`${name}/`) : stats.isFile();
}

/** Undefined where nothing stands, also because what should be a folder is none. */
function statsAt(full: string): Stats | undefined {
  try {
    return lstatSync(full);
  } catch {
    return undefined;
  }
}

/** Whether every folder from the project down is a real one. */
function isInside(project: string, folder: string): boolean {
  for (let each = folder; each !== project; each = path.dirname(each)) {
    if (statsAt(each)?.isDirectory() !== true) return false;
  }
  return true;
}

/** All that an edit may rightly keep from being restored: the path, what is above and below it. */
export function touchedBy(
  edit: UserEdit | undefined,
  ...snapshots: readonly Snapshot[]
): Set<string> {
  const touched = new Set<string>();
  if (edit === undefined) return touched;
  for (const name of snapshots.flatMap((each) => [...each.keys()])) {
    const bare = name.replace(/\/$/, '');
    if (
      bare === edit.path ||
      bare.startsWith(`${edit.path}/`) ||
      edit.path.startsWith(`${bare}/`)
    ) {
      touched.add(name);
    }
  }
  return touched;
}

/** The user brings what an edit touched back to how it is in a copy of the project. */
export function takeBackEdit(
  { project }: Sandbox,
  touched: ReadonlySet<string>,
  copy: string,
): void {
  const names = [...touched].filter((name) => !name.endsWith('/'));
  for (const name of names) {
    const full = path.join(project, name);
    if (statsAt(full) !== undefined) rmSync(full, { recursive: true });
    removeEmpty(project, copy, path.dirname(name));
  }
  for (const name of names) {
    const source = path.join(copy, name);
    if (statsAt(source) === undefined) continue;
    cpSync(source, path.join(project, name), { recursive: true, verbatimSymlinks: true });
  }
}

/** Removes a folder and those above it as long as they are empty and not in the copy. */
function removeEmpty(project: string, copy: string, folder: string): void {
  for (let each = folder; each !== '.'; each = path.dirname(each)) {
    const full = path.join(project, each);
    if (statsAt(full)?.isDirectory() !== true) continue;
    if (readdirSync(full).length > 0 || statsAt(path.join(copy, each))?.isDirectory() === true)
      return;
    rmSync(full, { recursive: true });
  }
}
