import { findExternalFailure } from '../../rules/failure/external/externalFailure';
import { classifyFailedStart } from '../../rules/failure/external/failureOwner';
import { outputLines } from '../../rules/output/outputLines';
import { readClosingLines } from '../../rules/testRuns/closingLines';
import type { Command } from '../../model/task/task';
import type { TestRun } from '../../model/verification/testRun';
import { describeEnd, exitedCleanly } from '../../model/turn/turn';
import type { VerifyResult } from '../../ports/verifier';
import type { Finding } from './plannedCheck';
import { quoteCommand, quote, removeResumeAdvice } from './findingText';
import { describeDuration } from '../../text/describeDuration';

export interface VerifyOutcome {
  readonly command: Command;
  readonly result: VerifyResult;
  readonly now: Date;
}

/** Result of running a verify command once: whether it runs at all, whatever its outcome. */
export function verifyFinding(outcome: VerifyOutcome): Finding {
  const { command, result } = outcome;
  const name = quoteCommand(command);
  const lines = outputLines(result.output);
  const hindered = notStartedFinding(outcome, lines) ?? externalFinding(outcome, lines);
  if (hindered !== undefined) return hindered;
  const tests = result.tests ?? readClosingLines(lines);
  const end = `${describeEnd(result.end)} in ${describeDuration(result.durationMs)}`;
  const what =
    describeMeasurement(tests, result.coverage) ??
    `no test results were recognised${describeLastLine(outcome, lines)}`;
  const found = `${name}: ${end}; ${what}`;
  const problems = result.reportProblems ?? [];
  if (problems.length === 0) return { level: 'ok', found };
  return {
    level: 'warning',
    found: `${found}. ${quote(problems.join(' '), 300).replace(/\.$/, '')}`,
    remedy: 'Make the command write it there, or correct `reports` in devs.yaml.',
    fix: { kind: 'openConfig' },
  };
}

function notStartedFinding(outcome: VerifyOutcome, lines: readonly string[]): Finding | undefined {
  const { command, result } = outcome;
  const { end } = result;
  const name = quoteCommand(command);
  const never = classifyFailedStart({ end, command: '', startedBefore: false });
  if (never.owner === 'other') {
    const words = quote(lines.findLast((line) => line.trim() !== '') ?? '');
    return {
      level: 'problem',
      found: `${name} could not run: ${words === '' ? describeEnd(end) : `${words} (${describeEnd(end)})`}`,
      remedy: 'Correct `verify` in devs.yaml, or install what it needs.',
      fix: { kind: 'openConfig' },
    };
  }
  if (end.kind !== 'timeout') return undefined;
  return {
    level: 'problem',
    found: `${name} did not finish within ${describeDuration(end.limitMs)}`,
    remedy: 'Make it exit by itself (no watch mode, no prompts), or raise `verifyTimeout`.',
    fix: { kind: 'openConfig' },
  };
}

function externalFinding(
  { command, result, now }: VerifyOutcome,
  lines: readonly string[],
): Finding | undefined {
  if (exitedCleanly(result.end)) return undefined;
  const found = findExternalFailure({ lines, speaker: 'verification', now });
  if (found === undefined) return undefined;
  return {
    level: 'problem',
    found: `${quoteCommand(command)} failed for a reason outside the project: ${quote(found.message)}`,
    remedy: removeResumeAdvice(found.remedy),
  };
}

/** Its last output line, if it failed and nothing else explains why. */
function describeLastLine({ result }: VerifyOutcome, lines: readonly string[]): string {
  const last = exitedCleanly(result.end)
    ? ''
    : quote(lines.findLast((line) => line.trim() !== '') ?? '');
  return last === '' ? '' : `; last output: ${last}`;
}

function describeMeasurement(
  tests: TestRun | undefined,
  coverage: number | undefined,
): string | undefined {
  const parts = [
    ...(tests === undefined ? [] : [describeTests(tests)]),
    ...(coverage === undefined ? [] : [`coverage ${Math.round(coverage * 10) / 10} %`]),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

function describeTests({ passed, failed, errors, skipped, source }: TestRun): string {
  if (passed + failed + errors + skipped === 0) return `no test ran (${quote(source, 60)})`;
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(errors > 0 ? [`${errors} could not run`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return `${counts.join(', ')} (${quote(source, 60)})`;
}
