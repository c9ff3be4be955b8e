import { askedFacts, describeAsked } from '../domain/judgeEvent';
import { describeHop } from '../domain/hopWords';
import { describeSteps } from '../domain/stepWords';
import type { DevsEvent } from '../domain/run';
import type { TurnPhase } from '../ports/runObserver';
import { plainLine } from './harmlessText';
import { localTime } from '../text/time';

/** Longest reason in a line, in characters. */
const MAX_REASON = 300;

/** One line of the output channel about an event; of what agents say only what blocks them, and nothing of prompts. */
export function eventLine(event: DevsEvent): string {
  const { data } = event;
  const task = event.taskId === undefined ? '' : `${shown(event.taskId)}: `;
  switch (event.event) {
    case 'run_started':
      return 'run started';
    case 'run_ended':
      return 'run ended';
    case 'turn_started':
      return `${task}turn ${shown(data['turn'])} started`;
    case 'turn_ended':
      return `${task}turn ${shown(data['turn'])} ended: ${turnFacts(data)}`;
    case 'loop_detected': {
      const what = data['level'] === 'suspect' ? 'maybe a loop' : 'loop detected';
      return `${task}${what}${because(data['message'])}`;
    }
    case 'pivot_issued':
      return `${task}pivot ${shown(data['pivotCount'])} of ${shown(data['maxPivots'])}`;
    case 'gate_triggered':
      return `${task}stopped for you, ${shown(data['reason'])}`;
    case 'loop_counter_reset':
      return `${task}entropy back to 0${because(data['reason'])}`;
    case 'task_status_changed':
      return `${task}${shown(data['from'])} → ${shown(data['to'])}${because(data['reason'])}`;
    case 'intervention':
      return `${task}you chose ${shown(data['what'])}`;
    case 'retry_scheduled':
      return `${task}waits until ${localTime(shown(data['until']), new Date())}${because(data['reason'])}`;
    case 'state_recovered':
      return `the state was recovered${because(data['message'])}`;
    case 'attempt_recorded':
      return `${task}${shown(data['sessionId'])} ended: ${shown(data['status'])}${because(listed(data['blockers']))}`;
    case 'loop_recovery':
      return `${task}${recovered(data['action'])}${because(data['reason'])}`;
    case 'authority_withdrawn':
      return `${task}may not work around blockers any more${because(data['reason'])}`;
    case 'lesson_recorded':
      return `${task}lesson learned, the loop was broken by: ${shown(data['brokenBy'])}`;
    case 'judge_asked':
      return `${task}turn ${shown(data['turn'])}, ${judgeFacts(event)}`;
    default:
      return event.event satisfies never;
  }
}

function judgeFacts(event: DevsEvent): string {
  const facts = askedFacts(event);
  const cost = facts.cost === '' ? '' : `, ${facts.cost}`;
  return `${plainLine(describeAsked(facts), MAX_REASON)}${because(facts.reasoning)}${cost}`;
}

function recovered(action: unknown): string {
  switch (action) {
    case 'force_next':
      return 'left, the next task is taken up';
    case 'unblock_authority':
      return 'may work around its blockers';
    case 'escalate':
      return 'asks you';
    default:
      return shown(action);
  }
}

/** One line about what a turn does right now. */
export function phaseLine(phase: TurnPhase): string {
  return `${shown(phase.taskId)}: turn ${phase.turn}, ${doing(phase)}`;
}

function doing(phase: TurnPhase): string {
  switch (phase.phase) {
    case 'agent':
      return 'the agent works';
    case 'verify':
      return 'verifying';
    case 'judge':
      return 'asking the judge model';
    case 'hop':
      return `hop ${phase.hop.number}: ${plainLine(describeHop(phase.hop), MAX_REASON)}${asked(phase.hop.request)}`;
    case 'step':
      return plainLine(describeSteps(phase.steps), MAX_REASON);
    case 'waiting':
      return `waiting until ${localTime(phase.until, new Date())}: ${plainLine(phase.reason, MAX_REASON)}`;
    default:
      return phase satisfies never;
  }
}

function asked(request: string): string {
  const line = plainLine(request, MAX_REASON);
  return line === '' ? '' : `: ${line}`;
}

function turnFacts(data: DevsEvent['data']): string {
  const entropy = `entropy ${shown(data['entropyAfter'])} of ${shown(data['loopThreshold'])}`;
  return `${shown(data['outcome'])}, ${entropy}${because(data['reason'])}`;
}

function because(reason: unknown): string {
  return typeof reason === 'string' && reason !== '' ? ` (${plainLine(reason, MAX_REASON)})` : '';
}

function listed(value: unknown): string {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string').join('; ') : '';
}

function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? plainLine(String(value), MAX_REASON)
    : '?';
}
