import assert from 'node:assert/strict';
import type { RewindChoice, RewindPreview } from '../../../../src/model/workspace/rewindRecord';
import type { RewindRequest } from '../../../../src/engine/rewind/planning';
import { carryOut, previewRewinding } from '../../../../src/engine/rewind/rewinding';
import { completeInterrupted } from '../../../../src/engine/rewind/finishing';
import type { Deed, Who } from './deeds';
import {
  assertAnnounced,
  assertComplete,
  assertDeletions,
  assertNothingLost,
  assertUntouched,
  type Carried,
} from './demands';
import { Doing } from './doing';
import type { Chapter, Fate, History, Rewinding, Wanted } from './histories';
import { Killed, killedAt } from './killing';
import { ignoredByRules } from './places';
import { FIRST_FREE } from './template';
import { readOutside, readTree, shownPath, type Tree } from './tree';
import { Truth, type Moment, type Seen } from './truth';
import { Workbench, type TaskId } from './workbench';

interface PlayedTurn {
  readonly number: number;
  readonly before: Moment;
  readonly after: Moment;
  readonly commits: number;
  readonly rewrote: boolean;
}

interface Undoable {
  readonly before: Moment;
  readonly after: Moment;
}

/** Plays a history on a real workspace and demands after each rewind and redo what a user would. */
export async function play(history: History): Promise<void> {
  const bench = await Workbench.open(history.place);
  try {
    const playing = new Playing(bench);
    for (const chapter of history.chapters) await playing.chapter(chapter);
    await playing.chapter(history.end);
  } finally {
    bench.close();
  }
}

class Playing {
  private mark = FIRST_FREE;
  private readonly truth: Truth;
  private readonly turns: Record<TaskId, PlayedTurn[]> = { A: [], B: [] };
  private readonly firstTurn: Record<TaskId, number> = { A: 1, B: 1 };
  private readonly undoable: Record<TaskId, Undoable[]> = { A: [], B: [] };
  private last: Who | 'devs' = 'U';
  private seen: Seen | undefined;

  constructor(private readonly bench: Workbench) {
    this.truth = new Truth(this.see());
  }

  async chapter(chapter: Chapter): Promise<void> {
    switch (chapter.kind) {
      case 'user':
        this.live('U', chapter.deeds);
        this.truth.note('U', this.see());
        this.last = 'U';
        return;
      case 'turn':
        await this.turn(chapter);
        return;
      case 'rewind':
        await this.rewind(chapter);
        return;
      case 'redo':
        await this.redo(chapter.task, chapter.wanted);
        return;
      default:
        chapter satisfies never;
    }
  }

  private live(who: Who, deeds: readonly Deed[]): Doing {
    const { bench, truth } = this;
    const doing = new Doing(
      {
        root: bench.root,
        outside: bench.outside,
        hasGit: bench.kind !== 'plain',
        git: (args, folder) => bench.git(args, folder),
        next: () => (this.mark += 1),
        isIgnored: (path) => truth.now.isIgnored(path) || this.seesIgnored(path),
      },
      who,
    );
    for (const deed of deeds) doing.do(deed);
    return doing;
  }

  private async turn({ task, deeds, ending }: Extract<Chapter, { kind: 'turn' }>): Promise<void> {
    this.truth.recorded(this.last);
    const before = this.truth.now;
    const status = this.bench.store.getTask(task)?.status;
    if (status === 'done' || status === 'done_partial') {
      this.firstTurn[task] = (this.turns[task].at(-1)?.number ?? 0) + 1;
    }
    let doing: Doing | undefined;
    // An agent that cannot work changes nothing.
    const act = (): void => void (doing = this.live(task, ending === 'blocked' ? [] : deeds));
    const { number } = await this.bench.turn(task, act, ending);
    const after = this.truth.note(task, this.see());
    const { commits = 0, rewrote = false } = doing ?? {};
    this.turns[task].push({ number, before, after, commits, rewrote });
    this.last = task;
    this.truth.recorded(task);
  }

