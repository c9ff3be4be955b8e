/** The domain's words that messages carry: the dashboard knows them through the protocol alone. */
export type { ConfigProblem } from '../domain/config';
export type { LeaseHolder } from '../domain/lease';
export type { TurnMark } from '../domain/overview';
export type { FailureAnalysisReport, StrategyPivot } from '../domain/report';
export type { RunStatus } from '../domain/run';
export type { TaskStatus } from '../domain/task';
export type { TurnOutcome } from '../domain/turn';
