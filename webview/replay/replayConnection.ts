import {
  isReplayMessage,
  isSnapshot,
  type ReplayRequest,
  type ReplayRequests,
  type ReplaySnapshot,
} from '../../src/protocol/replay/replayMessages';
import type { ReplayView } from '../../src/protocol/replay/replayView';
import { createPageConnection, type PageConnection } from '../pageConnection';

/** The timeline page's side of its protocol. */
export type ReplayConnection = PageConnection<ReplayRequests>;

/** Connects to the host; `show` is called with every view that is not older than the last. */
export function createReplayConnection(
  post: (message: ReplayRequest) => void,
  show: (view: ReplayView) => void,
): ReplayConnection {
  return createPageConnection<ReplayRequests, ReplaySnapshot>({
    post,
    show: ({ view }) => show(view),
    askView: (request) => request('ready', {}),
    isSnapshot,
    isMessage: isReplayMessage,
  });
}
