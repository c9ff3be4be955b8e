import type { Who } from './deeds';
import { shownPath, type Tree } from './tree';

/** Who wrote what stands at a path (its absence included), and when: larger is later. */
interface Write {
  readonly who: Who | 'nobody';
  readonly id: number;
}

const NEVER: Write = { who: 'nobody', id: 0 };

/** The workspace between two chapters, and whose everything in it is. */
export interface Moment {
  readonly index: number;
  /** Whose chapter, or whose rewind, came just before. */
  readonly by: Who;
  readonly tree: Tree;
  readonly writes: ReadonlyMap<string, Write>;
  /** Newest write so far. */
  readonly lastWrite: number;
  /** Newest mark (`<<U7>>`) so far. */
  readonly lastMark: number;
  readonly isIgnored: (path: string) => boolean;
}

interface Entry extends Write {
  readonly path: string;
  /** Undefined: it was taken away. */
  readonly version: string | undefined;
}

/** From one moment to another. */
interface Span {
  readonly since: Moment;
  readonly until: Moment;
}

export interface Seen {
  readonly tree: Tree;
  readonly isIgnored: (path: string) => boolean;
  readonly lastMark: number;
}

/** Remembers who wrote which bytes when. It only compares what stood before and after each chapter. */
export class Truth {
  readonly moments: Moment[] = [];
  private log: Entry[] = [];
  /** Mark → in whose chapter it was first seen at a moment that was recorded. */
  private readonly firstSeen = new Map<string, Who | 'devs'>();
  private readonly rewinds: { readonly task: Who; readonly at: number }[] = [];
  private writes = new Map<string, Write>();
  private lastWrite = 0;
  /** The newest moment of which there is a checkpoint. */
  private lastRecorded: Moment | undefined;

  constructor(seen: Seen) {
    this.add('U', seen);
  }

  get now(): Moment {
    const moment = this.moments.at(-1);
    if (moment === undefined) throw new Error('there is no moment yet');
    return moment;
  }

  /**
   * Somebody's chapter is over; all that is different was done by them. What stands again as at the newest checkpoint
   * is whose it was then, and nobody wrote it since: nobody saw that it had been otherwise.
   */
  note(who: Who, seen: Seen): Moment {
    for (const path of changedPaths(this.now.tree, seen.tree)) {
      this.lastWrite += 1;
      const version = seen.tree.work.get(path);
      const write = { who, id: this.lastWrite };
      const recorded = this.recordedWrite(path, version);
      this.writes.set(path, recorded ?? write);
      if (recorded === undefined) this.log.push({ ...write, path, version });
      else this.forget(path);
    }
    return this.add(who, seen);
  }

  /** Forgets what was written to a path since the newest checkpoint. */
  private forget(path: string): void {
    const seen = this.lastRecorded?.lastWrite ?? 0;
    this.log = this.log.filter((each) => each.path !== path || each.id <= seen);
  }

  /** Whose the newest checkpoint shows a version to be; undefined where it shows another one, or nothing. */
  private recordedWrite(path: string, version: string | undefined): Write | undefined {
    const at = this.lastRecorded;
    if (at === undefined || at.isIgnored(path) || at.tree.work.get(path) !== version)
      return undefined;
    return this.writeAt(at, path);
  }

  /** A rewind or a redo brought things to how they were at another moment; it wrote nothing itself. */
  noteDevs(task: Who, source: Moment, seen: Seen): Moment {
    this.rewinds.push({ task, at: this.moments.length });
    for (const path of changedPaths(this.now.tree, seen.tree)) {
      this.writes.set(path, source.writes.get(path) ?? NEVER);
    }
    return this.add(task, seen);
  }

  /** What is visible now goes into a checkpoint; `by` did what came just before. */
  recorded(by: Who | 'devs'): void {
    const { tree, isIgnored } = this.now;
    this.lastRecorded = this.now;
    for (const [path, standing] of tree.work) {
      if (isIgnored(path)) continue;
      for (const mark of marksIn(standing)) {
        if (!this.firstSeen.has(mark)) this.firstSeen.set(mark, by);
      }
    }
  }

