import type { TestRun } from '../../domain/testRun';
import type { Verifier, VerifyRequest, VerifyResult } from '../../ports/verifier';
import { childEnvironment, type Environment } from '../process/environment';
import { runProcess } from '../process/runProcess';
import { turnTranscript } from '../process/turnTranscript';
import { freshReports, type ReportMark } from './freshReports';
import { parseJUnit } from './junitReport';
import { readReportFiles } from './reportFiles';

export interface CommandVerifierOptions {
  /** Where verify commands run and reports are looked for. */
  readonly workspaceDir: string;
  /** State directory: takes transcripts. */
  readonly directory: string;
  /** `dist/supervisor.js`. */
  readonly supervisorFile: string;
  /** What verify commands inherit, before VS Code's internals are taken out. */
  readonly environment: Environment;
}

/** Runs verify commands and adds up the JUnit reports that they write. */
export function createCommandVerifier(options: CommandVerifierOptions): Verifier {
  return {
    async verify(request, signal) {
      const before = await markReports(options.workspaceDir, request.reports);
      const startedAt = Date.now();
      const result = await runVerify({ request, options, signal });
      const after = await readReportFiles(options.workspaceDir, request.reports);
      const fresh = freshReports(after, { before, startedAt });
      const tests = addUp(fresh.map(({ text }) => parseJUnit(text)));
      return { ...result, ...(tests && { tests }) };
    },
  };
}

async function markReports(
  workspaceDir: string,
  patterns: readonly string[],
): Promise<ReadonlyMap<string, ReportMark>> {
  const files = await readReportFiles(workspaceDir, patterns);
  return new Map(files.map(({ path, mtimeMs, hash }) => [path, { mtimeMs, hash }]));
}

interface VerifyRun {
  readonly request: VerifyRequest;
  readonly options: CommandVerifierOptions;
  readonly signal: AbortSignal;
}

async function runVerify({ request, options, signal }: VerifyRun): Promise<VerifyResult> {
  const { command, timeoutMs, taskId, turnId } = request;
  const { workspaceDir: cwd, directory, supervisorFile } = options;
  const transcript = turnTranscript({ directory, taskId, turnId, part: 'verify', command, cwd });
  const env = { ...childEnvironment(options.environment), DEVS_TASK_ID: taskId };
  const outcome = await runProcess(
    { command, cwd, env, timeoutMs, transcript, merge: true, supervisorFile, marker: turnId },
    signal,
  );
  return {
    end: outcome.end,
    outputTail: outcome.outputTail,
    output: outcome.stdout,
    durationMs: outcome.durationMs,
    transcript: outcome.transcriptWritten ? transcript.name : '',
  };
}

function addUp(runs: readonly (TestRun | undefined)[]): TestRun | undefined {
  return runs.reduce(
    (sum, one) =>
      sum && one
        ? {
            passed: sum.passed + one.passed,
            failed: sum.failed + one.failed,
            skipped: sum.skipped + one.skipped,
            source: one.source,
            errors: 0,
            failingTests: [],
          }
        : (sum ?? one),
    undefined,
  );
}
