import type { Answer } from '../../ports/answer';
import type { WorkspaceState } from '../../ports/workspaceState';
import { describeVisible, LEASE_FREE } from '../../reports/lease/describeLease';
import { refuseOnStateError, toRefusal } from './refusals';

export interface UnlockRequest {
  /** Of the holder that the user saw. */
  readonly epoch: number;
  /** Recovers what the holder left unfinished; one sentence each. */
  readonly recover: () => Promise<readonly string[]>;
}

/** Takes the lease away from a holder that is not visible from here. */
export async function unlock(
  state: Pick<WorkspaceState, 'lease' | 'unlock'>,
  { epoch, recover }: UnlockRequest,
): Promise<Answer> {
  return await refuseOnStateError(async () => {
    const facts = await state.lease();
    if (facts?.place === 'here') return toRefusal(describeVisible(facts));
    if (facts !== undefined && !(await state.unlock(epoch)))
      return toRefusal(
        'Nothing was changed: meanwhile, another process has taken the workspace. Unlock again to see which one.',
      );
    const message = [LEASE_FREE, ...(await recover())].join(' ');
    return { ok: true, message };
  });
}
