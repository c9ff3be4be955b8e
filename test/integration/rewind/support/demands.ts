import assert from 'node:assert/strict';
import type { RewindChoice, RewindPreview } from '../../../../src/model/workspace/rewindRecord';
import { MAX_FILE_BYTES, type Who } from './deeds';
import { shownPath, sizeOf, type Tree } from './tree';
import { changedPaths, lookAlikes, marksIn, type Moment, type Truth } from './truth';

/** One rewind or redo that was carried out, and what was known before it. */
export interface Carried {
  readonly truth: Truth;
  /** Whose task it was. */
  readonly task: Who | undefined;
  /** What the paths were to be brought to. */
  readonly target: Moment;
  /** What is written later than this is somebody's fresh work: the target; for a redo the rewind. */
  readonly since: Moment;
  readonly before: Moment;
  readonly after: Tree;
  readonly choice: RewindChoice;
  readonly done: RewindPreview;
}

/** A few bytes of what stands somewhere, for messages. */
function brief(standing: string | undefined): string {
  return standing === undefined ? 'nothing' : JSON.stringify(standing.slice(0, 60));
}

/** What was announced is what happened, and nothing else. */
export function assertAnnounced({ done, target, before, after }: Carried): void {
  const steps = new Map(done.steps.map((step) => [step.path, step]));
  const twice = lookAlikes(before.tree, after, target.tree);
  for (const path of changedPaths(before.tree, after)) {
    assert.ok(steps.has(shownPath(path)), `${shownPath(path)} changed without being announced`);
  }
  const kept = new Set(done.kept.map(({ path }) => path));
  for (const path of new Set([...before.tree.work.keys(), ...target.tree.work.keys()])) {
    const shown = shownPath(path);
    const step = steps.get(shown);
    if (step === undefined || twice.has(shown)) continue;
    assert.ok(!kept.has(shown), `${shown} is kept and changed`);
    const [is, to] = [after.work.get(path), target.tree.work.get(path)];
    assert.equal(is, to, `${shown} is not as at the target`);
    const was = before.tree.work.has(path);
    const action = to === undefined ? 'delete' : was ? 'restore' : 'recreate';
    assert.equal(step.action, action, shown);
  }
}

/** No byte of anybody else is lost, nothing of theirs changes, unless it was chosen. */
export function assertNothingLost(carried: Carried): void {
  const { truth, task, since, before, after, choice } = carried;
  const chosen = (path: string): boolean =>
    choice.also === 'all' || choice.also.includes(shownPath(path));
  const foreign = truth.since(since).filter(({ who }) => who !== task);
  for (const path of new Set(foreign.map((entry) => entry.path))) {
    const standing = before.tree.work.get(path);
    const write = truth.writeAt(before, path);
    if (chosen(path) || write.who === task || write.id <= since.lastWrite) continue;
    if (truth.broughtBy(task, path, { since, until: before })) continue;
    const why = `${shownPath(path)}, last written by ${write.who}: ${brief(standing)}`;
    assert.equal(after.work.get(path), standing, why);
  }
  const left = new Set([...after.work.values()].flatMap(marksIn));
  for (const [path, standing] of before.tree.work) {
    if (chosen(path)) continue;
    for (const mark of marksIn(standing)) {
      if (left.has(mark) || !truth.isForeign(mark, task, since)) continue;
      assert.fail(`${mark}, which stood at ${shownPath(path)}, is lost`);
    }
  }
}

/** Ignored files, repositories and what lies outside stay as they are, whatever is chosen. */
export function assertUntouched({ truth, target, before, after, done }: Carried): void {
  const isRewind = done.kind === 'rewind';
  for (const path of changedPaths(before.tree, after)) {
    const name = shownPath(path);
    // A redo goes back to what was looked at by its name, ignored or not.
    // What was not there yet can be the agent's all the same.
    const wasUnknown = target.tree.work.has(path) && !truth.isKnownAt(target, path);
    assert.ok(!isRewind || !wasUnknown, `${name} was ignored then and changed`);
    const everSeen = truth.moments
      .slice(isRewind ? target.index : 0)
      .some(({ tree, isIgnored }) => tree.work.has(path) && !isIgnored(path));
    assert.ok(everSeen, `${name} was always ignored and changed`);
  }
  assert.deepEqual([...after.repositories], [...before.tree.repositories]);
}

/**
 * A rewind deletes only what the task created and nobody else wrote, unless that was chosen. What a rewind or a redo
 * took away in between is no part of what stands there now; what one of the task itself brought back is the task's.
 */
export function assertDeletions(carried: Carried): void {
  const { truth, task, target, before, after, choice } = carried;
  const span = { since: target, until: before };
  for (const path of before.tree.work.keys()) {
    if (after.work.has(path)) continue;
    const name = shownPath(path);
    if (choice.also === 'all' || choice.also.includes(name)) continue;
    // Going forward again, to where the task itself had taken it away.
    if (truth.writeAt(target, path).who === task) continue;
    const later = truth.since(truth.lastTakenAway(path, span));
    const writers = later.filter((each) => each.path === path && each.version !== undefined);
    if (writers.length === 0) {
      const isOwn = truth.writeAt(before, path).who === task;
      assert.ok(
        isOwn && truth.broughtBy(task, path, span),
        `${name} was deleted, and nobody created it since`,
      );
      continue;
    }
    // Somebody may have taken his own changes back, so that the task's work stands there as it was.
    const standing = before.tree.work.get(path);
    const made = writers.findIndex(({ version }) => version === standing);
    const hands = new Set(
      writers.slice(0, made === -1 ? undefined : made + 1).map(({ who }) => who),
    );
    assert.deepEqual([...hands], [task], `writers of ${name}`);
  }
}

/** Where nobody else did anything, everything that can go back stands as at the target. */
export function assertComplete(carried: Carried): void {
  const { truth, task, target, before, after, choice, done } = carried;
  if (choice.except.length > 0 || truth.since(target).some(({ who }) => who !== task)) return;
  if (truth.rewoundSince(target).some((who) => who !== task)) return;
  const kept = new Map(done.kept.map((each) => [each.path, each.why]));
  const twice = lookAlikes(before.tree, target.tree);
  for (const path of changedPaths(target.tree, after)) {
    const name = shownPath(path);
    if (twice.has(name) || truth.wasIgnored(path, target)) continue;
    if ([target, before].some(({ tree }) => sizeOf(tree.work.get(path)) > MAX_FILE_BYTES)) continue;
    const why = kept.get(name);
    if (why?.kind === 'inTheWay' && staysAt(after, why.by)) continue;
    if (why?.kind === 'ignored' && isBesideIgnored(target, path)) continue;
    const stands = `${brief(after.work.get(path))}, not ${brief(target.tree.work.get(path))}`;
    assert.fail(`${name} stands as ${stands} (${JSON.stringify(why)})`);
  }
}

/** Whether a folder that it lies in held something ignored then: nothing in such a one is known. */
function isBesideIgnored({ tree, isIgnored }: Moment, path: string): boolean {
  const folder = path.slice(0, path.indexOf('/') + 1);
  return (
    folder !== '' &&
    [...tree.work.keys()].some((each) => each.startsWith(folder) && isIgnored(each))
  );
}

function staysAt({ work, repositories }: Tree, shown: string): boolean {
  const below = shown.endsWith('/') ? shown : `${shown}/`;
  return [...work.keys(), ...repositories.keys()]
    .map(shownPath)
    .some((path) => path === shown || path.startsWith(below));
}