  private async rewind({ task, to, wanted, fate }: Rewinding): Promise<void> {
    const turns = this.turns[task];
    const number = to % (turns.length + 1);
    const since = turns.filter((turn) => turn.number >= this.firstTurn[task]);
    const turn = number === 0 ? since[0] : turns[number - 1];
    const toTurn = number === 0 ? 0 : (turn?.number ?? 0);
    const wish: RewindRequest = { kind: 'rewind', taskId: task, toTurn };
    if (turn === undefined) {
      const refused = await carryOut(this.bench.tools(), wish);
      assert.ok(!refused.ok && refused.message.includes('has not had a turn yet'));
      return;
    }
    const target = number === 0 ? turn.before : turn.after;
    const carried = await this.carry(wish, wanted, { target, since: target, fate });
    if (carried === undefined) return;
    assertDeletions(carried);
    assertComplete(carried);
    this.assertCommits(carried.done, turns.slice(number === 0 ? turns.indexOf(turn) : number));
    if (carried.done.steps.length === 0) return;
    this.undoable[task].push({ before: carried.before, after: this.truth.now });
    if (fate.kind !== 'undone') return;
    await this.redo(task, { also: 0, except: 0 });
    assert.deepEqual(this.truth.now.tree.work, carried.before.tree.work, 'undone is as before');
  }

  private async redo(task: TaskId, wanted: Wanted): Promise<void> {
    const wish: RewindRequest = { kind: 'redo', taskId: task };
    const undone = this.undoable[task].at(-1);
    if (undone === undefined) {
      const refused = await carryOut(this.bench.tools(), wish);
      assert.ok(!refused.ok && refused.message.includes(' has no rewind to undo'), refused.message);
      return;
    }
    const { before: target, after: since } = undone;
    const carried = await this.carry(wish, wanted, { target, since, fate: { kind: 'stays' } });
    if (carried === undefined || carried.done.steps.length === 0) return;
    this.undoable[task].pop();
  }

  /** Undefined when a full disk kept it from happening. Only one that changes something goes on record. */
  private async carry(
    wish: RewindRequest,
    wanted: Wanted,
    { target, since, fate }: { target: Moment; since: Moment; fate: Fate },
  ): Promise<Carried | undefined> {
    const { bench, truth } = this;
    const before = truth.now;
    const outside = readOutside(bench.outside);
    const proposed = await previewRewinding(bench.tools(), wish);
    assert.ok(proposed.ok, proposed.message);
    const choice = choose(proposed.done, wanted);
    const isAsProposed = choice.also.length + choice.except.length === 0;
    const preview = isAsProposed ? proposed : await previewRewinding(bench.tools(), wish, choice);
    assert.ok(preview.ok, preview.message);
    assert.ok(isAlike(this.see().tree, before.tree), 'a preview changes nothing');
    const done = await this.carryOut(wish, choice, fate);
    const seen = this.see();
    assert.deepEqual(readOutside(bench.outside), outside, 'nothing outside changes');
    if (fate.kind === 'full' && isAlike(seen.tree, before.tree)) return undefined;
    assert.deepEqual(done ?? preview.done, preview.done, 'the preview told what was then done');
    const isOnRecord = preview.done.steps.length > 0;
    if (isOnRecord) truth.recorded(this.last);
    const task = wish.taskId as Who;
    // A redo is told from all later work, the task's own included.
    const own = wish.kind === 'redo' ? undefined : task;
    const all = { truth, target, since, before, after: seen.tree, choice, done: preview.done };
    const carried: Carried = { ...all, task: own };
    assertAnnounced(carried);
    assertNothingLost(carried);
    assertUntouched(carried);
    if (isOnRecord) {
      truth.noteDevs(task, target, seen);
      this.last = 'devs';
      truth.recorded('devs');
    }
    return { ...carried, task };
  }

