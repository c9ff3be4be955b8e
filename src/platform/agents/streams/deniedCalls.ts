import type { AgentRefusedCall } from '../../../model/steps/step';

/** Maximum number of denied calls of one run that are kept, the first ones. */
export const MAX_DENIED_CALLS = 100;
/** Characters that are kept of each call's arguments, the first ones. */
const MAX_ARGS = 4_000;

/** The recorded calls that an agent refused. */
export function limitDenied(calls: readonly AgentRefusedCall[]): readonly AgentRefusedCall[] {
  return calls.slice(0, MAX_DENIED_CALLS).map(({ tool, args, reason, remedy }) => ({
    ...{ tool, args: args.slice(0, MAX_ARGS) },
    ...(reason !== undefined && { reason }),
    ...(remedy !== undefined && { remedy }),
  }));
}
