import type { DevsConfig } from '../../model/config/config';
import type { StoreReader } from '../../ports/store';
import { isWithin } from './taskTree';

/** A turn that left work. */
export interface WorkedTurn {
  /** The (sub)task that it ran on. */
  readonly taskId: string;
  /** Its number. */
  readonly turn: number;
  /** ISO 8601, UTC: rewinds from then on can have taken its work away. */
  readonly at: string;
}

/** Whether the newest rewind since then went back to before the turn. */
export function isTurnRewound(
  {
    config,
    store,
  }: { readonly config: DevsConfig; readonly store: Pick<StoreReader, 'listRewinds'> },
  { taskId, turn, at: since }: WorkedTurn,
): boolean {
  const newest = store
    .listRewinds()
    .findLast(
      ({ kind, taskId: rewound, at, undoneBy }) =>
        kind === 'rewind' &&
        undoneBy === undefined &&
        at >= since &&
        isWithin(config, taskId, rewound),
    );
  return newest !== undefined && newest.toTurn < turn;
}