  private async carryOut(
    wish: RewindRequest,
    choice: RewindChoice,
    fate: Fate,
  ): Promise<RewindPreview | undefined> {
    const { bench } = this;
    if (!('at' in fate)) {
      const outcome = await carryOut(bench.tools(), wish, choice);
      assert.ok(outcome.ok, outcome.message);
      assert.doesNotMatch(outcome.message, /was left as it is/);
      return outcome.done;
    }
    const error = (): Error =>
      fate.kind === 'killed'
        ? new Killed()
        : Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    const options = { workspaceDir: bench.root, at: fate.at, error };
    try {
      await carryOut(bench.tools(killedAt(bench.checkpoints, options)), wish, choice);
      assert.deepEqual(await completeInterrupted(bench.tools()), []);
    } catch (thrown) {
      if (!(thrown instanceof Killed) && !String(thrown).includes('half-way')) throw thrown;
      bench.checkpoints = bench.newCheckpoints();
      const told = await completeInterrupted(bench.tools());
      assert.match(told.join('\n'), /^The interrupted re(?:wind|do) of [AB] is now complete\.$/);
    }
    return undefined;
  }

  /** Counted right unless history was rewritten; what was committed before the target is no part. */
  private assertCommits({ repository }: RewindPreview, undone: readonly PlayedTurn[]): void {
    if (undone.some(({ rewrote }) => rewrote)) return;
    const commits = undone.reduce((sum, turn) => sum + turn.commits, 0);
    assert.equal(repository?.commits ?? 0, commits, 'commits of the undone turns');
  }

  private see(): Seen {
    const tree = readTree(this.bench.root);
    if (this.seen !== undefined && isAlike(tree, this.seen.tree)) {
      return { ...this.seen, lastMark: this.mark };
    }
    this.seen = { tree, isIgnored: this.ignored(tree), lastMark: this.mark };
    return this.seen;
  }

  private seesIgnored(path: string): boolean {
    const shown = shownPath(path);
    if (this.bench.kind !== 'plain') return this.bench.git(['check-ignore', '-q', '--', shown]);
    return ignoredByRules(rulesIn(readTree(this.bench.root)), path);
  }

  private ignored(tree: Tree): (path: string) => boolean {
    const isGitLike = (path: string): boolean => /(?:^|\/)\.git(?:\/|$)/i.test(path);
    if (this.bench.kind === 'plain') {
      const rules = rulesIn(tree);
      return (path) => isGitLike(path) || ignoredByRules(rules, path);
    }
    const listed = new Set<string>();
    for (const folder of tree.repositoryFolders) {
      const args = ['ls-files', '-z', '-o', '-i', '--exclude-standard'];
      const names = (this.bench.ask(args, folder) ?? '').split('\0').filter((name) => name !== '');
      for (const name of names) listed.add(folder === '' ? name : `${folder}/${name}`);
    }
    const folders = [...listed].filter((name) => name.endsWith('/'));
    return (path) =>
      isGitLike(path) || listed.has(path) || folders.some((folder) => path.startsWith(folder));
  }
}

function rulesIn({ work }: Tree): string | undefined {
  const standing = work.get('.gitignore');
  return standing?.slice(standing.indexOf(' ', 5) + 1);
}

function isAlike(one: Tree, other: Tree): boolean {
  const alike = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
    a.size === b.size && [...a].every(([path, standing]) => b.get(path) === standing);
  return alike(one.work, other.work) && alike(one.repositories, other.repositories);
}

function choose({ steps, kept }: RewindPreview, { also, except }: Wanted): RewindChoice {
  const pick = (paths: readonly string[], bits: number): readonly string[] =>
    paths.filter((_, index) => (bits & (1 << (index % 10))) !== 0);
  const selectable = kept.filter((each) => each.selectable).map(({ path }) => path);
  const all = [...steps, ...kept].map(({ path }) => path);
  return { also: also === 'all' ? 'all' : pick(selectable, also), except: pick(all, except) };
}
