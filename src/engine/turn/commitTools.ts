import type { Limits } from '../../model/config/limits';
import type { FindLessons } from '../../rules/lessons/findLessons';
import type { TurnThreshold } from '../../model/turn/turnThreshold';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import { EntropyPauseGuard } from '../state/EntropyPauseGuard';
import type { EventJournal } from '../state/eventJournal';
import { createLoopDetection, type LoopDetection } from '../state/loopDetection';
import { StateController } from '../state/stateController';
import { withThreshold } from '../history/findTurnThreshold';
import type { DevsConfig } from '../../model/config/config';

/** Dependencies for recording turns; created once per run. */
export interface CommitTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: EventJournal;
  readonly loopDetection: LoopDetection;
  readonly guard: EntropyPauseGuard;
  readonly stateController: StateController;
  /** With the turn's threshold as `loopThreshold`. */
  readonly limits: Limits;
  readonly findLessons: FindLessons;
  /** Whether files return at a pivot. */
  readonly returnsFiles: boolean;
  readonly threshold: TurnThreshold;
  /** Whether `devs.yaml` names a debugger, which is asked once before a task pauses because its strategies failed. */
  readonly hasDebugger: boolean;
  /** Whether a pause ends the run at once: it is to, and no other turn runs. */
  readonly stopOnPause: boolean;
}

/** Makes the dependencies for a turn with this configuration and threshold. */
export function createCommitTools(
  {
    isAlone,
    ...tools
  }: Pick<CommitTools, 'store' | 'clock' | 'journal' | 'findLessons'> & {
    /** No other turn runs. */
    readonly isAlone: boolean;
  },
  config: DevsConfig,
  threshold: TurnThreshold,
): CommitTools {
  const { store, clock, findLessons } = tools;
  const { limits } = withThreshold(config, threshold);
  return {
    ...tools,
    loopDetection: createLoopDetection(store, limits, clock, findLessons),
    guard: new EntropyPauseGuard(store, limits, clock),
    stateController: new StateController(store),
    limits,
    returnsFiles: config.onPivot !== 'keep',
    threshold,
    hasDebugger: config.debugger !== undefined,
    stopOnPause: config.onPause === 'stop' && isAlone,
  };
}
