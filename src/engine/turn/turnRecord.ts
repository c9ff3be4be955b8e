import type { PausePrediction } from '../../model/report/pausePrediction';
import { predictPause } from '../../rules/prediction/predictPause';
import { parseStatements } from '../../rules/attempts/parseStatements';
import { adviseOnTurnLoop } from '../../rules/steps/advice/adviseOnTurnLoop';
import { describeStrategy, firstLines } from '../../rules/turn/replyText';
import { fingerprint } from '../../rules/turn/fingerprint';
import {
  describeEnd,
  exitedCleanly,
  hasEnded,
  isCounted,
  MAX_CHANGED_FILES,
  type TurnEnd,
  type TurnExit,
} from '../../model/turn/turn';
import type { AgentSession } from '../../model/turn/agentSession';
import type { ExternalKind } from '../../model/failure/failure';
import type { AnsweredCalls } from '../../model/permissions/answeredCalls';
import type { RefusedCalls } from '../../model/failure/refusal';
import type { InTurnLoop } from '../../model/hops/hop';
import type { RepositoryState } from '../../model/workspace/checkpoint';
import type { TurnThreshold } from '../../model/turn/turnThreshold';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import type { EventJournal } from '../state/eventJournal';
import { readCourses } from '../history/readCourses';
import { openCommand } from '../sessions/openCommand';
import { requireTask } from '../state/requireTask';
import { judgedInTurn } from './context/turnFacts';
import type { TurnPlan } from './context/turnPlan';
import type { TurnRun } from './calls/turnRun';
import type { PassAssessment } from '../../model/verification/doubt';
import type { TurnTrace } from './context/turnCheckpoints';

/** A started turn. */
export interface StartedTurn {
  readonly plan: TurnPlan;
  readonly turnId: string;
  readonly startedAt: Date;
  /** The same moment as `Clock.elapsed` has it. */
  readonly begunAt: number;
  /** Id of the checkpoint before it. */
  readonly checkpointBefore: string;
  readonly repositoryBefore: RepositoryState | undefined;
  /** As in `TurnStart`. */
  readonly worktree?: true;
  /** No agent is called: it lands what was done before. */
  readonly landsOnly?: true;
}

/** A turn that has ended but is not recorded yet. */
export interface UnrecordedTurn extends StartedTurn {
  readonly run: TurnRun;
  readonly trace: TurnTrace;
  /** What its agents were allowed and refused, also if it was interrupted. */
  readonly answered: readonly AnsweredCalls[];
}

export interface RecordTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: EventJournal;
  readonly threshold: TurnThreshold;
}

/** Records the start of a turn, so that it is known after a crash. */
export function startTurn(
  { store, journal }: Pick<RecordTools, 'store' | 'journal'>,
  { plan, turnId, startedAt, checkpointBefore, repositoryBefore, worktree }: StartedTurn,
  files: ReadonlyMap<string, string>,
): void {
  const state = plan.inheritedState ?? fingerprint(files, plan.artefacts);
  const { standsInFor } = plan;
  journal.transaction(() => {
    for (const id of new Set([plan.task.id, plan.countsOn])) {
      if (requireTask(store, id).startState === undefined) {
        store.updateTask(id, { startState: state });
      }
    }
    store.startTurn({
      id: turnId,
      taskId: plan.task.id,
      countsOn: plan.countsOn,
      number: plan.number,
      strategyNumber: requireTask(store, plan.countsOn).strategyNumber,
      agent: plan.agent.name,
      startedAt: startedAt.toISOString(),
      pivotDirective: plan.pivotDirective,
      stateBefore: state,
      checkpointBefore,
      ...(repositoryBefore && { repositoryBefore }),
      ...(worktree && { worktree }),
    });
    journal.record({
      event: 'turn_started',
      taskId: plan.task.id,
      data: {
        ...{ turn: plan.number, agent: plan.agent.name, pivotDirective: plan.pivotDirective },
        ...(standsInFor && { inPlaceOf: standsInFor.agent, until: standsInFor.until }),
      },
    });
  });
}

/** Outcome and consequence of a turn. */
export interface EndSummary {
  readonly outcome: TurnEnd['outcome'];
  readonly reason: string;
  readonly entropyAfter: number;
  readonly consequence: TurnEnd['consequence'];
  readonly external?: ExternalKind;
  /** The exit that ended the task. */
  readonly exit?: TurnExit;
  /** The loop inside it; progress and success revoke one. */
  readonly inTurnLoop?: InTurnLoop;
}

