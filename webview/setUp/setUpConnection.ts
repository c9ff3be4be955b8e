import {
  isSetUpMessage,
  isSetUpSnapshot,
  type SetUpRequest,
  type SetUpRequests,
  type SetUpSnapshot,
} from '../../src/protocol/setUp/setUpMessages';
import type { SetUpView } from '../../src/protocol/setUp/setUpView';
import { createPageConnection, type PageConnection } from '../pageConnection';

/** The set-up page's side of its protocol. */
export type SetUpConnection = PageConnection<SetUpRequests>;

/** Connects to the host; `show` is called with every view that is not older than the last. */
export function createSetUpConnection(
  post: (message: SetUpRequest) => void,
  show: (view: SetUpView) => void,
): SetUpConnection {
  return createPageConnection<SetUpRequests, SetUpSnapshot>({
    post,
    show: ({ view }) => show(view),
    askView: (request) => request('ready', {}),
    isSnapshot: isSetUpSnapshot,
    isMessage: isSetUpMessage,
  });
}
