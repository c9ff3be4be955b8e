import type { TurnOutcome } from '../model/turn';

/** The domain's words that the dashboard needs: it knows them through the protocol alone. */
export type { ConfigProblem } from '../model/config';
export type { HopOutcome } from '../model/hop';
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
} from '../model/hopWords';
export type { InterventionRecord } from '../model/intervention';
export { describeActor, nameIntervention } from '../model/interventionWords';
export { describeSpending, spendingParts } from '../model/judgeCost';
export {
  describeJudged,
  isDecided,
  nameDecider,
  tellsOfJudge,
  withoutReasoning,
  type DecidedTurn,
} from '../model/judgeWords';
export { describeHolder, type LeaseHolder } from '../model/lease';
export type { FoundLesson, LoopBreaker } from '../model/lesson';
export type { Figures, Metrics } from '../model/metrics';
export {
  isWaiting,
  type EdgeOverview,
  type RequestOverview,
  type TaskHops,
  type TaskLoop,
  type TurnMark,
} from '../model/overview';
export type { FailureAnalysisReport, ReportedTurn, StrategyPivot } from '../model/report';
export {
  compareFailures,
  describeBest,
  describeFailure,
  describeMeasurement,
  describeRepetition,
  firstOfEach,
  tellsOfChanges,
} from '../model/reportWords';
export type { WorkingRole } from '../model/roles';
export type { RunStatus } from '../model/run';
export { LIMIT_SPECS } from '../model/limits';
export type {
  ProvingStep,
  RunningSteps,
  ShownProof,
  StepDetectorName,
  StepVerdict,
} from '../model/step';
export { STEP_LIMITS, type StepLimitName, type StepLimits } from '../model/stepLimits';
export type { TaskStatus } from '../model/task';
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
