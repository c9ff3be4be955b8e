import type { Metrics } from '../model/report/metrics';
import type { DashboardView } from './dashboardView';
import type { PageRequest, PageResponse } from './pageRequest';
import type { ViewPatch } from './viewPatch';

/** Requests of the webview to the host: `method: [params, result]`. JSON only. */
export interface Requests {
  /** The webview has started, or wants the whole view again; `open` as in `openTasks`. */
  ready: [params: { open?: string[] }, result: Snapshot];
  /** Sets the opened tasks of a long list; these are sent whole from now on. */
  openTasks: [params: { taskIds: string[] }, result: Done];
  /** Metrics of the folder's whole history. */
  metrics: [params: Record<string, never>, result: Metrics];
  run: [params: { taskIds?: string[] }, result: Done];
  /** `now` cancels the running turn. */
  pause: [params: { now: boolean }, result: Done];
  skip: [params: { taskId: string }, result: Done];
  resume: [params: { taskId: string; hint?: string; agent?: string }, result: Done];
  retry: [params: { taskId: string }, result: Done];
  /** Records the pause as a false alarm and continues the task. */
  notALoop: [params: { taskId: string }, result: Done];
  /** Asks for the target without `toTurn` (0 = before the first turn), shows the preview, asks, and restores the files. */
  rewind: [params: { taskId: string; toTurn?: number }, result: Done];
  /** Undoes the newest rewind, after the same confirmation. */
  redo: [params: { taskId: string }, result: Done];
  /** Opens what changed between two moments (0 = before the first turn) in the diff editor; now without `to`. */
  openChanges: [params: { taskId: string; from: number; to?: number }, result: Done];
  /** Opens the steps of a turn in the replay page; `taskId` names the task that it ran on. */
  replayTurn: [params: { taskId: string; turn: number }, result: Done];
  init: [params: Record<string, never>, result: Done];
  addTask: [params: { id: string; title: string; goal: string; verify?: string }, result: Done];
  /** Opens `devs.yaml`, at a line where one is given. */
  openConfig: [params: { line?: number }, result: Done];
  /** Opens the pause report as a document. */
  openReport: [params: { taskId: string }, result: Done];
  /** Opens the report of the newest run as a document. */
  openRunReport: [params: Record<string, never>, result: Done];
  /** Puts the report of the newest run on the clipboard. */
  copyRunReport: [params: Record<string, never>, result: Done];
  /** Asks for a folder and copies the report of the newest run there, with all that it links to. */
  exportRunReport: [params: Record<string, never>, result: Done];
  openFolder: [params: Record<string, never>, result: Done];
  manageTrust: [params: Record<string, never>, result: Done];
}

export type Method = keyof Requests;
export type Params<M extends Method> = Requests[M][0];
export type Result<M extends Method> = Requests[M][1];

/** An action was carried out; `message` is for a screen reader and the status line. */
export interface Done {
  readonly message: string;
}

/** The whole view with its revision; a webview drops any that is older than the one it shows. */
export interface Snapshot {
  readonly revision: number;
  readonly view: DashboardView;
}

/** One question of the dashboard. */
export type RequestMessage<M extends Method = Method> = PageRequest<Requests, M>;

/** Its answer. */
export type ResponseMessage = PageResponse<Requests>;

/** Host → webview, unasked: the view changed. */
export interface ViewMessage {
  readonly type: 'view';
  readonly snapshot: Snapshot;
}

/** Host → webview, unasked: what changed since the view of revision `base`. */
export interface PatchMessage {
  readonly type: 'patch';
  readonly patch: ViewPatch;
}

export type HostMessage = ResponseMessage | ViewMessage | PatchMessage;
