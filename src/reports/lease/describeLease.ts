import {
  describeHolder,
  type HolderPlace,
  type LeaseFacts,
} from '../../model/workspace/leaseHolder';

export const LEASE_FREE = 'The workspace is free.';

const PLACES: Readonly<Record<Exclude<HolderPlace, 'here'>, string>> = {
  otherContainer: 'in another container',
  otherComputer: 'on another computer, or in a container that was replaced',
};

/** Why it is not known whether the holder still runs; undefined if it is alive. */
export function describeInvisible({ place }: Pick<LeaseFacts, 'place'>): string | undefined {
  return place === 'here'
    ? undefined
    : `That process was started ${PLACES[place]}, so Devs cannot see from here whether it has ended.`;
}

/** What to do about a holder that may have ended; '' if it is alive. */
export function describeUnlock(facts: Pick<LeaseFacts, 'place'> | undefined): string {
  return facts === undefined || facts.place === 'here'
    ? ''
    : ' If that process has ended, `devs unlock` frees the workspace.';
}

/** Why the lease is not taken from a holder that is alive. */
export function describeVisible({ holder }: LeaseFacts): string {
  return `Nothing was changed, because ${describeHolder(holder)} is still using this workspace. To pause its run, use \`devs pause\`.`;
}
