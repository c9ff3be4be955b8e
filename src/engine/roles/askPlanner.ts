import { toEdgeLimits } from '../../rules/edges/edgeGuard';
import { parseDecision } from '../../rules/roles/parseDecision';
import { EXITS, type NextStep, type PlannerDecision } from '../../model/hops/roles';
import { plannerRetryPrompt, plannerPrompt } from '../../rules/roles/plannerPrompt';
import { callRole } from './callRole';
import type { RoleEnd } from './roleEnd';
import type { RoleTurn } from './roleTurn';
import { inOneLine } from './inOneLine';

export type PlannerAnswer =
  | { readonly ok: true; readonly decision: PlannerDecision }
  | { readonly ok: false; readonly end: RoleEnd };

/** Asks the planner for its next decision; repeats the question once after an unreadable answer. */
export async function askPlanner(turn: RoleTurn): Promise<PlannerAnswer> {
  const { context } = turn;
  const { plan, deps } = context;
  const allowed = allowedSteps(turn);
  const prompt = promptOf(turn, allowed);
  let problems: readonly string[] = [];
  for (let call = 1; ; call += 1) {
    deps.observer.onPhase({ taskId: plan.task.id, turn: plan.number, phase: 'agent' });
    const asked = problems.length === 0 ? prompt : plannerRetryPrompt(prompt, problems);
    const called = await callRole(turn, 'planner', asked);
    if (!called.ok) return called;
    const parsed = parseDecision(called.result.reply, allowed);
    if (parsed.ok) return parsed;
    problems = parsed.problems;
    if (call === TRIES) {
      const note = `the planner's answer could not be used: ${inOneLine(problems.join(' '), MAX_PROBLEMS).replace(/\.$/, '')}`;
      return { ok: false, end: { kind: 'stopped', note, result: called.result } };
    }
  }
}

const TRIES = 2;
const MAX_PROBLEMS = 300;

function allowedSteps({ roles, context }: RoleTurn): readonly NextStep[] {
  const verifiable = roles.verifier !== undefined || context.plan.task.verify !== undefined;
  return [
    ...(roles.researcher === undefined ? [] : ['researcher' as const]),
    'coder',
    ...(verifiable ? ['verifier' as const] : []),
    'done',
    ...EXITS,
  ];
}

function promptOf(turn: RoleTurn, allowed: readonly NextStep[]): string {
  const { context, roles, memory, recorder, lastVerification } = turn;
  const { plan, config } = context;
  const { title, goal, hasVerify, askForTest } = plan.promptParts;
  const { sentBack, abandoned, lastLoop, lastRefused } = plan.promptParts;
  const verifiedBy = roles.verifier !== undefined ? 'agent' : hasVerify ? 'command' : undefined;
  return plannerPrompt({
    title,
    goal,
    allowed,
    askForTest: askForTest ?? false,
    ...(verifiedBy === undefined ? {} : { verifiedBy }),
    hops: recorder.hops,
    research: memory.research,
    researchQuality: memory.researchQuality,
    loopCounters: memory.loopCounters,
    limits: toEdgeLimits(config.limits),
    stepsLeft: config.limits.maxSteps - recorder.hops.length,
    ...(lastVerification === undefined ? {} : { lastVerification }),
    ...(sentBack !== undefined && { sentBack }),
    ...(abandoned && { abandoned }),
    ...(lastLoop && { lastLoop }),
    ...(lastRefused && { lastRefused }),
  });
}
