import type { AcceptedPass } from './acceptedPass';
import type { Command } from '../task/task';
import type { VerificationRecord } from '../turn/turn';
import type { Measurement } from '../verification/measurement';
import type { TestCase } from '../verification/testRun';

/** The verification of a task before its first turn (design §9). */
export interface Baseline {
  readonly taskId: string;
  /** The verify command that ran. */
  readonly command: Command;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Workspace fingerprint on which it ran. */
  readonly state: string;
  /** Checkpoint of that workspace. */
  readonly checkpoint: string;
  readonly verification: VerificationRecord;
  /** The witnesses: ids of the tests that failed, as far as the runner names them. */
  readonly failingTests: readonly string[];
  /** Every test by name; absent if the report does not name them all. */
  readonly cases?: readonly TestCase[];
  /** Tests of the best verification since; absent before one. */
  readonly best?: {
    readonly measurement: Measurement;
    readonly cases?: readonly TestCase[];
  };
  /** Files that the verification wrote; absent in older baselines. */
  readonly written?: readonly string[];
  /** Doubtful passes of other tasks that a human accepted since, oldest first; absent for none. */
  readonly accepted?: readonly AcceptedPass[];
}
