import type { StepLimits } from '../../model/config/stepLimits';
import type { PageRequest, PageResponse } from '../pageRequest';
import type { ReplayView, RunTimeline, StepDetails, TimelineText } from './replayView';

/** Requests of the replay page to the host: `method: [params, result]`. JSON only. */
export interface ReplayRequests {
  /** The page has started, or requests the whole view. */
  ready: [params: Record<string, never>, result: ReplaySnapshot];
  /** Runs the detectors again over all runs; views follow. */
  setLimits: [params: { limits: StepLimits }, result: Record<string, never>];
  /** Asks for more files and reads them; views follow. */
  addFiles: [params: Record<string, never>, result: Record<string, never>];
  /** The steps of one run, without their texts. */
  timeline: [params: { run: number }, result: RunTimeline];
  /** The short texts of `count` steps of a run, at most `MAX_TEXTS`, from an index on. */
  texts: [params: { run: number; from: number; count: number }, result: TimelineText[]];
  /** One step, by its index. */
  step: [params: { run: number; index: number }, result: StepDetails];
}

/** Maximum number of steps whose texts one request may ask for. */
export const MAX_TEXTS = 1_000;

export type ReplayRequest = PageRequest<ReplayRequests>;
export type ReplayResponse = PageResponse<ReplayRequests>;

/** The view with its revision; the page ignores views older than the shown one. */
export interface ReplaySnapshot {
  readonly revision: number;
  readonly view: ReplayView;
}

/** Notification host → page: the view changed. */
export interface ReplayViewMessage {
  readonly type: 'view';
  readonly snapshot: ReplaySnapshot;
}

export type ReplayHostMessage = ReplayResponse | ReplayViewMessage;

/** Whether a received value is a message of the host; checked without a library. */
export function isReplayMessage(value: unknown): value is ReplayHostMessage {
  if (!isRecord(value)) return false;
  if (value['type'] === 'view') return isSnapshot(value['snapshot']);
  return value['type'] === 'response' && Number.isSafeInteger(value['id']);
}

/** Whether the value is a view with its revision. */
export function isSnapshot(value: unknown): value is ReplaySnapshot {
  if (!isRecord(value) || !Number.isSafeInteger(value['revision'])) return false;
  const { view } = value;
  return (
    isRecord(view) &&
    isRecord(view['summary']) &&
    isRecord(view['limits']) &&
    Array.isArray(view['runs']) &&
    Array.isArray(view['problems'])
  );
}

/** Whether the value is the timeline of a run, with as many groups and levels as steps. */
export function isTimeline(value: unknown): value is RunTimeline {
  if (!isRecord(value)) return false;
  const { numbers, groups, levels, fires, advice } = value;
  return (
    Array.isArray(numbers) &&
    Array.isArray(groups) &&
    typeof levels === 'string' &&
    Array.isArray(fires) &&
    Array.isArray(advice) &&
    advice.length === fires.length &&
    numbers.length === groups.length &&
    numbers.length === levels.length
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
