import type { InterventionRecord } from '../../src/model/run/intervention';
import {
  describeInitiator,
  describeStatusChange,
  nameIntervention,
} from '../../src/reports/task/describeIntervention';
import { capitalise } from '../../src/text/sentence';
import {
  html,
  nothing,
  paragraph,
  repeat,
  timeOf,
  type Content,
  type TemplateResult,
} from '../template';

/** The interventions on a task: time, kind, actor, status change, detail. The newest comes first. */
export function historySection(history: readonly InterventionRecord[]): Content {
  if (history.length === 0) return nothing;
  const items = repeat(
    history.map((record, index) => ({ record, age: history.length - index })),
    ({ age }) => age,
    ({ record }) => entry(record),
  );
  return html`<section class="section"
    ><h4>What was done</h4
    ><ol class="interventions"
      >${items}</ol
    ></section
  >`;
}

function entry(record: InterventionRecord): TemplateResult {
  const what = capitalise(nameIntervention(record.what));
  const change = `${describeStatusChange(record)} · ${describeInitiator(record)}`;
  return html`<li
    ><p><span class="intervention">${what}</span> · ${timeOf(record.at)}</p
    >${paragraph(record.detail, 'intervention-detail')}<p
      ><span class="muted">${change}</span></p
    ></li
  >`;
}
