import type { InterventionRecord } from '../../model/run/intervention';
import {
  describeActor,
  describeStatusChange,
  nameIntervention,
} from '../../reports/task/describeIntervention';
import { shortName } from '../../text/truncate';
import { inlineCode, escapeMarkdown } from '../../text/markdown';
import { utcTime } from '../../text/time';

/** What humans did to a task, newest first, under a heading; nothing where nobody did anything. */
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
