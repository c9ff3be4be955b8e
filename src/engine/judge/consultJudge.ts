import { findExternalFailure } from '../../rules/failure/external/externalFailure';
import type { JudgedAttempt, JudgeQuestion } from '../../rules/judge/judgeQuestion';
import { findOpenMatter } from '../../rules/turn/findOpenMatter';
import { outputLines } from '../../rules/output/outputLines';
import type { JudgeSettings } from '../../model/config/config';
import { NO_COST, type JudgedTurn } from '../../model/judge/judgedTurn';
import {
  type EndedTurn,
  type ProcessEnd,
  type Turn,
  describeAgentEnd,
  describeEnd,
  hasEnded,
  selectCounted,
} from '../../model/turn/turn';
import { requireTask } from '../state/requireTask';
import { evidenceOf } from '../turn/context/turnEvidence';
import { judgedInTurn, type TurnContext, type TurnFacts } from '../turn/context/turnFacts';
import type { TurnRun } from '../turn/calls/turnRun';
import type { ProgressEvaluator } from './progressEvaluator';
import { decideCause } from './decideCause';
import { recordJudged } from './recordJudged';
import { describeStrategy } from '../../rules/turn/replyText';
import type { TurnPlan } from '../turn/context/turnPlan';

export interface Consultation {
  readonly context: TurnContext;
  readonly evaluator: ProgressEvaluator;
  readonly settings: JudgeSettings;
  readonly startedAt: Date;
}

/**
 * Asks the judge about a turn if the rules leave something open (design §4, rule 4), records that at
 * once, and stores the result in the turn's facts. A failure that it considers external, and that no
 * change of the task explains, makes the turn an external failure (rule 2): `retryAfter` repeats the
 * verification. The same failure of a repeated verification is not asked about again. If cancelled
 * meanwhile, the turn is interrupted (rule 1).
 */
export async function consultJudge(consultation: Consultation, run: TurnRun): Promise<TurnRun> {
  if (run.kind !== 'counted' || run.facts.inside.exit !== undefined) return run;
  const { facts } = run;
  const { repeated, findings } = facts;
  if (repeated !== undefined && findings.failure?.hash === repeated.failure)
    return await decideCause(consultation.context, facts, repeated.judged);
  return await askIfOpen(consultation, facts);
}

async function askIfOpen(consultation: Consultation, facts: TurnFacts): Promise<TurnRun> {
  const { context } = consultation;
  const { store } = context.deps;
  const { plan, config } = context;
  const evidence = evidenceOf(store, config.limits, { plan, facts });
  const history = attemptsBefore(context);
  const about = findOpenMatter(evidence, {
    cause: isCauseKnown(context, facts),
    attempts: history.length,
  });
  if (about === undefined) return { kind: 'counted', facts };
  const judged = await ask(consultation, facts, { about, history });
  recordJudged(context, judged);
  const after = { ...facts, judged };
  if (context.signal.aborted) return interruptedWith(after);
  return await decideCause(context, after, judged);
}

function interruptedWith(facts: TurnFacts): TurnRun {
  const judged = judgedInTurn(facts);
  return { kind: 'interrupted', facts: undefined, ...(judged && { judged }) };
}

/** A rule found an outside cause, and that a change of the task explains it: the agent's, then. */
function isCauseKnown({ deps }: TurnContext, { verification }: TurnFacts): boolean {
  if (verification === undefined) return true;
  const lines = outputLines(verification.output);
  return (
    findExternalFailure({ lines, speaker: 'verification', now: deps.clock.now() }) !== undefined
  );
}

async function ask(
  { context, evaluator, settings, startedAt }: Consultation,
  facts: TurnFacts,
  { about, history }: Pick<JudgeQuestion, 'about' | 'history'>,
): Promise<JudgedTurn> {
  const { deps, plan, signal, msLeft } = context;
  const turns = turnsSinceHuman(context);
  const lasting = about === 'progress' ? undefined : stillFromOutside(turns, facts);
  if (lasting !== undefined) return lasting;
  const { by } = evaluator;
  const misled = turns.find(({ judged }) => judged?.by === by && isMisled(judged));
  return await evaluator.evaluateProgress(
    {
      about,
      goal: plan.task.goal,
      history,
      current: currentAttempt(plan, facts, { startedAt }),
    },
    {
      signal,
      onAsk: () => {
        deps.observer.onPhase({ taskId: plan.task.id, turn: plan.number, phase: 'judge' });
      },
      msLeft,
      callsLeft: settings.maxCalls - callsOf(turns) - (facts.repeated?.judged.cost.calls ?? 0),
      ...(misled && { misledAt: misled.number }),
      known: (asked) => decidedBefore(turns, { asked, by }),
    },
  );
}

