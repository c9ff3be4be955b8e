import { describeEntropy, describePivots, ENTROPY_NAME } from '../../reports/task/counterWords';
import { describeLanding, describeLandingPhase } from '../../reports/landing/describeLanding';
import { SETUP_WORDS } from '../../reports/landing/setupWords';
import { describeDebuggerCall } from '../../reports/debugger/describeDebuggerCall';
import { readJudgeCall, describeJudgeCall } from '../../reports/judge/describeJudgeCall';
import { describePivotFiles } from '../../reports/rewind/describePivotFiles';
import { describeAnswered, describeAsked } from '../../reports/permissions/describePermission';
import { describeQuestion, describeQuestionEnd } from '../../reports/tools/describeQuestion';
import { describeBaseline } from '../../reports/task/describeBaseline';
import { describeAllowed, describeBudget } from '../../reports/usage/describeBudget';
import { describeUsage } from '../../reports/usage/describeUsage';
import { describeHop } from '../../reports/hops/describeHop';
import { describeAgent } from '../../reports/task/describeAgent';
import { BREAKER_WORDS } from '../../reports/task/describeLesson';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { nameIntervention } from '../../reports/task/describeIntervention';
import { describePrediction } from '../../reports/task/describePrediction';
import { describeSteps } from '../../reports/task/describeSteps';
import type { DevsEvent, EventData } from '../../model/events/devsEvent';
import { statusWord } from '../../model/task/statusNames';
import type { TurnPhase } from '../../ports/runObserver';
import { sanitizeLine } from '../text/sanitizeLabel';
import { clockTime } from '../../text/time';

/** Longest reason in a line, in characters. */
const MAX_REASON = 300;

/** Formats an event for the output channel; contains blockers, but no prompts and no other agent text. */
export function eventLine(event: DevsEvent): string {
  const { event: name, data, taskId } = event;
  const task = taskId === undefined ? '' : `${shown(taskId)}: `;
  switch (name) {
    case 'run_started':
      return 'run started';
    case 'run_ended':
      return 'run ended';
    case 'turn_started':
      return `${task}turn ${data.turn} started${inPlaceOf(data)}`;
    case 'turn_ended':
      return `${task}turn ${data.turn} ended: ${turnFacts(data)}`;
    case 'baseline_measured':
      return `${task}verification ${describeBaseline(data)}`;
    case 'loop_detected': {
      const what = data.level === 'suspect' ? 'maybe a loop' : 'loop detected';
      return `${task}${what}${inParentheses(data.message)}`;
    }
    case 'pivot_issued':
      return `${task}${describePivots({ pivots: data.pivotCount, maxPivots: data.maxPivots })} (pivot)`;
    case 'pivot_files':
      return `${task}${shown(describePivotFiles(data))}`;
    case 'gate_triggered':
      return `${task}${gateWord(data.reason)}, it needs you: ${shown(data.trigger_reason)}`;
    case 'loop_counter_reset':
      return `${task}${ENTROPY_NAME} 0${inParentheses(data.reason)}`;
    case 'task_status_changed':
      return `${task}${statusWord(data.from)} → ${statusWord(data.to)}${inParentheses(data.reason)}`;
    case 'intervention':
      return `${task}you chose ${nameIntervention(data.what)}`;
    case 'finding_dismissed':
      return `${task}you marked the ${shown(data.detector)} in turn ${data.turn} as not a loop`;
    case 'agent_asked':
      return `${task}${shown(describeQuestion(data))}`;
    case 'agent_answered':
      return `${task}${shown(describeQuestionEnd(data))}`;
    case 'permission_asked':
      return `${task}${shown(describeAsked(data))}`;
    case 'permission_answered':
      return `${task}${shown(describeAnswered(data))}`;
    case 'retry_scheduled':
      if (data.fallback !== undefined)
        return `${task}${shown(data.reason)}, until ${clockTime(shown(data.until), new Date())}`;
      return `${task}waits until ${clockTime(shown(data.until), new Date())}${inParentheses(data.reason)}`;
    case 'state_recovered':
      return `the state was recovered${inParentheses(data.message)}`;
    case 'attempt_recorded':
      return `${task}attempt ${data.number} ended: ${statusWord(data.status)}${inParentheses(data.blockers.join('; '))}`;
    case 'loop_recovery':
      return `${task}${RECOVERIES[data.action]}${inParentheses(data.reason)}`;
    case 'authority_withdrawn':
      return `${task}may no longer work around blockers${inParentheses(data.reason)}`;
    case 'lesson_recorded':
      return `${task}lesson recorded, the loop was broken by ${BREAKER_WORDS[data.brokenBy]}`;
    case 'judge_asked':
      return `${task}turn ${data.turn}, ${judgeFacts(data)}`;
    case 'task_landed':
      return `${task}${shown(describeLanding(data))}`;
    case 'budget_used':
      return `${task}${describeBudget(data)}`;
    case 'budget_allowed':
      return `${task}${describeAllowed(data)} more allowed`;
    case 'usage_reported':
      return `${task}turn ${data.turn}, ${shown(data.agent)}: ${describeUsage(data, { isPartial: data.partial === true })}`;
    case 'debugger_asked':
      return `${task}after turn ${data.turn}, ${shown(describeDebuggerCall(data))}`;
    default:
      return name satisfies never;
  }
}

