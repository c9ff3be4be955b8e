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
  readonly place: DoctorPlace;
  /** Aborting ends the checks soon. */
  readonly signal: AbortSignal;
}

/** Input of the checks. */
export interface DoctorContext {
  readonly parts: Pick<
    DevsAppParts,
    'state' | 'configFile' | 'clock' | 'stateFiles' | 'machine' | 'trials'
  > & { readonly adapters: Pick<DevsAppParts['adapters'], 'models'> };
  readonly config: ConfigResult;
  readonly options: DoctorOptions;
}

/** Why no program that the workspace names is started; undefined if they may be. */
export function whyNothingStarts({ options }: Pick<DoctorContext, 'options'>): string | undefined {
  const { place } = options;
  return place.kind === 'editor' && !place.trusted ? 'the workspace is not trusted' : undefined;
}
