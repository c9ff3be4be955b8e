import type { ConfigResult } from '../../model/config/config';
import type { DevsAppParts } from '../lease/devsAppParts';

/** Where the doctor was started. */
export type DoctorPlace =
  | { readonly kind: 'terminal' }
  | {
      readonly kind: 'editor';
      /** False: no program that the workspace names is started. */
      readonly trusted: boolean;
    };

export interface DoctorOptions {
  /** Skips slow and paid checks: verify commands and models. */
  readonly quick: boolean;
  /** Starts each agent with a one-sentence prompt, which may cost money. */
  readonly askAgents: boolean;
  /** Sends a test notification to each entry of `notify`; not sent when absent. */
  readonly sendNotifications?: boolean;
  readonly place: DoctorPlace;
  /** Aborting ends the checks soon. */
  readonly signal: AbortSignal;
}

/** Input of the checks. */
export interface DoctorContext {
  readonly parts: Pick<
    DevsAppParts,
    'state' | 'configFile' | 'clock' | 'stateFiles' | 'machine' | 'trials'
  > & {
    readonly adapters: Pick<DevsAppParts['adapters'], 'models' | 'notifier' | 'worktrees'>;
  };
  readonly config: ConfigResult;
  readonly options: DoctorOptions;
}

/**
 * Why a program or service that the workspace names is not started or asked; undefined if it may be. `slow`: the quick
 * check leaves it out as well.
 */
export function findSkipReason(
  { options: { place, quick } }: Pick<DoctorContext, 'options'>,
  { slow = false } = {},
): string | undefined {
  if (place.kind === 'editor' && !place.trusted) return 'the workspace is not trusted';
  return slow && quick ? 'this is the quick check' : undefined;
}
