import type { Done, Requests } from '../messages';
import type { PageRequest, PageResponse } from '../pageRequest';
import type { OpenedStep, StepPart, TaskPageView, TurnSteps } from './taskPageView';

/** Requests of a task page to the host: those of the dashboard, and its own. JSON only. */
export interface TaskPageRequests extends Omit<Requests, 'ready'> {
  /** The page has started, or requests the whole view. */
  ready: [params: Record<string, never>, result: TaskPageSnapshot];
  /** All steps of a turn; what changes in them follows. */
  openTurn: [params: { turn: number }, result: TurnSteps];
  /** One step of the opened turn, by its index. */
  step: [params: { turn: number; index: number }, result: OpenedStep];
  /** Indexes of the steps of the opened turn that contain the words. */
  search: [params: { turn: number; text: string }, result: FoundSteps];
  /** Opens a whole text of a step as a document. */
  openStepText: [params: { turn: number; index: number; part: StepPart }, result: Done];
  /** Opens the transcripts of a turn as documents. */
  openTranscripts: [params: { turn: number }, result: Done];
  /** Copies what the page says of the task and its report to the clipboard. */
  copyMarkdown: [params: Record<string, never>, result: Done];
}

export interface FoundSteps {
  readonly indexes: readonly number[];
}

export type TaskPageRequest = PageRequest<TaskPageRequests>;
export type TaskPageResponse = PageResponse<TaskPageRequests>;

/** The view with its revision; the page ignores views older than the shown one. */
export interface TaskPageSnapshot {
  readonly revision: number;
  readonly view: TaskPageView;
  /** The part that the user wants to see, once; absent for no wish. */
  readonly reveal?: 'report';
}

/** Notification host → page: the view changed, or the user wants to see a part of it. */
export interface TaskPageViewMessage {
  readonly type: 'view';
  readonly snapshot: TaskPageSnapshot;
}

/** Notification host → page: the steps of the opened turn changed. */
export interface StepsMessage {
  readonly type: 'steps';
  readonly steps: TurnSteps;
}

export type TaskPageHostMessage = TaskPageResponse | TaskPageViewMessage | StepsMessage;

/** Whether a received value is a message of the host; checked without a library. */
export function isTaskPageMessage(value: unknown): value is TaskPageHostMessage {
  if (!isRecord(value)) return false;
  if (value['type'] === 'view') return isTaskPageSnapshot(value['snapshot']);
  if (value['type'] === 'steps') return isTurnSteps(value['steps']);
  return value['type'] === 'response' && Number.isSafeInteger(value['id']);
}

/** Whether the value is a view with its revision. */
export function isTaskPageSnapshot(value: unknown): value is TaskPageSnapshot {
  if (!isRecord(value) || !Number.isSafeInteger(value['revision'])) return false;
  const { view } = value;
  return (
    isRecord(view) &&
    isRecord(view['content']) &&
    typeof view['content']['kind'] === 'string' &&
    isRecord(view['paged'])
  );
}

/** Whether the value is the steps of a turn. */
export function isTurnSteps(value: unknown): value is TurnSteps {
  if (!isRecord(value)) return false;
  const numbers = ['turn', 'revision', 'from', 'dropped'].map((name) => value[name]);
  const lists = ['lines', 'calls', 'problems'].map((name) => value[name]);
  return numbers.every(Number.isSafeInteger) && lists.every(Array.isArray);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
