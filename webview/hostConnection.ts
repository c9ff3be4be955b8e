import type { DashboardView } from '../src/protocol/dashboardView';
import type {
  HostMessage,
  Method,
  Params,
  RequestMessage,
  Requests,
  Result,
  Snapshot,
  WantedAnswer,
} from '../src/protocol/messages';
import { applyChange, isViewPatch } from '../src/protocol/viewPatch';
import { createPendingRequests } from './requests';

/** The webview's side of the protocol. */
export interface HostConnection {
  /** Resolves with the host's result; rejects with `RequestFailed` if the response is an error. */
  request<M extends Method>(method: M, params: Params<M>): Promise<Result<M>>;
  /** Requests the whole view and shows it. Rejects like `request`. */
  refresh(): Promise<void>;
  /** Handles a message from the host; ignores other messages. */
  receive(message: unknown): void;
}

export interface HostConnectionOptions {
  readonly post: (message: RequestMessage) => void;
  /** Called with every view that is not older than the last; unchanged tasks stay the same objects. */
  readonly show: (view: DashboardView) => void;
  /** Called when the user wants to answer a task, perhaps before it is shown. */
  readonly answer: (wanted: WantedAnswer) => void;
  /** Called when the user wants to see the metrics, perhaps before a view is shown. */
  readonly showMetrics: () => void;
  /** Ids of the tasks that the user opened. */
  readonly openTasks: () => string[];
  /** Called if a requested view cannot be loaded. */
  readonly onLost: (error: unknown) => void;
}

/** Connects to the host. Ignores a patch to another view than the shown one and requests the whole view. */
export function createHostConnection(options: HostConnectionOptions): HostConnection {
  const { post, show, answer, showMetrics, openTasks, onLost } = options;
  const { request, settle } = createPendingRequests<Requests>(post);
  let shown: Snapshot | undefined;
  let asking = 0;
  /** The newest revision that was missed while the whole view was requested. */
  let missed = -Infinity;

  const accept = (snapshot: Snapshot): void => {
    if (snapshot.revision < (shown?.revision ?? -Infinity)) return;
    shown = snapshot;
    show(snapshot.view);
  };

  const refresh = async (): Promise<void> => {
    asking += 1;
    const open = openTasks();
    try {
      accept(await request('ready', open.length === 0 ? {} : { open }));
    } finally {
      asking -= 1;
    }
    if (asking === 0 && missed > (shown?.revision ?? -Infinity)) await refresh();
  };

  /** A pending request returns the missed changes; another one would return the same. */
  const lose = (revision: number): void => {
    missed = Math.max(missed, revision);
    if (asking === 0) refresh().catch(onLost);
  };

  const takePatch = (patch: unknown): void => {
    if (!isViewPatch(patch)) {
      lose(-Infinity);
      return;
    }
    const revision = shown?.revision ?? -Infinity;
    if (patch.revision <= revision) return;
    const before = shown?.view;
    const fits = before?.kind === 'ready' && patch.base === revision;
    const view = fits ? applyChange(before, patch) : undefined;
    if (view === undefined) lose(patch.revision);
    else accept({ revision: patch.revision, view });
  };

  return {
    request,
    refresh,
    receive: (message) => {
      if (!isHostMessage(message)) return;
      if (message.type === 'view') accept(message.snapshot);
      else if (message.type === 'patch') takePatch(message.patch);
      else if (message.type === 'answer') answer(message);
      else if (message.type === 'metrics') showMetrics();
      else settle(message);
    },
  };
}

function isHostMessage(message: unknown): message is HostMessage {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false;
  return MESSAGE_TYPES.has(message.type);
}

const MESSAGE_TYPES: ReadonlySet<unknown> = new Set<HostMessage['type']>([
  'view',
  'patch',
  'answer',
  'metrics',
  'response',
]);
