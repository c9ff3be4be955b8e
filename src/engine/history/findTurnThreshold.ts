import type { DevsConfig } from '../../model/config/config';
import type { TurnThreshold } from '../../model/turn/turnThreshold';
import type { StoreReader } from '../../ports/store';
import { chooseThreshold } from '../../rules/threshold/chooseThreshold';
import { readCourses, type WorkspaceCourses } from './readCourses';

/** Whose turn is measured. */
export interface MeasuredTask {
  readonly taskId: string;
  readonly countsOn: string;
  readonly agent: string;
}

/**
 * The threshold of a running turn. It depends on what was known when the turn's strategy began, so that a strategy keeps
 * its threshold; only the task's size may become known in its first turn.
 */
export function findTurnThreshold(
  store: Pick<StoreReader, 'listTurnSummaries' | 'listLastingEvents'>,
  config: Pick<DevsConfig, 'limits' | 'adaptive'>,
  task: MeasuredTask,
): TurnThreshold {
  const { loopThreshold: configured } = config.limits;
  if (!config.adaptive) return { value: configured };
  return thresholdOf(readCourses(store), configured, task);
}

/** As `findTurnThreshold`, with adaptive thresholds on. Between two strategies, that of the next one. */
export function thresholdOf(
  courses: WorkspaceCourses,
  configured: number,
  { taskId, countsOn, agent }: MeasuredTask,
): TurnThreshold {
  const course = courses.newest(countsOn);
  const isUnderWay = course?.end.kind === 'open' && course.turns.at(-1)?.endsStrategy !== true;
  return chooseThreshold(courses.observations(), {
    ...{ configured, agent, size: courses.sizeOf(taskId) },
    ...(isUnderWay && { began: course.strategyBegan }),
  });
}

/** The configuration with the threshold of a turn as its loop threshold. */
export function withThreshold<C extends Pick<DevsConfig, 'limits'>>(
  config: C,
  { value }: TurnThreshold,
): C {
  if (value === config.limits.loopThreshold) return config;
  return { ...config, limits: { ...config.limits, loopThreshold: value } };
}
