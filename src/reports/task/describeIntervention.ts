import { STATUS_NAMES } from '../../model/task/statusNames';
import { PIVOT_NAME } from './counterWords';
import type { InterventionRecord } from '../../model/run/intervention';
import type { Actor } from '../../model/workspace/leaseHolder';
import { escapeMarkdown, inlineCode } from '../../text/markdown';
import { utcTime } from '../../text/time';
import { shortName } from '../../text/truncate';

const WHAT_WORDS: Readonly<Record<InterventionRecord['what'], string>> = {
  skip: 'skip',
  resume: 'resume',
  stopWaiting: 'stop waiting',
  accept: 'accept',
  sendBack: 'send back',
  discard: 'discard',
  notALoop: 'not a loop',
  retry: 'retry',
  rewind: 'rewind',
  redo: 'redo',
  pause: 'pause',
  hint: 'hint',
};

/** Name of the intervention in the history: "resume", "not a loop". */
export function nameIntervention(what: InterventionRecord['what']): string {
  return WHAT_WORDS[what];
}

/** Describes who intervened: "you in a terminal"; "you" if an older version did not record it. */
export function describeActor(who: Actor | undefined): string {
  if (who === undefined) return 'you';
  return `you in ${who.who === 'window' ? 'a VS Code window' : 'a terminal'}`;
}

/** Describes who made a change of the history: a human, or "Devs, at pivot 2". */
export function describeInitiator({ who, atPivot }: InterventionRecord): string {
  return atPivot === undefined ? describeActor(who) : `Devs, at ${PIVOT_NAME} ${atPivot}`;
}

/** Describes the status change: "Blocked → Pending", or "stays Done". */
export function describeStatusChange({ from, to }: InterventionRecord): string {
  const word = STATUS_NAMES[to];
  return from === to ? `stays ${word}` : `${STATUS_NAMES[from]} → ${word}`;
}

/** Formats an intervention as a line of Markdown without a bullet: time, kind, actor, status change, detail. */
export function interventionMarkdown(record: InterventionRecord): string {
  const { at, what, detail } = record;
  const more = detail === '' ? '' : `: ${inlineCode(shortName(detail))}`;
  const facts = [
    escapeMarkdown(utcTime(at)),
    nameIntervention(what),
    escapeMarkdown(describeInitiator(record)),
    escapeMarkdown(describeStatusChange(record)),
  ];
  return `${facts.join(', ')}${more}`;
}
