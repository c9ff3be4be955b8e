import type { Done } from '../messages';
import type { PageRequest, PageResponse } from '../pageRequest';
import type { SetUpView } from './setUpView';

/** Requests of the set-up page to the host: `method: [params, result]`. JSON only. */
export interface SetUpRequests {
  /** The page has started, or requests the whole view. */
  ready: [params: Record<string, never>, result: SetUpSnapshot];
  /** Writes a first `devs.yaml`. */
  create: [params: Record<string, never>, result: Done];
  /** Looks for the agents again. */
  checkAgain: [params: Record<string, never>, result: Done];
  /** Makes it the default agent of `devs.yaml`. */
  chooseAgent: [params: { name: string }, result: Done];
  /** Runs a verify command once; views follow. */
  tryVerify: [params: { command: string }, result: Done];
  /** Ends the trial. */
  stopTrial: [params: Record<string, never>, result: Done];
  /** Makes it the verify command of `devs.yaml`. */
  useVerify: [params: { command: string }, result: Done];
  /** Adds a task to `devs.yaml`. */
  addTask: [params: { title: string; goal: string }, result: Done];
  /** Opens the dashboard and starts the run. */
  run: [params: Record<string, never>, result: Done];
  /** Opens the dashboard, with the cursor where the first task that needs the user is answered. */
  decide: [params: Record<string, never>, result: Done];
  /** Opens `devs.yaml`, at the given line if any. */
  openConfig: [params: { line?: number }, result: Done];
}

export type SetUpRequest = PageRequest<SetUpRequests>;
export type SetUpResponse = PageResponse<SetUpRequests>;

/** The view with its revision; the page ignores views older than the shown one. */
export interface SetUpSnapshot {
  readonly revision: number;
  readonly view: SetUpView;
}

/** Notification host → page: the view changed. */
export interface SetUpViewMessage {
  readonly type: 'view';
  readonly snapshot: SetUpSnapshot;
}

export type SetUpHostMessage = SetUpResponse | SetUpViewMessage;

/** Whether a received value is a message of the host; checked without a library. */
export function isSetUpMessage(value: unknown): value is SetUpHostMessage {
  if (!isRecord(value)) return false;
  if (value['type'] === 'view') return isSetUpSnapshot(value['snapshot']);
  return value['type'] === 'response' && Number.isSafeInteger(value['id']);
}

/** Whether the value is a view with its revision. */
export function isSetUpSnapshot(value: unknown): value is SetUpSnapshot {
  if (!isRecord(value) || !Number.isSafeInteger(value['revision'])) return false;
  const { view } = value;
  return isRecord(view) && ['agent', 'verify', 'task', 'run'].every((step) => isRecord(view[step]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
