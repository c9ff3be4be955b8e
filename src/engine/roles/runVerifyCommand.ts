import { verificationArtefacts } from '../../rules/turn/fingerprint';
import { measureProgress } from '../../rules/progress/measureProgress';
import { describeEnd, exitedCleanly } from '../../model/turn/turn';
import { isBaseline, resetCoderEdge } from './nextRoleMemory';
import { findingsOf } from '../turn/context/turnFindings';
import { runVerification, type VerificationRun } from '../verification/turnVerification';
import type { VerificationEnd } from '../turn/context/verificationEnd';
import type { RoleTurn } from './roleTurn';

/** Runs the verify command inside the turn and notes the result for the planner and the breaker. */
export async function runVerifyCommand(turn: RoleTurn): Promise<VerificationRun> {
  const { context, tools } = turn;
  const { plan, deps } = context;
  const before = await deps.workspace.snapshot();
  turn.snapshot = before;
  const run = await runVerification({
    context,
    command: plan.task.verify ?? [],
    changedFiles: turn.changedFiles(),
    call: tools.nextCall('verify'),
  });
  if (run.kind === 'interrupted') return run;
  const after = await deps.workspace.snapshot();
  for (const path of verificationArtefacts(before.files, after.files, after.untracked)) {
    if (!plan.artefacts.has(path)) turn.artefacts.add(path);
  }
  turn.snapshot = after;
  turn.verified = { run, files: after.files };
  if (run.kind === 'agents') note(turn, run);
  return run;
}

const NO_AGENT = {
  end: { kind: 'exit', code: 0 },
  reply: '',
  errorTail: '',
  transcript: '',
} as const;

function note(turn: RoleTurn, { result, lines }: VerificationEnd): void {
  const { directory } = turn.context.deps.workspace;
  const findings = findingsOf({
    agent: NO_AGENT,
    verification: result,
    lines,
    workspace: directory,
  });
  const passed = exitedCleanly(result.end);
  const { measurement } = findings;
  const measured = measureProgress(turn.best, measurement);
  if (isBaseline({ before: turn.memory.observed, best: turn.best, measurement })) {
    turn.memory = resetCoderEdge(turn.memory);
  }
  turn.baseline ??= turn.best === undefined ? measurement : undefined;
  if (measured.isBest && measured.best !== undefined) {
    turn.best = measured.best;
    turn.memory = { ...turn.memory, best: measured.best };
  }
  turn.seen = {
    ...turn.seen,
    testResults: { passed, failure: findings.failure?.hash ?? '' },
    ...(measured.progress ? { bests: turn.memory.observed.bests + 1 } : {}),
  };
  turn.lastVerification = {
    outcome: passed ? 'passed' : `failed (${describeEnd(result.end)})`,
    output: result.outputTail,
  };
}
