import { join } from 'node:path';
import type { BegunSetup, SetupInputs, SetupOptions } from '../../../ports/worktrees';
import type { Keeping } from './keepResult';
import { findMade, listUntracked, type EntriesPlace } from './madeEntries';
import { NotKept } from './notKept';
import type { OwnPlaces } from './ownPlaces';
import { readSetupKey, type KeyPlace } from './setupKey';
import type { SetupResults } from './setupResults';

/** A new worktree, as its setup finds it. */
export interface SetupPlace extends EntriesPlace, KeyPlace {
  /** Absolute; holds the worktree. */
  readonly folder: string;
  readonly own: OwnPlaces;
  readonly results: SetupResults;
  /** After the setup: the first tracked or unignored file that differs from before; undefined if none does. */
  readonly findChanged: () => Promise<string | undefined>;
}

/** See `Worktree.beginSetup`. */
export async function beginSetup(
  place: SetupPlace,
  inputs: SetupInputs,
  { signal, onWait }: SetupOptions,
): Promise<BegunSetup> {
  const { results } = place;
  const found = await readSetupKey(inputs, place);
  if (found.kind === 'missing') return found;
  const { key } = found;
  try {
    const first = await bring(place, key, signal);
    if (first === true) return { kind: 'reused' };
    const running = results.isRefused(key) ? undefined : results.runningOf(key);
    if (running === undefined) return await due(place, key, first);
    onWait();
    await orAborted(running, signal);
    const second = await bring(place, key, signal);
    return second === true ? { kind: 'reused' } : await due(place, key, second);
  } catch (error) {
    if (signal.aborted) return { kind: 'interrupted' };
    throw error;
  }
}

async function bring(
  { results, folder, git }: SetupPlace,
  key: string,
  signal: AbortSignal,
): Promise<boolean | string> {
  const staging = join(folder, 'setup');
  return await results.bring(key, { root: git.directory, staging, signal });
}

async function due(place: SetupPlace, key: string, brought: false | string): Promise<BegunSetup> {
  const { results, own, git } = place;
  // Nothing is awaited since the last look: no other setup of this process has begun meanwhile.
  const giveUp = results.begin(key);
  const before = await listUntracked(place).catch((error: unknown) => {
    if (error instanceof NotKept) return error;
    giveUp();
    throw error;
  });
  const find = async (signal: AbortSignal): Promise<Keeping> => {
    const changed = await place.findChanged();
    if (changed !== undefined)
      throw new NotKept(`it changed ${changed}, which git does not ignore`);
    if (before instanceof NotKept) throw before;
    return { root: git.directory, tops: await findMade(place, before), own, signal };
  };
  return {
    ...{ kind: 'due', notice: brought === false ? '' : brought, giveUp },
    keep: async (signal) => {
      try {
        return await results.keep(key, () => find(signal));
      } finally {
        giveUp();
      }
    },
  };
}

/** Resolves with the promise; rejects as soon as the signal aborts. */
async function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
