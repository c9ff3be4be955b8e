import type { GuardedLoop } from '../../model/guard/guardedSession';
import type { FindingIdentity } from '../../model/steps/finding';
import { isStepDetector } from '../../model/steps/step';
import { isSameFinding } from '../steps/findings/isSameFinding';

/** The loops of a session after a human called the newest none. */
export interface DismissedNewest {
  readonly loops: readonly GuardedLoop[];
  /** What is not reported again; absent for rounds without new work, and where every loop was called none already. */
  readonly finding?: FindingIdentity;
}

/** Marks the newest loop that nobody has called none, and every equal one. `loops`: oldest first. */
export function dismissNewest(loops: readonly GuardedLoop[]): DismissedNewest {
  const newest = loops.findLast(({ isDismissed }) => isDismissed === undefined);
  if (newest === undefined) return { loops };
  const finding = toFinding(newest);
  return {
    loops: loops.map((each) =>
      each === newest || isEqual(toFinding(each), finding) ? { ...each, isDismissed: true } : each,
    ),
    ...(finding && { finding }),
  };
}

function toFinding({ loop }: GuardedLoop): FindingIdentity | undefined {
  const { detector, places = [] } = loop ?? {};
  return detector !== undefined && isStepDetector(detector) ? { detector, places } : undefined;
}

function isEqual(a: FindingIdentity | undefined, b: FindingIdentity | undefined): boolean {
  return a !== undefined && b !== undefined && isSameFinding(a, b);
}
