import type { ConfigResult } from '../../model/config/config';
import type { DevsAppParts } from '../lease/devsAppParts';

/** Where the doctor was called. */
export type DoctorPlace =
  | { readonly kind: 'terminal' }
  | {
      readonly kind: 'editor';
      /** False: nothing that the workspace names is started. */
      readonly trusted: boolean;
    };

export interface DoctorOptions {
  /** Leaves out what takes long or costs: verify commands are not run, models not asked. */
  readonly quick: boolean;
  /** Really starts each agent with a prompt of one sentence, which may cost money. */
  readonly askAgents: boolean;
  readonly place: DoctorPlace;
  /** Ends it soon. */
  readonly signal: AbortSignal;
}

/** What checks look at. */
export interface DoctorContext {
  readonly parts: Pick<
    DevsAppParts,
    'state' | 'configFile' | 'clock' | 'stateFiles' | 'machine' | 'trials'
  > & { readonly adapters: Pick<DevsAppParts['adapters'], 'models'> };
  readonly config: ConfigResult;
  readonly options: DoctorOptions;
}

/** Why nothing that the workspace names is started; undefined where it may be. */
export function whyNothingStarts({ options }: Pick<DoctorContext, 'options'>): string | undefined {
  const { place } = options;
  return place.kind === 'editor' && !place.trusted ? 'the workspace is not trusted' : undefined;
}
