/** Values of a file at its slots, whose changes merge on their own; a file that is in conflict has marks instead. */
export type Slots = readonly string[] | 'conflict';
/** Files by name; what is absent does not exist. */
export type Files = ReadonlyMap<string, Slots>;

/** What happens next: a call of the agent, a verification (answered with whether it is green), a pause, the end. */
export type Moment = 'agent' | 'verify' | 'paused' | 'done';

/** How often merged files are verified in one landing. */
const MAX_VERIFICATIONS = 3;

/** What must be in the workspace and in the worktree of one task, moment by moment. */
export class LandingModel {
  worktree = new Map<string, Slots>();
  private base: Files;

  constructor(readonly workspace: Map<string, Slots>) {
    this.base = new Map(workspace);
    this.worktree = new Map(workspace);
  }

  *play(): Generator<Moment, void, boolean> {
    for (;;) {
      yield 'agent';
      if (!(yield 'verify')) continue;
      const end = yield* this.land();
      if (end === 'red') continue;
      if (end === 'landed') break;
      yield 'paused';
      const { files, hasConflict } = this.merged();
      if (!hasConflict) continue;
      this.bringTo(files);
    }
    yield 'done';
  }

  private *land(): Generator<Moment, 'landed' | 'red' | 'conflict', boolean> {
    for (let verifications = 0; ;) {
      if (isSame(this.worktree, this.base)) return 'landed';
      const { files, hasConflict } = this.merged();
      if (hasConflict) return 'conflict';
      if (!isSame(this.workspace, this.base)) {
        this.bringTo(files);
        if (verifications < MAX_VERIFICATIONS) {
          verifications += 1;
          if (!(yield 'verify')) return 'red';
          continue;
        }
      }
      replace(this.workspace, files);
      return 'landed';
    }
  }

  private bringTo(files: Files): void {
    this.base = new Map(this.workspace);
    this.worktree = new Map(files);
  }

  private merged(): { readonly files: Files; readonly hasConflict: boolean } {
    const files = new Map<string, Slots>();
    let hasConflict = false;
    const names = [this.base, this.workspace, this.worktree].flatMap((each) => [...each.keys()]);
    for (const name of new Set(names)) {
      const merged = mergeFile(
        this.base.get(name),
        this.workspace.get(name),
        this.worktree.get(name),
      );
      hasConflict ||= merged.hasConflict;
      if (merged.slots !== undefined) files.set(name, merged.slots);
    }
    return { files, hasConflict };
  }
}

interface MergedFile {
  readonly slots: Slots | undefined;
  readonly hasConflict: boolean;
}

function mergeFile(
  base: Slots | undefined,
  ours: Slots | undefined,
  theirs: Slots | undefined,
): MergedFile {
  if (isEqual(ours, base)) return { slots: theirs, hasConflict: false };
  if (isEqual(theirs, base) || isEqual(ours, theirs)) return { slots: ours, hasConflict: false };
  // One side has changed the file, the other has deleted it.
  if (ours === undefined || theirs === undefined)
    return { slots: ours ?? theirs, hasConflict: true };
  if (base === undefined || base === 'conflict' || [ours, theirs].includes('conflict'))
    return { slots: 'conflict', hasConflict: true };
  const slots = base.map((value, at) => mergeValue(value, ours[at], theirs[at]));
  return slots.includes(undefined)
    ? { slots: 'conflict', hasConflict: true }
    : { slots: slots as readonly string[], hasConflict: false };
}

function mergeValue(
  base: string,
  ours: string | undefined,
  theirs: string | undefined,
): string | undefined {
  if (ours === base) return theirs;
  return theirs === base || ours === theirs ? ours : undefined;
}

function isEqual(one: Slots | undefined, other: Slots | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isSame(one: Files, other: Files): boolean {
  return (
    one.size === other.size && [...one].every(([name, slots]) => isEqual(slots, other.get(name)))
  );
}

function replace(target: Map<string, Slots>, files: Files): void {
  target.clear();
  for (const [name, slots] of files) target.set(name, slots);
}
