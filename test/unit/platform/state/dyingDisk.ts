import { nodeDurableFs, type DurableFs } from '../../../../src/platform/state/files/durableFile';
import { assetsIn } from '../../../../src/platform/state/databaseReader';
import { openState } from '../../../../src/platform/state/openState';
import { createSegmentFolder } from '../../../../src/platform/state/segmentFolder';
import { createFolders, statePaths } from '../../../../src/platform/state/files/stateFolders';
import { KEPT_TURNS, SEGMENT_TURNS } from '../../../../src/platform/state/database/turnArchiver';
import { SegmentCache } from '../../../../src/platform/state/database/segmentCache';
import { StateError } from '../../../../src/ports/workspaceState';
import type { Store } from '../../../../src/ports/store';
import { TURN_END, turnStart } from './database/samples';
import type { ScratchState } from './scratchState';
import { eventOf } from '../../../support/sampleEvents';

/** When everything of these tests happens. */
export const AT = '2026-11-22T04:10:33.000Z';
/** With so many turns, a segment moves. */
export const TURNS = KEPT_TURNS + SEGMENT_TURNS;

/** Turns of one task and an event, in one transaction. */
export function recordTurns(store: Store, from: number, to: number): void {
  store.transaction(() => {
    for (let number = from; number <= to; number += 1) {
      store.startTurn(turnStart('fix-rounding', number));
      store.endTurn(`fix-rounding-${number}`, TURN_END);
    }
    store.addEvent(eventOf('turn_ended', {}, { at: AT }));
  });
}

/** A disk that stops at one operation, for good: what was done before stays, nothing comes after. */
export function dyingFs(stopAt: number): { readonly fs: DurableFs; readonly done: () => number } {
  let operations = 0;
  const dead = new StateError('killed');
  const step =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      operations += 1;
      if (operations >= stopAt) throw dead;
      return work(...args);
    };
  const fs = Object.fromEntries(
    Object.entries(nodeDurableFs).map(([name, work]) => [
      name,
      name === 'close' || name === 'pause' ? work : step(work as () => unknown),
    ]),
  ) as unknown as DurableFs;
  return { fs, done: () => operations };
}

/** An operation that fails with that code. */
export function fail(code: string): () => never {
  return () => {
    throw Object.assign(new Error(`${code}: injected`), { code });
  };
}

/** Opens the state as its holder does, over the given file operations. */
export async function openWith(
  { options }: ScratchState,
  fs: DurableFs,
): ReturnType<typeof openState> {
  const paths = statePaths(options.directory);
  createFolders(paths);
  return openState({
    paths,
    epoch: { number: 1, isHeld: () => true, release: () => undefined },
    assets: assetsIn(options.assetsDir),
    segments: new SegmentCache(createSegmentFolder(paths.history, fs)),
    now: () => new Date(AT),
    fs,
  });
}
