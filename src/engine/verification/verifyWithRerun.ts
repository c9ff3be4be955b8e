import { exitedCleanly, hasEnded, selectCounted, type EndedTurn } from '../../model/turn/turn';
import type { FlakyVerification } from '../../model/verification/flaky';
import type { TestRun } from '../../model/verification/testRun';
import type { StoreReader } from '../../ports/store';
import { findNewlyFailing, type FailingTests } from '../../rules/flaky/findNewlyFailing';
import { foldTestId } from '../../rules/failure/signature/testIds';
import { readTests } from '../turn/context/turnFindings';
import type { TurnContext } from '../turn/context/turnFacts';
import type { VerificationEnd } from '../turn/context/verificationEnd';
import {
  runVerification,
  type VerificationRequest,
  type VerificationRun,
} from './turnVerification';

type Agents = Extract<VerificationEnd, { readonly kind: 'agents' }>;

/** Result of the verification at a turn's end, with the tests that proved flaky in it. */
export interface TurnVerification {
  readonly run: VerificationRun;
  /** Absent if it ran once, or ended in the same way twice. */
  readonly flaky?: FlakyVerification;
}

/**
 * Verifies; runs a red verification once more, without the agent, where nothing changed since it was
 * green or a test fails that no change is about (design §9). A test that passes in one of two runs on
 * the same files is flaky and does not count as failed. `state`: the workspace fingerprint.
 */
export async function verifyWithRerun(
  request: VerificationRequest,
  state: string,
): Promise<TurnVerification> {
  const run = await runVerification(request);
  if (run.kind !== 'agents' || exitedCleanly(run.result.end)) return { run };
  if (!request.context.config.baseline || !mayBeFlaky(request, { run, state })) return { run };
  const again = await runVerification({ ...request, call: 'again' });
  if (again.kind !== 'agents') return { run: again };
  return combine(run, again);
}

function mayBeFlaky(
  { context, changedFiles }: VerificationRequest,
  { run, state }: { readonly run: Agents; readonly state: string },
): boolean {
  const { store } = context.deps;
  const baseline = store.getBaseline(context.plan.task.id);
  const turns = store
    .listTurns(context.plan.countsOn)
    .filter(hasEnded)
    .filter(({ taskId }) => taskId === context.plan.task.id);
  const isGreen = turns.some(
    ({ stateAfter, verification }) =>
      stateAfter === state && verification !== undefined && exitedCleanly(verification.end),
  );
  if (isGreen) return true;
  if (baseline?.state === state && exitedCleanly(baseline.verification.end)) return true;
  const before = lastResult(context, turns);
  const now = toFailingTests(readTests(run.result, run.lines).tests);
  if (before === undefined || now === undefined) return false;
  const rewound = pathsRewoundSince(store, turns.at(-1)?.id);
  return findNewlyFailing(before, now, [...changedFiles, ...rewound]).length > 0;
}

/** Paths that rewinds and redos changed after a turn. */
function pathsRewoundSince(
  store: Pick<StoreReader, 'listRewinds' | 'listTurnsFrom'>,
  turnId: string | undefined,
): readonly string[] {
  if (turnId === undefined) return [];
  const since = new Set(store.listTurnsFrom(turnId).map(({ id }) => id));
  return store.listRewinds().flatMap(({ afterTurn, paths }) => (since.has(afterTurn) ? paths : []));
}

/** The tests of the newest verification of the task. */
function lastResult(
  { deps: { store }, plan }: TurnContext,
  turns: readonly EndedTurn[],
): FailingTests | undefined {
  const last = selectCounted(turns).findLast(({ verification }) => verification !== undefined);
  const baseline = store.getBaseline(plan.task.id);
  const { measurement } = last?.verification ?? baseline?.verification ?? {};
  if (measurement === undefined) return undefined;
  const failingTests = last === undefined ? baseline?.failingTests : last.failure?.failingTests;
  return { ...measurement, failingTests: failingTests ?? [] };
}

function toFailingTests(tests: TestRun | undefined): FailingTests | undefined {
  if (tests === undefined) return undefined;
  const { passed, failed, errors, failingTests } = tests;
  return { passed, failed: failed + errors, failingTests };
}

function combine(first: Agents, second: Agents): TurnVerification {
  const [a, b] = [first, second].map(({ result, lines }) => readTests(result, lines).tests);
  if (exitedCleanly(second.result.end))
    return { run: second, flaky: { tests: a?.failingTests ?? [] } };
  const flaky = findTwoResults(a, b);
  if (flaky.length === 0) return { run: second };
  const isAll = flaky.length === (a?.failingTests.length ?? 0) + (b?.failingTests.length ?? 0);
  return { run: isAll && b !== undefined ? passed(second, b) : second, flaky: { tests: flaky } };
}

/** Ids that failed in exactly one of two runs; empty if either does not name all its failing tests. */
function findTwoResults(a: TestRun | undefined, b: TestRun | undefined): readonly string[] {
  if (a === undefined || b === undefined || a.errors + b.errors > 0) return [];
  if (a.failingTests.length !== a.failed || b.failingTests.length !== b.failed) return [];
  const [inA, inB] = [a, b].map(({ failingTests }) => new Set(failingTests.map(foldTestId)));
  return [
    ...a.failingTests.filter((id) => inB?.has(foldTestId(id)) !== true),
    ...b.failingTests.filter((id) => inA?.has(foldTestId(id)) !== true),
  ];
}

/** The second run as a pass: each of its failing tests passed in the first one, on the same files. */
function passed({ result, lines }: Agents, tests: TestRun): Agents {
  const { passed: some, failed, cases, ...rest } = tests;
  const all = { ...rest, passed: some + failed, failed: 0, failingTests: [] };
  const outcomes = cases?.map((each) =>
    each.outcome === 'failed' ? { ...each, outcome: 'passed' as const } : each,
  );
  return {
    ...{ kind: 'agents', lines },
    result: {
      ...{ ...result, end: { kind: 'exit', code: 0 } },
      tests: { ...all, ...(outcomes && { cases: outcomes }) },
    },
  };
}
