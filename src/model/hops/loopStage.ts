import { STEP_DETECTORS } from '../steps/step';
import { LOOP_STAGES, type InTurnLoop } from './hop';

const STEP_DETECTOR_NAMES: ReadonlySet<string> = new Set(STEP_DETECTORS);

/** Whether the steps of an agent are the loop: calls, edits or texts, not hops between agents. */
export function isStepLoop({ detector }: Pick<InTurnLoop, 'detector'>): boolean {
  return STEP_DETECTOR_NAMES.has(detector);
}

/** Whether a loop inside a turn ends its strategy: all but the first one in steps. */
export function endsStrategy({ stage }: Pick<InTurnLoop, 'stage'>): boolean {
  return stage !== 1;
}

/**
 * Describes a loop with its stage and what follows: "Stopped for a loop (1 of 2): … The next prompt tells the agent";
 * only its message if it has no stage. No full stop at the end.
 */
export function describeStagedLoop({
  message,
  stage,
  told,
}: Pick<InTurnLoop, 'message' | 'stage' | 'told'>): string {
  if (stage === undefined) return message;
  const stopped = `Stopped for a loop (${stage} of ${LOOP_STAGES}): ${message.replace(/\.$/, '')}`;
  if (stage === LOOP_STAGES) return `${stopped}. The strategy has failed`;
  return told === true ? `${stopped}. The next prompt tells the agent` : stopped;
}
