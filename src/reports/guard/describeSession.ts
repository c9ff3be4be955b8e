import { ANSWER_ABILITIES } from '../../model/guard/answerAbilities';
import { GUARDED_AGENT_NAMES } from '../../model/guard/guardedAgent';
import type { GuardedLoop, GuardedSession, SessionState } from '../../model/guard/guardedSession';
import type { GuardFinding } from '../../model/guard/guardedProof';
import type { ProvingStep } from '../../model/steps/step';
import { countOf } from '../../text/count';
import { withFullStop } from '../../text/sentence';
import { clockTime } from '../../text/time';
import { describeProof } from '../hops/describeHop';
import { describeStepNow } from '../task/describeSteps';

/** Each status of a guarded session for humans. */
export const SESSION_STATUS_NAMES: Readonly<Record<SessionState['status'], string>> = {
  working: 'Working',
  waiting: 'Waiting for you',
  stopped: 'Stopped by Devs',
  ended: 'Ended',
};

const STOPPED_AND_ENDED = 'Stopped by Devs, ended';
const INTERRUPTED = 'Waiting for you, interrupted';
const NO_LOOP = 'You said that this was not a loop.';

/** A guarded session in words; texts of the agent have any content. */
export interface DescribedSession {
  /** The agent's name: "Claude Code". */
  readonly agent: string;
  readonly status: string;
  /** Real path of its folder; '' if unknown. */
  readonly folder: string;
  /** The newest prompt, one line; '' for none. */
  readonly asked: string;
  /** "step 12: Bash npm test", or "11 steps" between calls. */
  readonly now: string;
  /** A suspicion as a sentence; absent for none. */
  readonly suspicion?: string;
  /** "Snoozed until 14:05."; absent if not, or no more. */
  readonly snoozed?: string;
  /** "Files rewound at 14:38 to before prompt 1."; absent if not. */
  readonly rewound?: string;
  /** Newest first. */
  readonly loops: readonly DescribedGuardedLoop[];
  /** Whether there is something that a human can call no loop. */
  readonly canDismiss: boolean;
}

/** A loop of a guarded session in words. */
export interface DescribedGuardedLoop {
  /** Local time: "14:05". */
  readonly at: string;
  /** "step 67"; '' before any step. */
  readonly place: string;
  /** What was found, a sentence; it begins with "Again:" where the session had such a loop before. */
  readonly message: string;
  /** What Devs did about it, a sentence; that it was dismissed, if it was. */
  readonly answer: string;
  /** "the same call with the same result: steps 11, 14 and 17"; '' for rounds without new work. */
  readonly foundBy: string;
  readonly steps: readonly ProvingStep[];
  /** What a human can do about it; '' for nothing. */
  readonly advice: string;
  readonly isDismissed: boolean;
}

/** Describes a guarded session, for a terminal and for the dashboard. */
export function describeSession(session: GuardedSession, now: Date): DescribedSession {
  const { agent, folder, asked, suspicion, loops, rewound } = session;
  const snoozed = describeSnooze(session, now);
  return {
    ...{ agent: GUARDED_AGENT_NAMES[agent], folder, asked },
    status: nameStatus(session),
    now: describeNow(session),
    ...(suspicion && { suspicion: withFullStop(suspicion.message) }),
    ...(snoozed !== undefined && { snoozed }),
    ...(rewound && { rewound: describeRewound(rewound, now) }),
    loops: loops
      .map((loop, index) => {
        const isAgain = loops.slice(0, index).some((each) => isSameLoop(each, loop));
        return describeLoop(loop, agent, now, isAgain);
      })
      .toReversed(),
    canDismiss: suspicion !== undefined || loops.some(({ isDismissed }) => isDismissed !== true),
  };
}

function nameStatus({ status, wasStopped, wasInterrupted }: SessionState): string {
  if (wasStopped === true) return STOPPED_AND_ENDED;
  return wasInterrupted === true && status === 'waiting'
    ? INTERRUPTED
    : SESSION_STATUS_NAMES[status];
}

/** What was answered at a finding, and what a human can do about it, a sentence each; '' for nothing. */
export function describeFinding(
  { loop, told }: GuardFinding,
  agent: GuardedSession['agent'],
  now: Date,
): Pick<DescribedGuardedLoop, 'answer' | 'advice'> {
  if (loop === undefined)
    return {
      answer:
        told === true
          ? 'Devs told the agent about the possible loop.'
          : 'Devs did not tell the agent about the possible loop.',
      advice: '',
    };
  const { at, advice, isDismissed = false } = loop;
  const answered = `${clockTime(at, now)} · ${describeAnswer(loop, agent)}`;
  return isDismissed
    ? { answer: `${answered} ${NO_LOOP}`, advice: '' }
    : { answer: answered, advice };
}

/** "Claude Code · Stopped by Devs · 67 steps · last at 14:35". */
export function describeSessionFacts(session: GuardedSession, now: Date): string {
  const { agent, status } = describeSession(session, now);
  const { steps, lastAt } = session;
  return [agent, status, countOf(steps, 'step'), `last at ${clockTime(lastAt, now)}`].join(' · ');
}

function describeNow({ steps, current }: SessionState): string {
  return describeStepNow({
    count: steps,
    ...(current && { current: { ...current, number: steps + 1 } }),
  });
}

function describeSnooze({ snoozedUntil }: SessionState, now: Date): string | undefined {
  return snoozedUntil === undefined || !(Date.parse(snoozedUntil) > now.getTime())
    ? undefined
    : `Snoozed until ${clockTime(snoozedUntil, now)}.`;
}

function describeRewound(
  { at, toTurn }: NonNullable<GuardedSession['rewound']>,
  now: Date,
): string {
  return `Files rewound at ${clockTime(at, now)} to their state before prompt ${toTurn + 1}.`;
}

/** Whether two loops of a session are the same once more: what is counted may differ. */
function isSameLoop(a: GuardedLoop, b: GuardedLoop): boolean {
  if (a.loop === undefined || b.loop === undefined) return a.message === b.message;
  return a.loop.detector === b.loop.detector && a.loop.answer === b.loop.answer;
}

function describeLoop(
  found: GuardedLoop,
  agent: GuardedSession['agent'],
  now: Date,
  isAgain = false,
): DescribedGuardedLoop {
  const { at, step, message, loop, advice, isDismissed = false } = found;
  return {
    at: clockTime(at, now),
    place: step === 0 ? '' : `step ${step}`,
    message: `${isAgain ? 'Again: ' : ''}${withFullStop(message)}`,
    answer: isDismissed ? NO_LOOP : describeAnswer(found, agent),
    foundBy: loop === undefined ? '' : describeProof(loop),
    steps: loop?.steps ?? [],
    ...{ advice, isDismissed },
  };
}

/** What the agent was answered, as far as its hooks allow. */
function describeAnswer({ answer }: GuardedLoop, agent: GuardedSession['agent']): string {
  const { refusal, end } = ANSWER_ABILITIES[agent];
  const refuses = refusal.length > 0;
  switch (answer) {
    case 'refusal':
      return refuses
        ? 'Devs refused the next tool call and told the agent why.'
        : 'Devs told the agent about the loop.';
    case 'end':
      // A prompt that is not taken, and a stop that is left alone, end no work.
      if (end.some((event) => event !== 'prompt' && event !== 'stop'))
        return 'Devs ended the turn.';
      return refuses
        ? 'Devs refuses every tool call of the agent until your next prompt.'
        : 'Devs told the agent to stop.';
    case 'shown':
      return 'Devs did not tell the agent, because you had snoozed the session.';
    default:
      return answer satisfies never;
  }
}
