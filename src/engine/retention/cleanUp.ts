import { stateSize, type StateFile, type StateUsage } from '../../ports/stateFiles';
import { DAY_MS, toPastTime } from '../../rules/retention/toPastTime';
import type { CleanTools } from './cleanTools';
import { describeRemovals } from './describeRemovals';
import { readHistory } from './readHistory';
import { removeAll, wouldFree, type Freed } from './removeAll';
import { formatBytes, MEGABYTE } from '../../text/bytes';
import type { KeptHistory } from '../../rules/retention/keptHistory';
import { findNeededCheckpoints } from '../../rules/retention/findNeededCheckpoints';
import { planRetention } from '../../rules/retention/planRetention';
import { sumTranscriptBytes, applyRemovals, type Removal } from '../../rules/retention/removal';

/** Days that a damaged database which was set aside stays. */
const SET_ASIDE_DAYS = 30;

export interface CleanOptions {
  /** Only report; change nothing. */
  readonly dryRun: boolean;
  /** A human requested it: also removes damaged databases, and old turns of an incomplete history. */
  readonly byHuman: boolean;
}

export interface Cleaned {
  /** Items removed, or to be removed in a dry run: one line each, for users. */
  readonly removed: readonly string[];
  readonly freedBytes: number;
  /** Disk use after the cleanup. */
  readonly use: StateUsage;
  /** Summary in one or more sentences. */
  readonly message: string;
}

/**
 * Removes history that retention does not keep. For the lease holder, between turns: no row refers to a
 * checkpoint that was just recorded. If a part of the history cannot be read, keeps all checkpoints,
 * since that part may need them, and removes nothing unless a human requested it; the message says so.
 * Throws `StateError` for errors of the disk; a retry continues from there.
 */
export async function cleanUp(given: CleanTools, options: CleanOptions): Promise<Cleaned> {
  const { store, files } = given;
  const history = await readHistory(store, files);
  // Reading the turns finds those that cannot be read.
  const unread = store.listNotices();
  const isWhole = unread.length === 0;
  if (!options.byHuman && !isWhole) return await postponed(given);
  const tools = isWhole ? given : { ...given, checkpoints: ALL_STAY };
  const setAside = await files.listSetAside();
  const removals = isWhole
    ? await chooseRemovals(tools, history)
    : chooseWithoutCheckpoints(tools, history);
  const damaged = options.byHuman
    ? setAside.filter((file) => isOlder(tools, file, SET_ASIDE_DAYS))
    : [];
  const logs = await oldLogs(tools);
  const planned = { removals, others: [...damaged, ...logs] };
  const freed = options.dryRun
    ? await wouldFree(tools, history, planned)
    : await removeAll(tools, planned);
  const removed = [
    ...describeRemovals(removals, tools.limits),
    ...damaged.map((file) => `Damaged, set aside long ago: ${describeFile(file)}`),
    ...logs.map((file) => `Events from long ago: ${describeFile(file)}`),
    ...(freed.checkpoints === 0
      ? []
      : [`Unused checkpoint data: ${formatBytes(freed.checkpoints)}`]),
  ];
  const use = await files.usage();
  const freedBytes = freed.files + freed.checkpoints;
  const left = stateSize(use) - (options.dryRun ? freedBytes : 0);
  const kept = setAside.filter((file) => !damaged.includes(file));
  const message = [
    sumUp(removed.length === 0, freedBytes, options),
    ...(isWhole
      ? []
      : [`Every checkpoint is kept, because unreadable data may need it: ${unread.join(' ')}`]),
    ...tooLarge(left, tools),
    ...kept.map(
      (file) =>
        `${describeFile(file)} is a damaged database that was set aside; \`devs clean\` removes it after ${SET_ASIDE_DAYS} days.`,
    ),
    ...freed.problems,
  ].join(' ');
  return { removed, freedBytes, use, message };
}

/** Checkpoints of which nothing is removed. */
const ALL_STAY: CleanTools['checkpoints'] = { prune: () => Promise.resolve(0) };

async function postponed({ store, files }: CleanTools): Promise<Cleaned> {
  const why = store.listNotices().join(' ');
  const message = `Nothing was cleaned up: ${why} \`devs clean\` still removes old turns and transcripts.`;
  return { removed: [], freedBytes: 0, use: await files.usage(), message };
}

async function oldLogs(tools: CleanTools): Promise<readonly StateFile[]> {
  const { keepDays } = tools.limits;
  if (keepDays === 0) return [];
  return (await tools.files.listOldEvents()).filter((file) => isOlder(tools, file, keepDays));
}

function isOlder({ clock }: CleanTools, { at }: StateFile, days: number): boolean {
  const now = clock.now().getTime();
  return now - toPastTime(at, now) > days * DAY_MS;
}

function sumUp(nothing: boolean, freedBytes: Freed['files'], { dryRun }: CleanOptions): string {
  if (nothing) return 'There is nothing to clean up.';
  return dryRun
    ? `This would free ${formatBytes(freedBytes)}.`
    : `Freed ${formatBytes(freedBytes)}.`;
}

function tooLarge(left: number, { limits }: CleanTools): readonly string[] {
  const most = limits.maxStateMb * MEGABYTE;
  if (most === 0 || left <= most) return [];
  const [has, may] = [formatBytes(left), formatBytes(most)];
  return [`The remaining ${has} are needed, although limits.maxStateMb allows only ${may}.`];
}

function describeFile({ name, bytes }: StateFile): string {
  return `${name} (${formatBytes(bytes)})`;
}

/** Removals by age, and further ones until the state is small enough, in the order of retention. */
async function chooseRemovals(
  tools: CleanTools,
  history: KeptHistory,
): Promise<readonly Removal[]> {
  const { checkpoints, files, limits } = tools;
  const now = tools.clock.now().getTime();
  const { byAge, toShrink } = planRetention(history, limits, now);
  if (limits.maxStateMb === 0 || toShrink.length === 0) return byAge;
  const size = stateSize(await files.usage());
  const most = limits.maxStateMb * MEGABYTE;
  if (size <= most) return byAge;
  const withMore = (count: number): readonly Removal[] => [...byAge, ...toShrink.slice(0, count)];
  const count = await smallestThatFits(toShrink.length, async (each) => {
    const removals = withMore(each);
    const needed = findNeededCheckpoints(applyRemovals(history, removals));
    const freed = await checkpoints.prune(needed, { dryRun: true });
    return size - freed - sumTranscriptBytes(removals) <= most;
  });
  const chosen = withMore(count);
  // A row that only a rewind kept goes with that rewind, not the next time.
  return [...chosen, ...planRetention(applyRemovals(history, chosen), limits, now).byAge];
}

/**
 * What goes while a part of the history cannot be read: known turns, their transcripts, attempts and
 * directives, by age alone. Whatever frees checkpoints only would free nothing, and a transcript may be of a lost turn.
 */
function chooseWithoutCheckpoints(
  { clock, limits }: Pick<CleanTools, 'clock' | 'limits'>,
  history: KeptHistory,
): readonly Removal[] {
  const { byAge } = planRetention(history, limits, clock.now().getTime());
  return byAge.filter(
    ({ kind, why }) => why !== 'unknownTurn' && kind !== 'checkpoints' && kind !== 'rewind',
  );
}

/**
 * The smallest whole number from 0 to `most` that fits, found by halving; `most` when none does.
 * `fits` must hold for every number above one for which it holds.
 */
async function smallestThatFits(
  most: number,
  fits: (count: number) => Promise<boolean>,
): Promise<number> {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await fits(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
