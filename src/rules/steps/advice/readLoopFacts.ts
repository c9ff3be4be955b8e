import type { InTurnLoop } from '../../../model/hops/hop';
import type { ProvingStep, Step, StepVerdict } from '../../../model/steps/step';
import { quoteReasonLine } from '../shown/quoteReasonLine';
import { readClues, type CluesSource } from './readClues';

/** Steps of a run when a loop is found in them. */
export interface FoundIn extends Pick<CluesSource, 'seen'> {
  /** The step at which it was found, whole. */
  readonly last: Step;
  /** A step by its number; undefined if it is no longer known. */
  readonly find: (number: number) => ProvingStep | undefined;
}

/** Reads the facts of a verdict that its message does not contain: the proving steps, the reason, the clues. */
export function readLoopFacts(
  { evidence, refusal }: Pick<StepVerdict, 'evidence' | 'refusal'>,
  { last, find, seen }: FoundIn,
): Pick<InTurnLoop, 'steps' | 'answer' | 'clues'> {
  const steps = evidence.flatMap((number) => find(number) ?? []);
  const newest = steps.at(-1);
  const proving =
    newest === undefined || newest.number === last.number ? last : { ...newest, args: newest.call };
  const answer = refusal?.words ?? (proving.tool === '' ? '' : quoteReasonLine(proving));
  const clues = readClues({ proof: steps, last: proving, seen });
  return { steps, ...(answer !== '' && { answer }), ...(clues && { clues }) };
}
