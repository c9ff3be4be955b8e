import { StringDecoder } from 'node:string_decoder';
import type { Verifier, VerifyRequest, VerifyResult } from '../../ports/verifier';
import { MASK_NOTHING, type SecretMask } from '../../ports/secretMask';
import type { Environment } from '../process/environment';
import { runProcess } from '../process/runProcess';
import { turnEnvironment } from '../process/turnEnvironment';
import { turnTranscript } from '../process/turnTranscript';
import { MAX_NAMED_TESTS, type TestRun } from '../../model/verification/testRun';
import type { LineCount } from './lineCount';
import type { Report } from './parseReport';
import { newTally, sortedIds } from './testTally';

/** Bytes of output that a verification keeps, the last ones. */
const OUTPUT_BYTES = 10 * 1024 * 1024;

export interface CommandVerifierOptions {
  /** Where verify commands run and reports are looked for. */
  readonly workspaceDir: string;
  /** State directory: takes transcripts. */
  readonly directory: string;
  /** `dist/supervisor.js`. */
  readonly supervisorFile: string;
  /** Absent: nothing is masked. */
  readonly mask?: SecretMask;
  /** Environment of verify commands, before VS Code's internals are removed. */
  readonly environment: Environment;
  /** Milliseconds since 1970; replaced in tests. */
  readonly now?: () => number;
}

/** Runs verify commands and adds up the reports that they write. */
export function createCommandVerifier(options: CommandVerifierOptions): Verifier {
  return {
    async verify(request, signal) {
      // The parsers of reports are loaded on first use.
      const { markReports, readReports } = await import('./readReports');
      const workspaceDir = request.place?.directory ?? options.workspaceDir;
      const places = { workspaceDir, patterns: request.reports };
      const before = await markReports(places);
      const { now = Date.now } = options;
      const begun = now();
      const result = await runVerify({ request, options, signal });
      // Where the time was set back meanwhile, it began earlier by the clock that reports have their times from.
      const startedAt = Math.min(begun, now() - result.durationMs);
      const { reports, problems } = await readReports(places, { before, startedAt });
      // A stopped command could not write its reports, which is reported already.
      const told = result.end.kind === 'exit' && problems.length > 0;
      const { mask = MASK_NOTHING } = options;
      const read = { ...addUpReports(reports), ...(told && { reportProblems: problems }) };
      return { ...result, ...mask.value(read) };
    },
  };
}

interface VerifyRun {
  readonly request: VerifyRequest;
  readonly options: CommandVerifierOptions;
  readonly signal: AbortSignal;
}

async function runVerify({ request, options, signal }: VerifyRun): Promise<VerifyResult> {
  const { command, timeoutMs, taskId, turnId, call, place, onOutput } = request;
  const { directory, supervisorFile } = options;
  const cwd = place?.directory ?? options.workspaceDir;
  const transcript = turnTranscript({
    ...{ directory, taskId, turnId, call, part: 'verify', command, cwd },
  });
  const env = turnEnvironment(options.environment, { taskId, variables: place?.variables });
  const outcome = await runProcess(
    {
      ...{ command, cwd, env, timeoutMs, transcript, supervisorFile },
      ...{ marker: turnId, merge: true, stdoutBytes: OUTPUT_BYTES, mask: options.mask },
      ...(onOutput && { onStdout: decode(onOutput) }),
    },
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

/** Puts characters together that two chunks share. */
function decode(onText: (text: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  return (chunk) => onText(decoder.write(chunk));
}

/** Report kinds with tests; only the first kind present counts, because the others contain the same tests. */
const TEST_KINDS = ['junit', 'json', 'tap'] as const;
/** Report kinds with coverage, likewise. */
const COVERAGE_KINDS = ['lcov', 'cobertura'] as const;

/** The combined result of several reports of one verification. */
export function addUpReports(reports: readonly Report[]): Pick<VerifyResult, 'tests' | 'coverage'> {
  const tests = testsOf(reports);
  const coverage = coverageOf(reports);
  return { ...(tests && { tests }), ...(coverage !== undefined && { coverage }) };
}

function testsOf(reports: readonly Report[]): TestRun | undefined {
  for (const kind of TEST_KINDS) {
    const runs = reports.flatMap((one) => (one.kind === kind ? [one.tests] : []));
    if (runs.length > 0) return addUp(runs);
  }
  return undefined;
}

function addUp(runs: readonly TestRun[]): TestRun {
  const sum = newTally();
  for (const run of runs) {
    sum.passed += run.passed;
    sum.failed += run.failed;
    sum.errors += run.errors;
    sum.skipped += run.skipped;
    for (const id of run.failingTests) sum.failing.push(id);
  }
  const { passed, failed, errors, skipped, failing } = sum;
  const source = [...new Set(runs.map((run) => run.source))].join(', ');
  const cases = runs.flatMap((run) => run.cases ?? []);
  const isComplete =
    runs.every((run) => run.cases !== undefined) && cases.length <= MAX_NAMED_TESTS;
  return {
    ...{ source, passed, failed, errors, skipped, failingTests: sortedIds(failing) },
    ...(isComplete ? { cases } : {}),
  };
}

function coverageOf(reports: readonly Report[]): number | undefined {
  for (const kind of COVERAGE_KINDS) {
    const counts = reports.flatMap((one) => (one.kind === kind ? [one.lines] : []));
    if (counts.length > 0) return percentage(counts);
  }
  return undefined;
}

function percentage(counts: readonly LineCount[]): number {
  const covered = counts.reduce((sum, count) => sum + count.covered, 0);
  const total = counts.reduce((sum, count) => sum + count.total, 0);
  return (100 * covered) / total;
}
