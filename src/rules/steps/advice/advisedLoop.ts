import type { InTurnLoop } from '../../../model/hops/hop';

/** A loop in the steps of an agent, as far as advice depends on it. */
export interface AdvisedLoop extends Pick<
  InTurnLoop,
  'detector' | 'steps' | 'answer' | 'clues' | 'refusal'
> {
  /** How the agent's configuration allows the refused calls, one sentence; absent if unknown. */
  readonly remedy?: string;
}
