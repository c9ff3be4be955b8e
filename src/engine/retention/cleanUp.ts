import { stateSize, type StateFile, type StateUsage } from '../../ports/stateFiles';
import { DAY_MS, toPastTime } from '../../rules/retention/toPastTime';
import type { CleanTools, PreviewTools } from './cleanTools';
import { describeRemovals } from './describeRemovals';
import { readHistory } from './readHistory';
import { removeAll, wouldFree, type Freed, type PlannedRemovals } from './removeAll';
import { formatBytes, MEGABYTE } from '../../text/bytes';
import type { KeptHistory } from '../../rules/retention/keptHistory';
import { findNeededCheckpoints } from '../../rules/retention/findNeededCheckpoints';
import { planRetention } from '../../rules/retention/planRetention';
import { sumTranscriptBytes, applyRemovals, type Removal } from '../../rules/retention/removal';

/** Days that a damaged database which was set aside stays. */
const SET_ASIDE_DAYS = 30;

export interface CleanOptions {
  /** A human requested it: also removes damaged databases, what setups made, and old turns of an incomplete history. */
  readonly byHuman: boolean;
}

export interface Cleaned {
  /** Items removed, or to be removed in a preview: one line each, for users. */
  readonly removed: readonly string[];
  readonly freedBytes: number;
  /** Disk use now: after the cleanup, or before it in a preview. */
  readonly use: StateUsage;
  /** Sentences, if the state is still larger than allowed. */
  readonly tooLarge: readonly string[];
  /** Summary in one or more sentences, these included. */
  readonly message: string;
}

/**
 * Removes history that retention does not keep. For the lease holder, between turns: no row refers to a
 * checkpoint that was just recorded. If a part of the history cannot be read, keeps all checkpoints,
 * since that part may need them, and removes nothing unless a human requested it; the message says so.
 * Throws `StateError` for errors of the disk; a retry continues from there.
 */
export async function cleanUp(tools: CleanTools, { byHuman }: CleanOptions): Promise<Cleaned> {
  const plan = await planCleanUp(tools);
  if (!byHuman && !plan.isWhole) return await postponed(tools);
  const planned = byHuman ? plan : { ...plan, damaged: [], setups: 0 };
  const freed = await removeAll({ ...tools, checkpoints: plan.checkpoints }, planned);
  return await describeCleaned(tools, planned, { freed, isPreview: false });
}

/** What `cleanUp` would remove if a human requested it; changes nothing, and needs no lease. */
export async function previewCleanUp(tools: PreviewTools): Promise<Cleaned> {
  const plan = await planCleanUp(tools);
  const freed = await wouldFree(plan);
  return await describeCleaned(tools, plan, { freed, isPreview: true });
}

interface CleanPlan extends PlannedRemovals, Chosen {
  readonly history: KeptHistory;
  readonly checkpoints: PreviewTools['checkpoints'];
  /** Why a part of the history cannot be read. */
  readonly unread: readonly string[];
  readonly isWhole: boolean;
  readonly setAside: readonly StateFile[];
}

async function planCleanUp(tools: PreviewTools): Promise<CleanPlan> {
  const { store, files } = tools;
  const history = await readHistory(store, files);
  // Reading the turns finds those that cannot be read.
  const unread = store.listNotices();
  const isWhole = unread.length === 0;
  const setAside = await files.listSetAside();
  return {
    ...{ history, unread, isWhole, setAside },
    checkpoints: isWhole ? tools.checkpoints : ALL_STAY,
    ...(isWhole
      ? await chooseRemovals(tools, history)
      : { removals: chooseWithoutCheckpoints(tools, history) }),
    damaged: setAside.filter((file) => isOlder(tools, file, SET_ASIDE_DAYS)),
    logs: await oldLogs(tools),
    setups: (await files.usage()).setups,
  };
}

async function describeCleaned(
  tools: PreviewTools,
  { removals, withheldBytes, damaged, logs, setups, setAside, isWhole, unread }: CleanPlan,
  { freed, isPreview }: { readonly freed: Freed; readonly isPreview: boolean },
): Promise<Cleaned> {
  const removed = [
    ...describeRemovals(removals, tools.limits),
    ...damaged.map((file) => `Damaged database, set aside long ago: ${describeFile(file)}`),
    ...logs.map((file) => `Old event log: ${describeFile(file)}`),
    ...(setups === 0
      ? []
      : [`Files made by \`setup\` of devs.yaml, kept for new worktrees: ${formatBytes(setups)}`]),
    ...(freed.checkpoints === 0
      ? []
      : [`Unused checkpoint data: ${formatBytes(freed.checkpoints)}`]),
  ];
  const use = await tools.files.usage();
  const freedBytes = freed.files + freed.checkpoints;
  const left = stateSize(use) - (isPreview ? freedBytes - setups : 0);
  const tooLarge = describeTooLarge(left, tools, withheldBytes);
  const kept = setAside.filter((file) => !damaged.includes(file));
  const message = [
    sumUp(removed.length === 0, freedBytes, isPreview),
    ...(isWhole
      ? []
      : [
          `Devs keeps all checkpoints, because data that it cannot read may need them: ${unread.join(' ')}`,
        ]),
    ...tooLarge,
    ...kept.map(
      (file) =>
        `${describeFile(file)} is a damaged database that was set aside; \`devs clean\` removes it after ${SET_ASIDE_DAYS} days.`,
    ),
    ...freed.problems,
  ].join(' ');
  return { removed, freedBytes, use, message, tooLarge };
}

