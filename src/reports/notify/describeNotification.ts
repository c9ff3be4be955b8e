import type { DevsEvent, EventOf } from '../../model/events/devsEvent';
import type { Notification } from '../../model/notify/notification';
import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import { capitalise, withFullStop } from '../../text/sentence';
import { clockTime } from '../../text/time';
import { visibleLine } from '../../text/visibleText';
import { pauseReason } from '../pause/pauseReason';
import { describeAsked } from '../permissions/describePermission';
import { describeRunEnd } from '../run/runEndWords';
import { describeBudget } from '../usage/describeBudget';

/** A wait that is shorter ends before anybody could do something about it, in milliseconds. */
export const LONG_WAIT_MS = 10 * 60_000;

const MAX_TITLE = 60;
const MAX_WHY = 300;

/** What is known beside the event. */
export interface NotificationFacts {
  /** The title of a task; its id for a task that is not known. */
  readonly titleOf: (taskId: string) => string;
  /** The newest report of a task. */
  readonly reportOf: (taskId: string) => FailureAnalysisReport | undefined;
  /** A link that opens a task. */
  readonly linkTo: (taskId: string) => string;
  readonly now: Date;
}

/**
 * What a human is told about an event: a task needs or asks them, a wait is long, 80 % of a budget are used, the run
 * ended by itself. Undefined for other events.
 */
export function describeNotification(
  event: DevsEvent,
  facts: NotificationFacts,
): Notification | undefined {
  switch (event.event) {
    case 'gate_triggered':
      return describeGate(event, facts);
    case 'permission_asked': {
      const asked = event.data;
      const action = `Answer in a terminal by ${clockTime(asked.until, facts.now)}: devs permit ${event.taskId}, or devs deny ${event.taskId}`;
      return ofTask(event, facts, { says: 'asks you', why: describeAsked(asked), action });
    }
    case 'agent_asked': {
      const { question, until } = event.data;
      const action = `Answer in a terminal by ${clockTime(until, facts.now)}: devs answer ${event.taskId} "…"`;
      return ofTask(event, facts, { says: 'asks you', why: question, action });
    }
    case 'budget_used': {
      const why = withFullStop(capitalise(describeBudget(event.data)));
      return { ...ofTask(event, facts, { says: 'nears its budget', why }), needsYou: false };
    }
    case 'retry_scheduled': {
      const { delayMs, until, reason, fallback } = event.data;
      if (delayMs < LONG_WAIT_MS) return undefined;
      if (fallback !== undefined) {
        const why = `${reason}, until ${clockTime(until, facts.now)}`;
        return {
          ...ofTask(event, facts, { says: `goes on with ${fallback}`, why }),
          needsYou: false,
        };
      }
      const says = `waits until ${clockTime(until, facts.now)}`;
      const action = `The run then continues by itself. To try the task at once: devs stop-waiting ${event.taskId}`;
      return { ...ofTask(event, facts, { says, why: reason, action }), needsYou: false };
    }
    case 'run_ended':
      return describeEnd(event, facts);
    case 'agent_answered':
    case 'attempt_recorded':
    case 'authority_withdrawn':
    case 'baseline_measured':
    case 'budget_allowed':
    case 'debugger_asked':
    case 'finding_dismissed':
    case 'intervention':
    case 'judge_asked':
    case 'lesson_recorded':
    case 'loop_counter_reset':
    case 'loop_detected':
    case 'loop_recovery':
    case 'permission_answered':
    case 'pivot_files':
    case 'pivot_issued':
    case 'run_started':
    case 'state_recovered':
    case 'task_landed':
    case 'task_status_changed':
    case 'turn_ended':
    case 'turn_started':
    case 'usage_reported':
      return undefined;
    default:
      return event satisfies never;
  }
}

function describeGate(event: EventOf<'gate_triggered'>, facts: NotificationFacts): Notification {
  const { taskId } = event;
  const report = facts.reportOf(taskId);
  const question = report?.question ?? '';
  const reason = report === undefined ? event.data.trigger_reason : pauseReason(report).sentence;
  const command = event.data.reason === 'REVIEW' ? 'review' : 'report';
  const action = `To see what you can do: devs ${command} ${taskId}`;
  return question === ''
    ? ofTask(event, facts, { says: 'needs you', why: withFullStop(reason), action })
    : ofTask(event, facts, { says: 'asks you', why: question, action });
}

/** An end that a human asked for is no news. */
function describeEnd(
  event: EventOf<'run_ended'>,
  facts: NotificationFacts,
): Notification | undefined {
  const { data } = event;
  if (data.kind === 'stopped' || data.kind === 'cancelled') return undefined;
  const why = visibleLine(describeRunEnd(data), MAX_WHY);
  const needsYou = data.kind === 'needsHuman';
  const [first] = needsYou ? data.taskIds : [];
  return {
    ...{ title: 'The run has ended', why, needsYou, event },
    ...(first !== undefined && { action: 'To see what you can do: devs status' }),
    ...(first !== undefined && { link: facts.linkTo(first) }),
  };
}

interface Words {
  /** Ends the title. */
  readonly says: string;
  readonly why: string;
  readonly action?: string;
}

function ofTask(
  event: DevsEvent & { readonly taskId: string },
  { titleOf, linkTo }: NotificationFacts,
  { says, why, action }: Words,
): Notification {
  return {
    title: `${visibleLine(titleOf(event.taskId), MAX_TITLE)} ${says}`,
    why: visibleLine(why, MAX_WHY),
    ...(action !== undefined && { action }),
    link: linkTo(event.taskId),
    needsYou: true,
    event,
  };
}
