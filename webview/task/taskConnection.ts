import {
  isTaskPageMessage,
  isTaskPageSnapshot,
  type TaskPageRequest,
  type TaskPageRequests,
  type TaskPageSnapshot,
} from '../../src/protocol/taskPage/taskPageMessages';
import type { TurnSteps } from '../../src/protocol/taskPage/taskPageView';
import { createPageConnection, type PageConnection, type PageMessage } from '../pageConnection';

/** The task page's side of its protocol. */
export type TaskConnection = PageConnection<TaskPageRequests>;

export interface TaskConnectionOptions {
  readonly post: (message: TaskPageRequest) => void;
  /** Called with every view that is not older than the last. */
  readonly show: (snapshot: TaskPageSnapshot) => void;
  /** Called when the steps of the opened turn changed. */
  readonly onSteps: (steps: TurnSteps) => void;
}

/** Connects to the host. */
export function createTaskConnection({
  onSteps,
  ...options
}: TaskConnectionOptions): TaskConnection {
  const connection = createPageConnection<TaskPageRequests, TaskPageSnapshot>({
    ...options,
    askView: (request) => request('ready', {}),
    isSnapshot: isTaskPageSnapshot,
    isMessage: isCommonMessage,
  });
  return {
    ...connection,
    receive: (message) => {
      if (isTaskPageMessage(message) && message.type === 'steps') onSteps(message.steps);
      else connection.receive(message);
    },
  };
}

function isCommonMessage(
  message: unknown,
): message is PageMessage<TaskPageRequests, TaskPageSnapshot> {
  return isTaskPageMessage(message) && message.type !== 'steps';
}
