import {
  isSetUpMessage,
  isSetUpSnapshot,
  type SetUpRequest,
  type SetUpRequests,
} from '../../src/protocol/setUp/setUpMessages';
import type { SetUpView } from '../../src/protocol/setUp/setUpView';
import { createPendingRequests, type PendingRequests } from '../requests';

/** The set-up page's side of its protocol. */
export interface SetUpConnection {
  readonly request: PendingRequests<SetUpRequests>['request'];
  /** Requests the whole view and shows it. Rejects like `request`. */
  readonly refresh: () => Promise<void>;
  /** Handles a message from the host; ignores other messages. */
  readonly receive: (message: unknown) => void;
}

/** Connects to the host; `show` is called with every view that is not older than the last. */
export function createSetUpConnection(
  post: (message: SetUpRequest) => void,
  show: (view: SetUpView) => void,
): SetUpConnection {
  const { request, settle } = createPendingRequests<SetUpRequests>(post);
  let revision = -Infinity;
  const accept = (snapshot: unknown): void => {
    if (!isSetUpSnapshot(snapshot) || snapshot.revision < revision) return;
    ({ revision } = snapshot);
    show(snapshot.view);
  };
  return {
    request,
    refresh: async () => accept(await request('ready', {})),
    receive: (message) => {
      if (!isSetUpMessage(message)) return;
      if (message.type === 'view') accept(message.snapshot);
      else settle(message);
    },
  };
}
