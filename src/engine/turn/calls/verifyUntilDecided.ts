import { isOver, waitInTurn } from '../../verification/turnVerification';
import {
  judgedInTurn,
  type RepeatedVerification,
  type TurnContext,
  type TurnFacts,
  type TurnObservations,
} from '../context/turnFacts';
import type { JudgeRun, TurnRun } from './turnRun';
import { verifyTurn } from './verifyTurn';

/**
 * Verifies what the agent left and asks the judge. As long as the judge considers the failure external and it may pass,
 * only the verification is repeated, after a wait: the agent's work is complete (design §4, rule 2).
 */
export async function verifyUntilDecided(
  context: TurnContext,
  work: { readonly seen: TurnObservations; readonly facts: TurnFacts },
  judge: JudgeRun,
): Promise<TurnRun> {
  const { seen, facts } = work;
  let run = await judge(await verifyTurn(context, seen, facts));
  while (run.kind === 'externalFailure' && run.handling === 'retryAfter') {
    const repeated = toRepeated(run.facts);
    await waitInTurn(context, run);
    if (isOver(context)) return interruptedAfter(repeated);
    const about = repeated && { repeated };
    const again = await verifyTurn(context, seen, { ...facts, ...about });
    run =
      again.kind === 'interrupted'
        ? interruptedAfter(repeated)
        : await judge({ ...again, facts: { ...again.facts, ...about } });
  }
  return run;
}

function toRepeated(facts: TurnFacts): RepeatedVerification | undefined {
  const judged = judgedInTurn(facts);
  const times = (facts.repeated?.times ?? 0) + 1;
  return judged && { times, failure: facts.findings.failure?.hash, judged };
}

function interruptedAfter(repeated: RepeatedVerification | undefined): TurnRun {
  return { kind: 'interrupted', facts: undefined, ...(repeated && { judged: repeated.judged }) };
}
