import type { Limits } from '../../model/config/limits';
import type { FindLessons } from '../../rules/lessons/findLessons';
import type { TurnThreshold } from '../../model/turn/turnThreshold';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import type { EntropyPauseGuard } from '../state/EntropyPauseGuard';
import type { EventJournal } from '../state/eventJournal';
import type { LoopDetection } from '../state/loopDetection';
import type { StateController } from '../state/stateController';

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
  /** Whether a pause ends the run. */
  readonly stopOnPause: boolean;
}
