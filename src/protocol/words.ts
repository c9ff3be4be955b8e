import type { TurnOutcome } from '../domain/turn';

/** The domain's words that the dashboard needs: it knows them through the protocol alone. */
export type { ConfigProblem } from '../domain/config';
export type { HopOutcome } from '../domain/hop';
export {
  CUT_OFF,
  describeRequests,
  describeSame,
  describeStop,
  DETECTOR_WORDS,
  edgeLevel,
  HOP_OUTCOME_WORDS,
  provingHops,
  tookOf,
  type TurnHop,
} from '../domain/hopWords';
export type { InterventionRecord } from '../domain/intervention';
export { describeActor, nameIntervention } from '../domain/interventionWords';
export { describeSpending, spendingParts } from '../domain/judgeCost';
export {
  describeJudged,
  isDecided,
  nameDecider,
  tellsOfJudge,
  withoutReasoning,
  type DecidedTurn,
} from '../domain/judgeWords';
export { describeHolder, type LeaseHolder } from '../domain/lease';
export type { FoundLesson, LoopBreaker } from '../domain/lesson';
export type { Figures, Metrics } from '../domain/metrics';
export {
  isWaiting,
  type EdgeOverview,
  type RequestOverview,
  type TaskHops,
  type TaskLoop,
  type TurnMark,
} from '../domain/overview';
export type { FailureAnalysisReport, ReportedTurn, StrategyPivot } from '../domain/report';
export {
  compareFailures,
  describeBest,
  describeFailure,
  describeMeasurement,
  describeRepetition,
  firstOfEach,
  tellsOfChanges,
} from '../domain/reportWords';
export type { WorkingRole } from '../domain/roles';
export type { RunStatus } from '../domain/run';
export { LIMIT_SPECS } from '../domain/limits';
export type {
  ProvingStep,
  RunningSteps,
  ShownProof,
  StepDetectorName,
  StepVerdict,
} from '../domain/step';
export { STEP_LIMITS, type StepLimitName, type StepLimits } from '../domain/stepLimits';
export type { TaskStatus } from '../domain/task';
export type { TurnOutcome };

/** What a turn counted as, in words. */
export const OUTCOME_WORDS: Readonly<Record<TurnOutcome, string>> = {
  running: 'running',
  interrupted: 'interrupted',
  not_agent: 'not the agent’s failure',
  success: 'success',
  progress: 'progress',
  no_progress: 'no progress',
};
