import type { InTurnLoop } from '../../../model/hops/hop';
import type { RefusedCalls } from '../../../model/failure/refusal';
import { adviseOnLoop } from './adviseOnLoop';

/** As `adviseOnLoop`, with the remedy that the turn recorded for the refused calls; '' for none. */
export function adviseOnTurnLoop(loop: InTurnLoop, refused: readonly RefusedCalls[]): string {
  const { refusal: own } = loop;
  const found =
    own &&
    refused.find(
      ({ refusal }) =>
        refusal.by === own.by && refusal.kind === own.kind && refusal.action === own.action,
    );
  return adviseOnLoop(found === undefined ? loop : { ...loop, remedy: found.remedy });
}
