import { outputLines } from '../../../rules/output/outputLines';
import type { Measurability } from '../../../rules/progress/evaluateProgress';
import { toMeasurement } from '../../../rules/progress/toMeasurement';
import { failureSignature } from '../../../rules/failure/signature/failureSignature';
import { readClosingLines } from '../../../rules/testRuns/closingLines';
import type { FailureSignature } from '../../../model/failure/failure';
import type { Measurement } from '../../../model/verification/measurement';
import type { TestCase, TestRun } from '../../../model/verification/testRun';
import { describeAgentEnd, describeEnd, exitedCleanly } from '../../../model/turn/turn';
import type { AgentResult } from '../../../ports/agent';
import type { VerifyResult } from '../../../ports/verifier';

/** Measurement and failure in a turn's outputs. */
export interface TurnFindings {
  readonly measurability: Measurability;
  readonly measurement?: Measurement;
  /** Source of the counts, for humans. */
  readonly source?: string;
  /** As in `TestRun`; absent without tests. */
  readonly failingTests?: readonly string[];
  /** As in `TestRun`. */
  readonly cases?: readonly TestCase[];
  /** The failure; absent for none. */
  readonly failure?: FailureSignature;
}

export interface TurnOutputs {
  readonly agent: AgentResult;
  readonly verification: VerifyResult | undefined;
  /** The verification's output as lines. */
  readonly lines: readonly string[];
  /** Absolute path of the workspace. */
  readonly workspace: string;
}

/** Tests of a verification; reports take precedence over closing lines. */
export function readTests(
  verification: VerifyResult,
  lines: readonly string[],
): { readonly tests?: TestRun; readonly measurement?: Measurement } {
  const tests = verification.tests ?? readClosingLines(lines);
  const measurement = toMeasurement(tests, verification.coverage);
  return { ...(tests && { tests }), ...(measurement && { measurement }) };
}

/** Reads tests and failure from output and reports. */
export function findingsOf(outputs: TurnOutputs): TurnFindings {
  const { verification, lines } = outputs;
  const { tests, measurement } = verification === undefined ? {} : readTests(verification, lines);
  const failure = failureOf(outputs, tests?.failingTests ?? []);
  return {
    measurability: measurement ? 'tests' : tests ? 'nothing ran' : 'no tests',
    ...(measurement && { measurement }),
    ...(tests && { source: tests.source, failingTests: tests.failingTests }),
    ...(tests?.cases && { cases: tests.cases }),
    ...(failure && { failure }),
  };
}

/** The verification's failure; if it passed or was not run, the agent's own. */
function failureOf(
  { agent, verification, lines, workspace }: TurnOutputs,
  failingTests: readonly string[],
): FailureSignature | undefined {
  if (verification !== undefined && !exitedCleanly(verification.end)) {
    const end = `verification failed: ${describeEnd(verification.end)}`;
    return failureSignature({ lines, failingTests, end, workspace });
  }
  if (exitedCleanly(agent.end)) return undefined;
  // Text before Devs stopped the agent is no failure: the loop is.
  const agentOutput = agent.end.kind === 'stopped' ? '' : wordsOf(agent);
  const end = describeAgentEnd(agent.end);
  return failureSignature({ lines: outputLines(agentOutput), failingTests: [], end, workspace });
}

function wordsOf({ errorTail, reply }: AgentResult): string {
  return errorTail.trim() === '' ? reply : errorTail;
}
