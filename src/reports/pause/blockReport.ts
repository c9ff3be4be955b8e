import type { BlockReason, FailureAnalysisReport } from '../../model/report/pauseReport';
import type { MissingProgram } from '../../model/report/missingProgram';
import type { DetectedLoop } from '../../model/task/attempt';
import type { StoreReader } from '../../ports/store';
import { adviseLoop } from '../../rules/attempts/adviseLoop';
import type { FindLessons } from '../../rules/lessons/findLessons';
import { maskSecrets } from '../../text/maskSecrets';
import { toTaskLoop } from '../task/taskLoop';
import { buildFailureReport } from './failureReport';

export interface BlockReportRequest {
  readonly store: StoreReader;
  readonly taskId: string;
  /** The task that its turns count on. */
  readonly countsOn: string;
  readonly reason: BlockReason;
  /** Reason of its status; may end with the remedy. */
  readonly statusReason: string;
  /** What the human can do, one sentence; absent if unknown. */
  readonly remedy?: string;
  /** The program for want of which it is blocked. */
  readonly missing?: MissingProgram;
  /** The loop over its attempts for which it was escalated. */
  readonly loop?: DetectedLoop;
  readonly at: Date;
  /** Finds matching lessons; absent: compares words only. */
  readonly find?: FindLessons;
}

/** Builds the report of a blocked task from the store: what it lacks, the remedy, the proof, what was tried. */
export function buildBlockReport(request: BlockReportRequest): FailureAnalysisReport {
  const { store, taskId, countsOn, reason, statusReason, remedy, loop, at, find, missing } =
    request;
  const report = buildFailureReport({
    ...{ store, taskId, countsOn, reason, at },
    ...(find && { find }),
  });
  const help = [remedy ?? '', loop === undefined ? '' : adviseLoop(loop)].filter(
    // Advice about a refused call contains its remedy.
    (text) => text !== '' && !report.advice.some((advice) => advice.includes(text)),
  );
  return {
    ...report,
    terminalStatus: 'blocked',
    stopReason: maskSecrets(withoutRemedy(statusReason, remedy)),
    advice: [...help.map(maskSecrets), ...report.advice],
    ...(missing && { missing }),
    ...(loop && { attemptLoop: toTaskLoop(store, loop) }),
  };
}

/** A reason without the remedy at its end; as it is if it does not end with it. */
export function withoutRemedy(reason: string, remedy = ''): string {
  if (remedy === '' || !reason.endsWith(remedy)) return reason;
  return reason.slice(0, -remedy.length).replace(/[\s—.]*$/, '');
}
