import {
  isReplayMessage,
  isSnapshot,
  type ReplayRequest,
  type ReplayRequests,
} from '../../src/protocol/replay/replayMessages';
import type { ReplayView } from '../../src/protocol/replay/replayView';
import { createPendingRequests, type PendingRequests } from '../requests';

/** The replay page's side of its protocol. */
export interface ReplayConnection {
  readonly request: PendingRequests<ReplayRequests>['request'];
  /** Requests the whole view and shows it. Rejects like `request`. */
  readonly refresh: () => Promise<void>;
  /** Handles a message from the host; ignores other messages. */
  readonly receive: (message: unknown) => void;
}

/** Connects to the host; `show` is called with every view that is not older than the last. */
export function createReplayConnection(
  post: (message: ReplayRequest) => void,
  show: (view: ReplayView) => void,
): ReplayConnection {
  const { request, settle } = createPendingRequests<ReplayRequests>(post);
  let revision = -Infinity;
  const accept = (snapshot: unknown): void => {
    if (!isSnapshot(snapshot) || snapshot.revision < revision) return;
    ({ revision } = snapshot);
    show(snapshot.view);
  };
  return {
    request,
    refresh: async () => accept(await request('ready', {})),
    receive: (message) => {
      if (!isReplayMessage(message)) return;
      if (message.type === 'view') accept(message.snapshot);
      else settle(message);
    },
  };
}
