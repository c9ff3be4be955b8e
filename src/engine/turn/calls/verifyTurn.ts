import { fingerprint, verificationArtefacts } from '../../../rules/turn/fingerprint';
import { exitedCleanly } from '../../../model/turn/turn';
import {
  factsOf,
  type TurnContext,
  type TurnFacts,
  type TurnObservations,
} from '../context/turnFacts';
import { hasWorkToShow } from '../context/turnEvidence';
import { findingsOf } from '../context/turnFindings';
import { assessDoubts } from '../../verification/assessDoubts';
import { askWhetherDone } from '../../verification/askWhetherDone';
import { verifyWithRerun } from '../../verification/verifyWithRerun';
import type { VerificationEnd } from '../context/verificationEnd';
import { INTERRUPTED, type TurnRun } from './turnRun';

/**
 * Verifies what the agent left, unless this very state was verified and that is not repeated, and looks for doubts about a
 * pass.
 */
export async function verifyTurn(
  context: TurnContext,
  seen: TurnObservations,
  { stateAfter, changedFiles, repeated }: TurnFacts,
): Promise<TurnRun> {
  const { plan } = context;
  const { verified } = seen.inside;
  // The workspace is unchanged since a verification inside the turn, so the result is the same.
  if (repeated === undefined && verified?.state === stateAfter)
    return await withAssessedPass(context, judgedBy(context, seen, verified.run));
  const command = plan.task.verify ?? [];
  const failedBefore = repeated?.times ?? 0;
  const { run, flaky } = await verifyWithRerun(
    { context, command, changedFiles, failedBefore },
    stateAfter,
  );
  if (run.kind === 'interrupted') return INTERRUPTED;
  const { files, untracked } = await context.aftermath.observe();
  const written = verificationArtefacts(seen.after.files, files, untracked);
  const artefacts = [...new Set([...seen.artefacts, ...written])].filter(
    (path) => !plan.artefacts.has(path),
  );
  if (run.kind === 'agents') {
    const state = fingerprint(files, new Set([...plan.artefacts, ...artefacts]));
    context.lastVerification.put(command, state, run);
  }
  return await withAssessedPass(
    context,
    judgedBy(context, { ...seen, artefacts, ...(flaky && { flaky }) }, run),
  );
}

/** Adds the doubts about a pass, and the question to the human that they lead to. */
async function withAssessedPass(context: TurnContext, run: TurnRun): Promise<TurnRun> {
  if (!context.config.baseline) return run;
  if (run.kind !== 'counted' || !isPass(context, run.facts)) return run;
  const { facts } = run;
  const { checkpointAfter } = await context.aftermath.trace();
  const pass = await assessDoubts(context, facts.findings, checkpointAfter);
  if (pass === undefined) return INTERRUPTED;
  const exit = askWhetherDone(context, facts.agent.reply, pass.doubts);
  const inside = exit === undefined ? facts.inside : { ...facts.inside, exit };
  return { ...run, facts: { ...facts, pass, inside } };
}

function isPass({ deps, plan }: TurnContext, facts: TurnFacts): boolean {
  const { agent, verification } = facts;
  if (verification === undefined || !exitedCleanly(verification.end)) return false;
  return exitedCleanly(agent.end) && hasWorkToShow(deps.store, { plan, facts });
}

/** The turn with the end of its verification: counted, or blocked where the verification cannot run. */
export function judgedBy(
  context: TurnContext,
  seen: TurnObservations,
  run: VerificationEnd,
): TurnRun {
  const { directory } = context.deps.workspace;
  const { result: verification, lines } = run;
  const findings = findingsOf({ agent: seen.agent, verification, lines, workspace: directory });
  const facts = factsOf(context, { ...seen, verification, findings });
  if (run.kind === 'agents') return { kind: 'counted', facts };
  const { reason, remedy, external } = run;
  const about = { reason, remedy, ...(external && { external }) };
  return { kind: 'externalFailure', facts, handling: 'blocked', ...about };
}
