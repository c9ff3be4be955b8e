import type { InterventionRecord } from '../../model/run/intervention';
import {
  describeActor,
  describeStatusChange,
  nameIntervention,
} from '../../reports/task/describeIntervention';
import { shortName } from '../../text/truncate';
import { inlineCode, escapeMarkdown } from '../../text/markdown';
import { utcTime } from '../../text/time';

/** Section with the interventions of a task, newest first; empty for none. */
export function historyMarkdown(history: readonly InterventionRecord[]): readonly string[] {
  if (history.length === 0) return [];
  return ['## What you did', '', ...history.map(line), ''];
}

function line(record: InterventionRecord): string {
  const { at, what, who, detail } = record;
  const more = detail === '' ? '' : `: ${inlineCode(shortName(detail))}`;
  const facts = [escapeMarkdown(describeActor(who)), inlineCode(describeStatusChange(record))].join(
    ', ',
  );
  return `- ${escapeMarkdown(utcTime(at))}, ${nameIntervention(what)}, ${facts}${more}`;
}