/** Ends the turn in the store and records it in the journal. */
export function endTurn(tools: RecordTools, turn: UnrecordedTurn, summary: EndSummary): void {
  const now = tools.clock.now();
  const facts = turn.run.facts;
  const judged = turn.run.kind === 'interrupted' ? turn.run.judged : facts && judgedInTurn(facts);
  const durationMs = tools.clock.elapsed() - turn.begunAt;
  const verification = facts?.verification;
  const findings = facts?.findings;
  const statements = parseStatements(facts?.agent.reply ?? '');
  const { exit, inTurnLoop: found, ...recorded } = summary;
  const refused = facts?.inside.refused ?? [];
  const inTurnLoop = withAdvice(found ?? refusedLoop(turn.run, summary.outcome), refused);
  const stated = statements.done.length + statements.blocked.length > 0;
  tools.store.endTurn(turn.turnId, {
    ...summary,
    endedAt: now.toISOString(),
    durationMs,
    agentEnd: facts?.agent.end ?? { kind: 'cancelled' },
    replyHash: facts?.replyHash ?? '',
    firstLines: facts === undefined ? '' : firstLines(facts.agent.reply),
    strategy: strategyOf(turn),
    stateAfter: facts?.stateAfter ?? '',
    changedFiles: facts?.changedFiles.slice(0, MAX_CHANGED_FILES) ?? [],
    transcript: facts?.agent.transcript ?? '',
    ...(facts?.changeHash === undefined ? {} : { changeHash: facts.changeHash }),
    ...(stated ? { statements } : {}),
    ...(inTurnLoop && { inTurnLoop }),
    ...(refused.length > 0 && { refused }),
    ...(turn.answered.length > 0 && { answered: turn.answered }),
    ...turn.trace,
    threshold: tools.threshold,
    ...(hasKeptFiles(tools.store, turn) && { filesKept: true }),
    ...(findings?.failure && { failure: findings.failure }),
    ...(judged && { judged }),
    ...(facts?.pass && recordedPass(facts.pass)),
    ...(facts?.flaky && { flaky: facts.flaky }),
    ...(facts?.agent.session && { session: recordedSession(turn.plan, facts.agent.session) }),
    ...(verification === undefined
      ? {}
      : {
          verification: {
            end: verification.end,
            outputTail: verification.outputTail,
            durationMs: verification.durationMs,
            ...(findings?.measurement && { measurement: findings.measurement }),
            ...(findings?.source !== undefined && { source: findings.source }),
          },
        }),
  });
  const { value, configured, reason } = tools.threshold;
  const prediction = predict(tools.store, turn.plan, summary);
  tools.journal.record({
    event: 'turn_ended',
    taskId: turn.plan.task.id,
    data: {
      turn: turn.plan.number,
      agent: turn.plan.agent.name,
      ...recorded,
      ...(exit && { exit: exit.kind }),
      ...(inTurnLoop && { inTurnLoop: inTurnLoop.detector }),
      ...(inTurnLoop?.stage !== undefined && { loopStage: inTurnLoop.stage }),
      ...(inTurnLoop?.advice !== undefined && { advice: inTurnLoop.advice }),
      ...(facts?.flaky && { flaky_tests: facts.flaky.tests }),
      durationMs,
      loopThreshold: value,
      ...(configured !== undefined && { configuredThreshold: configured }),
      ...(reason !== undefined && { thresholdReason: reason }),
      ...(prediction && { prediction }),
      measurement: findings?.measurement ?? null,
    },
  });
}

/** Whether nobody changed a file between the previous turn of the counting task and this one. */
function hasKeptFiles(store: Store, { plan, turnId, run }: UnrecordedTurn): boolean {
  const previous = store.listTurns(plan.countsOn, 2).findLast(({ id }) => id !== turnId);
  const stateBefore = run.facts?.stateBefore ?? '';
  return (
    previous !== undefined &&
    hasEnded(previous) &&
    stateBefore !== '' &&
    previous.stateAfter === stateBefore
  );
}

/** Undefined unless the task goes on after a counted turn. */
function predict(
  store: Store,
  { countsOn }: TurnPlan,
  { outcome, consequence }: EndSummary,
): PausePrediction | undefined {
  if (!isCounted(outcome) || (consequence !== 'none' && consequence !== 'pivot')) return undefined;
  const courses = readCourses(store);
  return predictPause(courses.shares(), courses.newest(countsOn));
}

function recordedPass({ doubts, changedTests, diff }: PassAssessment): Partial<TurnEnd> {
  return {
    ...(doubts.length > 0 && { doubts }),
    ...(changedTests.length > 0 && { changedTests: changedTests.slice(0, MAX_CHANGED_FILES) }),
    ...(diff !== '' && { passDiff: diff }),
  };
}

function recordedSession({ agent }: TurnPlan, session: AgentSession): AgentSession {
  const open = openCommand(agent, session.id);
  return open === undefined ? session : { ...session, open };
}

/** A loop of refused calls, which an external failure keeps as evidence. */
function refusedLoop(run: TurnRun, outcome: TurnEnd['outcome']): InTurnLoop | undefined {
  const loop = run.facts?.inside.loop;
  return outcome === 'not_agent' && loop?.refusal ? loop : undefined;
}

function withAdvice(
  loop: InTurnLoop | undefined,
  refused: readonly RefusedCalls[],
): InTurnLoop | undefined {
  if (loop === undefined) return undefined;
  const advice = adviseOnTurnLoop(loop, refused);
  return advice === '' ? loop : { ...loop, advice };
}

/** Describes the turn's strategy for the list of failed strategies. */
export function strategyOf({ run }: UnrecordedTurn): string {
  if (run.facts === undefined) return '';
  const { inside, agent, changedFiles } = run.facts;
  return inside.strategy ?? describeStrategy(agent.reply, changedFiles);
}

/** The end of the verification's output; without any, why the turn was no progress. */
export function lastError({ run }: UnrecordedTurn, reason: string): string {
  const output = run.facts?.verification?.outputTail.trim() ?? '';
  if (output !== '') return output;
  const errorText = run.facts?.agent.errorTail.trim() ?? '';
  const words =
    errorText === '' && !agentEndedWell(run) ? firstLines(run.facts?.agent.reply ?? '') : errorText;
  const how = run.facts === undefined ? '' : describeEnd(run.facts.agent.end);
  return words === '' ? reason : `${words} (${how})`;
}

function agentEndedWell(run: TurnRun): boolean {
  return run.facts !== undefined && exitedCleanly(run.facts.agent.end);
}
