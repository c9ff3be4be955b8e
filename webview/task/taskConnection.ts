import {
  isTaskPageMessage,
  isTaskPageSnapshot,
  type TaskPageRequest,
  type TaskPageRequests,
  type TaskPageSnapshot,
} from '../../src/protocol/taskPage/taskPageMessages';
import type { TurnSteps } from '../../src/protocol/taskPage/taskPageView';
import { createPendingRequests, type PendingRequests } from '../requests';

/** The task page's side of its protocol. */
export interface TaskConnection {
  readonly request: PendingRequests<TaskPageRequests>['request'];
  /** Requests the whole view and shows it. Rejects like `request`. */
  readonly refresh: () => Promise<void>;
  /** Handles a message from the host; ignores other messages. */
  readonly receive: (message: unknown) => void;
}

export interface TaskConnectionOptions {
  readonly post: (message: TaskPageRequest) => void;
  /** Called with every view that is not older than the last. */
  readonly show: (snapshot: TaskPageSnapshot) => void;
  /** Called when the steps of the opened turn changed. */
  readonly onSteps: (steps: TurnSteps) => void;
}

/** Connects to the host. */
export function createTaskConnection(options: TaskConnectionOptions): TaskConnection {
  const { post, show, onSteps } = options;
  const { request, settle } = createPendingRequests<TaskPageRequests>(post);
  let revision = -Infinity;
  const accept = (snapshot: unknown): void => {
    if (!isTaskPageSnapshot(snapshot) || snapshot.revision < revision) return;
    ({ revision } = snapshot);
    show(snapshot);
  };
  return {
    request,
    refresh: async () => accept(await request('ready', {})),
    receive: (message) => {
      if (!isTaskPageMessage(message)) return;
      if (message.type === 'view') accept(message.snapshot);
      else if (message.type === 'steps') onSteps(message.steps);
      else settle(message);
    },
  };
}
