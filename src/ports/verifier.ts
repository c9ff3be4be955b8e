import type { Command } from '../model/task/task';
import type { TestRun } from '../model/verification/testRun';
import type { ProcessEnd } from '../model/turn/turn';
import type { WorkPlace } from './worktrees';

export interface VerifyRequest {
  readonly command: Command;
  readonly timeoutMs: number;
  /** Report files or globs, relative to the workspace; those older than the start are ignored. */
  readonly reports: readonly string[];
  readonly taskId: string;
  readonly turnId: string;
  /** Where it runs and its reports are; absent: the workspace. */
  readonly place?: WorkPlace;
  /** Name of the verification in the turn, as in `AgentRequest`; absent: the one at its end. */
  readonly call?: string;
  /** Called with the output as it comes, standard output and error interleaved. Must not throw. */
  readonly onOutput?: (text: string) => void;
}

export interface VerifyResult {
  readonly end: ProcessEnd;
  /** The end of standard output and error, interleaved as printed, at most 4 KB. */
  readonly outputTail: string;
  /** Standard output and error, interleaved as printed, at most the last 10 MB. */
  readonly output: string;
  /** Results of the test reports that it wrote; absent if none is readable. */
  readonly tests?: TestRun;
  /** Line coverage in percent (0–100) of the coverage reports that it wrote; absent without any. */
  readonly coverage?: number;
  /** One sentence for each report configured without a pattern that is missing or empty; absent without any. */
  readonly reportProblems?: readonly string[];
  readonly durationMs: number;
  readonly transcript: string;
}

/** Runs a task's verify command and reads its reports. Never rejects. */
export interface Verifier {
  verify(request: VerifyRequest, signal: AbortSignal): Promise<VerifyResult>;
}
