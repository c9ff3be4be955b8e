import type { Command, Measurement } from '../domain/task';
import type { ProcessEnd } from '../domain/turn';

export interface VerifyRequest {
  readonly command: Command;
  readonly timeoutMs: number;
  /** Report files or globs, relative to the workspace; those older than the start are ignored. */
  readonly reports: readonly string[];
  readonly taskId: string;
  readonly turnId: string;
}

export interface VerifyResult {
  readonly end: ProcessEnd;
  /** The end of standard output and error as they came, 4 KB at most. */
  readonly outputTail: string;
  /** Present when at least one report could be read. */
  readonly measurement?: Measurement;
  readonly durationMs: number;
  readonly transcript: string;
}

/** Runs a task's verify command and reads the reports it wrote. Never rejects. */
export interface Verifier {
  verify(request: VerifyRequest, signal: AbortSignal): Promise<VerifyResult>;
}