  writeAt(moment: Moment, path: string): Write {
    return moment.writes.get(path) ?? NEVER;
  }

  /** What was written since a moment. */
  since(moment: Moment): readonly Entry[] {
    return this.log.filter(({ id }) => id > moment.lastWrite);
  }

  /** Whose rewinds and redos there were since a moment. */
  rewoundSince(moment: Moment): readonly Who[] {
    return this.rewinds.filter(({ at }) => at > moment.index).map(({ task }) => task);
  }

  /** Whether a mark was brought into the workspace by somebody else than a task, and recorded so. */
  isForeign(mark: string, task: Who | undefined, since: Moment): boolean {
    const [, who = '', number = ''] = /^<<([UAB])(\d+)>>$/.exec(mark) ?? [];
    if (who === task || Number(number) <= since.lastMark) return false;
    const by = this.firstSeen.get(mark);
    return by !== undefined && by !== task && by !== 'devs';
  }

  /**
   * Whether what stands at a path at the end of a span had come there in it through the task, in a turn or a rewind of
   * it: whoever brings it back later brings nothing of his own. To delete it is always one's own.
   */
  broughtBy(task: Who | undefined, path: string, { since, until }: Span): boolean {
    const standing = until.tree.work.get(path);
    if (standing === undefined) return false;
    return this.moments.slice(since.index + 1, until.index + 1).some(({ by, tree, index }) => {
      const before = this.moments[index - 1]?.tree.work.get(path);
      return by === task && tree.work.get(path) === standing && before !== standing;
    });
  }

  /** The newest moment of a span at which a rewind or a redo had just taken a path away, or else its beginning. */
  lastTakenAway(path: string, { since, until }: Span): Moment {
    const taken = this.rewinds.findLast(
      ({ at }) =>
        at > since.index &&
        at <= until.index &&
        this.moments[at]?.tree.work.has(path) === false &&
        this.moments[at - 1]?.tree.work.has(path) === true,
    );
    return (taken && this.moments[taken.at]) ?? since;
  }

  /** Whether the checkpoint of a moment knows a path. After a turn it knows also what that turn made ignored. */
  isKnownAt(moment: Moment, path: string): boolean {
    if (!moment.isIgnored(path)) return true;
    const before = moment.by === 'U' ? undefined : this.moments[moment.index - 1];
    return before?.tree.work.has(path) === true && !before.isIgnored(path);
  }

  /** Whether a path was ignored at any moment since. */
  wasIgnored(path: string, since: Moment): boolean {
    return this.moments.slice(since.index).some(({ isIgnored }) => isIgnored(path));
  }

  private add(by: Who, { tree, isIgnored, lastMark }: Seen): Moment {
    const moment: Moment = {
      index: this.moments.length,
      by,
      tree,
      writes: new Map(this.writes),
      lastWrite: this.lastWrite,
      lastMark,
      isIgnored,
    };
    this.moments.push(moment);
    return moment;
  }
}

/** Paths that do not stand alike. */
export function changedPaths({ work: one }: Tree, { work: other }: Tree): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (path) => one.get(path) !== other.get(path),
  );
}

export function marksIn(standing: string): readonly string[] {
  return standing.match(/<<[UAB]\d+>>/g) ?? [];
}

/** Paths that Devs writes alike although they differ: one of them it does not see. */
export function lookAlikes(...trees: readonly Tree[]): ReadonlySet<string> {
  const [seen, twice] = [new Map<string, string>(), new Set<string>()];
  for (const path of trees.flatMap(({ work }) => [...work.keys()])) {
    const shown = shownPath(path);
    if ((seen.get(shown) ?? path) !== path) twice.add(shown);
    seen.set(shown, path);
  }
  return twice;
}