/** Checkpoints of which nothing is removed. */
const ALL_STAY: PreviewTools['checkpoints'] = { prune: () => Promise.resolve(0) };

async function postponed({ store, files }: PreviewTools): Promise<Cleaned> {
  const why = store.listNotices().join(' ');
  const message = `Nothing was cleaned up: ${why} To remove old turns and transcripts nevertheless, use \`devs clean\`.`;
  return { removed: [], freedBytes: 0, use: await files.usage(), message, tooLarge: [] };
}

async function oldLogs(tools: PreviewTools): Promise<readonly StateFile[]> {
  const { keepDays } = tools.limits;
  if (keepDays === 0) return [];
  return (await tools.files.listOldEvents()).filter((file) => isOlder(tools, file, keepDays));
}

function isOlder({ clock }: PreviewTools, { at }: StateFile, days: number): boolean {
  const now = clock.now().getTime();
  return now - toPastTime(at, now) > days * DAY_MS;
}

function sumUp(nothing: boolean, freedBytes: number, isPreview: boolean): string {
  if (nothing) return 'There is nothing to clean up.';
  return isPreview
    ? `This would free ${formatBytes(freedBytes)}.`
    : `Freed ${formatBytes(freedBytes)}.`;
}

function describeTooLarge(
  left: number,
  { limits }: PreviewTools,
  withheldBytes: number | undefined,
): readonly string[] {
  const most = limits.maxStateMb * MEGABYTE;
  if (most === 0 || left <= most) return [];
  const [has, may] = [formatBytes(left), formatBytes(most)];
  return [
    `Devs still stores ${has}, because unfinished tasks need this data; the limit is ${may} (limits.maxStateMb in devs.yaml).`,
    ...(withheldBytes === undefined
      ? []
      : [
          `Devs deleted nothing to get below this limit, because that would free only ${formatBytes(withheldBytes)}. ` +
            `Raise the limit, or finish tasks.`,
        ]),
  ];
}

function describeFile({ name, bytes }: StateFile): string {
  return `${name} (${formatBytes(bytes)})`;
}

interface Chosen {
  readonly removals: readonly Removal[];
  /** Bytes that everything else would free; set if it stays because that would not help. */
  readonly withheldBytes?: number;
}

/** A tenth of the folder. */
const LEAST_HELP = 0.1;
const NEARLY_ALL = 0.99;

/**
 * Removals by age, and further ones until the state is small enough, in the order of retention. Where it cannot become
 * small enough, only those that help: none for less than a tenth of the folder, and none after nearly everything that can
 * be freed is free.
 */
async function chooseRemovals(tools: PreviewTools, history: KeptHistory): Promise<Chosen> {
  const { checkpoints, files, limits } = tools;
  const now = tools.clock.now().getTime();
  const { byAge, toShrink } = planRetention(history, limits, now);
  if (limits.maxStateMb === 0 || toShrink.length === 0) return { removals: byAge };
  const size = stateSize(await files.usage());
  const most = limits.maxStateMb * MEGABYTE;
  if (size <= most) return { removals: byAge };
  const withMore = (count: number): readonly Removal[] => [...byAge, ...toShrink.slice(0, count)];
  const freedBy = async (count: number): Promise<number> => {
    const removals = withMore(count);
    const needed = findNeededCheckpoints(applyRemovals(history, removals));
    const freed = await checkpoints.prune(needed.whole, { dryRun: true, lists: needed.lists });
    return freed + sumTranscriptBytes(removals);
  };
  const [byAgeOnly, byAll] = [await freedBy(0), await freedBy(toShrink.length)];
  const canFit = size - byAll <= most;
  if (!canFit && byAll - byAgeOnly < size * LEAST_HELP && size - byAgeOnly > most)
    return { removals: byAge, withheldBytes: byAll - byAgeOnly };
  const enough = canFit ? size - most : byAgeOnly + (byAll - byAgeOnly) * NEARLY_ALL;
  const count = await smallestThatFits(
    toShrink.length,
    async (each) => (await freedBy(each)) >= enough,
  );
  const chosen = withMore(count);
  // A row that only a rewind kept goes with that rewind, not the next time.
  return {
    removals: [...chosen, ...planRetention(applyRemovals(history, chosen), limits, now).byAge],
  };
}

/**
 * What goes while a part of the history cannot be read: known turns, their transcripts, attempts and
 * directives, by age alone. Whatever frees checkpoints only would free nothing, and a transcript may be of a lost turn.
 */
function chooseWithoutCheckpoints(
  { clock, limits }: Pick<PreviewTools, 'clock' | 'limits'>,
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
