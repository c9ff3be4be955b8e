import { BUILT_IN_LIMITS } from '../../model/config/limits';
import type { Overview } from '../../model/overview/overview';
import { buildOverview, configState } from '../../engine/overview/buildOverview';
import { checkpointsOf } from '../../rules/rewind/withoutLost';
import type { Checkpoints } from '../../ports/checkpoints';
import type { Worktrees } from '../../ports/worktrees';
import { StateError, WorktreeError } from '../../ports/workspaceState';
import type { DevsAppParts } from '../lease/devsAppParts';

/** What an overview is read from. */
export type OverviewParts = Pick<DevsAppParts, 'state' | 'configSource' | 'clock'> & {
  readonly adapters: {
    readonly checkpoints: Pick<Checkpoints, 'findLost'>;
    readonly worktrees: Pick<Worktrees, 'list'>;
  };
};

/** Builds the overview; an unreadable state becomes its `stateProblem`. */
export async function readOverview(parts: OverviewParts): Promise<Overview> {
  const { state, configSource, adapters, clock } = parts;
  const config = await configSource.read();
  try {
    const [store, holder] = [await state.read(), await state.holder()];
    const lostCheckpoints = await adapters.checkpoints.findLost(
      checkpointsOf(store.listTurnSummaries()),
    );
    const worktrees = await adapters.worktrees.list();
    return buildOverview({ config, store, holder, now: clock.now(), lostCheckpoints, worktrees });
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return {
      config: configState(config),
      run: 'IDLE',
      holder: undefined,
      limits: BUILT_IN_LIMITS,
      agents: [],
      tasks: [],
      stateProblem: error.message,
      ...(error instanceof WorktreeError && { worktreeOf: error.owner }),
      notices: [],
    };
  }
}