/** ", codex in place of claude until 18:00"; '' where the agent works in nobody's place. */
function inPlaceOf({ agent, inPlaceOf: own, until }: EventData<'turn_started'>): string {
  if (own === undefined || until === undefined) return '';
  const words = describeAgent({ agent, standsInFor: { agent: own, until } }, new Date());
  return `, ${shown(words)}`;
}

function gateWord(reason: EventData<'gate_triggered'>['reason']): string {
  return reason === 'BLOCKED' || reason === 'ESCALATED' ? 'blocked' : 'paused';
}

function judgeFacts(data: EventData<'judge_asked'>): string {
  const facts = readJudgeCall({ data });
  const cost = facts.cost === '' ? '' : `, ${facts.cost}`;
  return `${sanitizeLine(describeJudgeCall(facts), MAX_REASON)}${inParentheses(facts.reasoning)}${cost}`;
}

const RECOVERIES: Readonly<Record<EventData<'loop_recovery'>['action'], string>> = {
  force_next: 'left; the next task is selected',
  unblock_authority: 'may work around its blockers',
  escalate: 'asks you',
};

/** One line about what a turn does right now. */
export function phaseLine(phase: TurnPhase): string {
  return `${shown(phase.taskId)}: turn ${phase.turn}, ${describePhase(phase)}`;
}

function describePhase(phase: TurnPhase): string {
  switch (phase.phase) {
    case 'agent':
      return 'the agent is working';
    case 'verify':
      return 'verifying';
    case 'setup':
      return SETUP_WORDS[phase.setup];
    case 'judge':
      return 'asking the judge model';
    case 'landing':
      return sanitizeLine(describeLandingPhase(phase.landing), MAX_REASON);
    case 'debugger':
      return `asking the debugger agent ${shown(phase.agent)} for a diagnosis`;
    case 'hop':
      return `hop ${phase.hop.number}: ${sanitizeLine(describeHop(phase.hop), MAX_REASON)}${describeRequest(phase.hop.request)}`;
    case 'step':
      return sanitizeLine(describeSteps(phase.steps), MAX_REASON);
    case 'waiting':
      return `waiting until ${clockTime(phase.until, new Date())}: ${sanitizeLine(phase.reason, MAX_REASON)}`;
    default:
      return phase satisfies never;
  }
}

function describeRequest(request: string): string {
  const line = sanitizeLine(request, MAX_REASON);
  return line === '' ? '' : `: ${line}`;
}

function turnFacts(data: EventData<'turn_ended'>): string {
  const { thresholdReason = '', prediction } = data;
  const entropy = `${describeEntropy({ entropy: data.entropyAfter, loopThreshold: data.loopThreshold })}${inParentheses(thresholdReason)}`;
  const chance = prediction === undefined ? '' : `, ${shown(describePrediction(prediction))}`;
  return `${OUTCOME_WORDS[data.outcome]}, ${entropy}${inParentheses(data.reason)}${chance}`;
}

function inParentheses(reason: string): string {
  return reason === '' ? '' : ` (${shown(reason)})`;
}

function shown(text: string): string {
  return sanitizeLine(text, MAX_REASON);
}
