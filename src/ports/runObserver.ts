import type { Hop } from '../model/hops/hop';
import type { FailureAnalysisReport } from '../model/report/pauseReport';
import type { SetupState } from '../model/landing/landing';
import type { LandingProgress } from '../model/task/landingProgress';
import type { DevsEvent } from '../model/events/devsEvent';
import type { RunningSteps } from '../model/steps/step';
import type { TaskWait } from '../model/task/taskWait';

/** Current activity of a running task. */
export type TurnPhase = {
  readonly taskId: string;
  readonly turn: number;
} & (
  | { readonly phase: 'agent' | 'verify' | 'judge' }
  | {
      /** Before the turn, of the task's worktree. */
      readonly phase: 'setup';
      readonly setup: SetupState;
    }
  | {
      /** Its verified work lands, or waits for that. */
      readonly phase: 'landing';
      readonly landing: LandingProgress;
    }
  | {
      /** After the turn, before a pause: an agent is asked for a diagnosis. */
      readonly phase: 'debugger';
      readonly agent: string;
    }
  | {
      /** A hop inside the turn. */
      readonly phase: 'hop';
      readonly hop: Pick<Hop, 'number' | 'kind' | 'from' | 'to' | 'request' | 'edge'>;
    }
  | {
      /** The agent begins or ends a step, or a suspicion changes. */
      readonly phase: 'step';
      readonly steps: RunningSteps;
    }
  | {
      /** Nothing runs: the turn is retried after an external failure. */
      readonly phase: 'waiting';
      /** ISO 8601, UTC. */
      readonly until: string;
      readonly reason: string;
      /**
       * Present while the run sleeps because no task can run before a certain time; absent for a wait inside a turn.
       */
      readonly asleep?: {
        /** All waiting tasks, by the time at which they may run. */
        readonly waits: readonly TaskWait[];
        /** Tasks that wait for a human meanwhile. */
        readonly needsHuman: readonly string[];
      };
    }
);

/** Receives the events of a run after they are on disk. Must not throw. */
export interface RunObserver {
  onEvent(event: DevsEvent): void;
  onPhase(phase: TurnPhase): void;
  /** A task waits for a human; `report` is its filed pause report, `issue` the absolute path of its issue. */
  present(report: FailureAnalysisReport, issue?: string): void;
  /** A warning that stops nothing (a hook failed, a transcript was cut). */
  onWarning(message: string): void;
}
