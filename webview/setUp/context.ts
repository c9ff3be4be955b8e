import type { SetUpRequests } from '../../src/protocol/setUp/setUpMessages';
import type { SetUpView } from '../../src/protocol/setUp/setUpView';
import type { Sections } from '../render/bounded';
import type { Sender } from '../render/sender';
import type { SetUpState } from './setUpState';

/** What each part of the page needs. */
export interface StepScope {
  readonly view: SetUpView;
  /** The requests of this part. */
  readonly sender: Sender<SetUpRequests>;
  readonly state: SetUpState;
  /** The long texts that are shown as a whole. */
  readonly texts: Sections;
  readonly keep: (change: Partial<SetUpState>) => void;
}