/** Those at this very part of the task, as others had other goals; what happened before a human stepped in happened. */
function attemptsBefore({ deps, plan }: TurnContext): readonly JudgedAttempt[] {
  const { firstTurn } = requireTask(deps.store, plan.task.id);
  return earlierAttempts(
    deps.store
      .listTurns(plan.countsOn)
      .filter(({ taskId, number }) => taskId === plan.task.id && number >= firstTurn),
  );
}

function turnsSinceHuman({ deps, plan }: TurnContext): readonly EndedTurn[] {
  const since = requireTask(deps.store, plan.countsOn).turnsBefore;
  return deps.store
    .listTurns(plan.countsOn)
    .filter(({ number }) => number > since && number < plan.number)
    .filter(hasEnded);
}

function callsOf(turns: readonly EndedTurn[]): number {
  return turns.reduce((calls, { judged }) => calls + (judged?.cost.calls ?? 0), 0);
}

function isMisled(judged: JudgedTurn): boolean {
  return judged.kind === 'undecided' && judged.why === 'misled';
}

/** The judge's decision about the previous turn, if it had the same external failure. */
function stillFromOutside(
  turns: readonly EndedTurn[],
  { findings: { failure } }: TurnFacts,
): JudgedTurn | undefined {
  const last = turns.findLast(({ outcome }) => outcome !== 'interrupted');
  if (last?.outcome !== 'not_agent' || last.judged?.kind !== 'decided') return undefined;
  if (failure === undefined || last.failure?.hash !== failure.hash) return undefined;
  // Whether this one is progress was not asked then.
  return { ...last.judged, about: 'cause', cost: NO_COST, since: last.judged.since ?? last.number };
}

function decidedBefore(
  turns: readonly EndedTurn[],
  { asked, by }: { readonly asked: string; readonly by: string },
): JudgedTurn | undefined {
  for (const { number, judged } of turns.toReversed()) {
    if (judged?.kind === 'decided' && judged.asked === asked && judged.by === by)
      return { ...judged, since: judged.since ?? number };
  }
  return undefined;
}

/** Earlier counted turns, as input for the judge. */
function earlierAttempts(turns: readonly Turn[]): readonly JudgedAttempt[] {
  return selectCounted(turns).map((turn) => {
    const { failure, verification, changedFiles, strategy, agent, startedAt, endedAt } = turn;
    const { measurement } = verification ?? {};
    return {
      ended: endedWords(turn.agentEnd, verification?.end),
      ...(failure && { failure }),
      ...(measurement && { measurement }),
      ...{ changedFiles, strategy, agent, startedAt, endedAt },
      unchanged: changedFiles.length === 0,
    };
  });
}

/** The turn that has just run. */
function currentAttempt(
  plan: TurnPlan,
  facts: TurnFacts,
  { startedAt }: { readonly startedAt: Date },
): JudgedAttempt {
  const { agent, changedFiles, findings, verification, inside } = facts;
  const { failure, measurement } = findings;
  return {
    ended: endedWords(agent.end, verification?.end),
    ...(failure && { failure }),
    ...(measurement && { measurement }),
    changedFiles,
    strategy: inside.strategy ?? describeStrategy(agent.reply, changedFiles),
    agent: plan.agent.name,
    startedAt: startedAt.toISOString(),
    unchanged: changedFiles.length === 0,
  };
}

function endedWords(agent: ProcessEnd, verification: ProcessEnd | undefined): string {
  if (verification === undefined) return describeAgentEnd(agent);
  return `${describeAgentEnd(agent)}, the verification with ${describeEnd(verification)}`;
}
