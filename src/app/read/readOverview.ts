import { BUILT_IN_LIMITS } from '../../model/config/limits';
import type { Overview } from '../../model/overview/overview';
import { buildOverview, configState } from '../../engine/overview/buildOverview';
import type { ConfigSource } from '../../ports/configSource';
import { StateError, type WorkspaceState } from '../../ports/workspaceState';

/** Builds the overview; an unreadable state becomes its `stateProblem`. */
export async function readOverview(
  state: WorkspaceState,
  configSource: ConfigSource,
  now: Date,
): Promise<Overview> {
  const config = await configSource.read();
  try {
    const [store, holder] = [await state.read(), await state.holder()];
    return buildOverview({ config, store, holder, now });
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
      notices: [],
    };
  }
}
