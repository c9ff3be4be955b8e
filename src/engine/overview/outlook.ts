import type { DevsConfig } from '../../model/config/config';
import type { TaskOverview } from '../../model/overview/overview';
import type { TaskStatus } from '../../model/task/task';
import type { TurnSummary } from '../../ports/store';
import { predictPause } from '../../rules/prediction/predictPause';
import { thresholdOf, type MeasuredTask } from '../history/findTurnThreshold';
import type { OverviewFacts } from './overviewFacts';

/** A task whose threshold and prediction are shown. */
export interface OutlookSources extends MeasuredTask {
  readonly config: DevsConfig;
  readonly facts: Pick<OverviewFacts, 'courses'>;
  readonly status: TaskStatus;
  /** Turns of the counting task, oldest first. */
  readonly turns: readonly TurnSummary[];
}

type Outlook = Pick<TaskOverview, 'loopThreshold' | 'thresholdReason' | 'prediction'>;

/** The threshold of a task and how likely it pauses. The history is read only for a task that can go on. */
export function outlookOf(sources: OutlookSources): Outlook {
  const { value, reason } = thresholdNow(sources);
  const prediction = predictionOf(sources);
  return {
    loopThreshold: value,
    ...(reason === undefined ? {} : { thresholdReason: reason }),
    ...(prediction === undefined ? {} : { prediction }),
  };
}

/** A task that has stopped shows what its last turn was measured against. */
function thresholdNow(sources: OutlookSources): {
  readonly value: number;
  readonly reason?: string;
} {
  const { config, facts, status, turns } = sources;
  const { loopThreshold: configured } = config.limits;
  if (!config.adaptive) return { value: configured };
  if (goesOn(status)) return thresholdOf(facts.courses(), configured, sources);
  const recorded = turns.findLast(({ threshold }) => threshold !== undefined)?.threshold;
  return recorded ?? { value: configured };
}

function predictionOf(sources: OutlookSources): TaskOverview['prediction'] {
  const { facts, status, turns, countsOn } = sources;
  if (!goesOn(status) || turns.length === 0) return undefined;
  const courses = facts.courses();
  return predictPause(courses.shares(), courses.newest(countsOn));
}

function goesOn(status: TaskStatus): boolean {
  return status === 'in_progress' || status === 'pending';
}
