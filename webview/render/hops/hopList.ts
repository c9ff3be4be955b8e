import {
  describeHopEdge,
  describeHopOutcome,
  describeSameRequests,
  shownDuration,
  shownHopOutcome,
  type ShownHopOutcome,
  type TurnHop,
} from '../../../src/reports/hops/describeHop';
import { describeDuration } from '../../../src/text/describeDuration';
import { oneLine } from '../../../src/text/oneLine';
import { truncate } from '../../../src/text/truncate';
import {
  html,
  nothing,
  paragraph,
  repeat,
  type Content,
  type TemplateResult,
} from '../../template';
import { boundedList } from '../bounded';
import type { TaskScope } from '../context';
import { icon, type IconName } from '../icons';

const ICONS: Readonly<Record<ShownHopOutcome, IconName>> = {
  running: 'arc',
  answered: 'tick',
  repeated: 'retry',
  passed: 'tick',
  failed: 'cross',
  refused: 'noEntry',
  cutOff: 'dash',
};

/** Maximum length of a request on a line, in characters. */
const MAX_REQUEST = 160;

export interface HopListView {
  /** In display order. */
  readonly hops: readonly TurnHop[];
  /** Number of the running turn; undefined for none. */
  readonly runningTurn: number | undefined;
}

/** The list of hops, each with its agents, request and outcome. */
export function hopList(
  scope: TaskScope,
  label: string,
  { hops, runningTurn }: HopListView,
): Content {
  const view = { section: `${label}:${scope.taskId}`, items: hops, noun: 'hop' };
  return boundedList(scope, view, (shown) => {
    const items = repeat(
      shown,
      ({ turn, number }) => `${turn}.${number}`,
      (hop) => line(hop, runningTurn),
    );
    return html`<ol class="hops" aria-label=${label}
      >${items}</ol
    >`;
  });
}

function line(hop: TurnHop, runningTurn: number | undefined): TemplateResult {
  const ms = shownDuration(hop);
  const took = ms === undefined ? '' : `, ${describeDuration(ms)}`;
  const came = shownHopOutcome(hop, runningTurn);
  const outcome = describeHopOutcome(hop, runningTurn) + took;
  const count =
    hop.edge === undefined ? nothing : html`<span class="hop-count">${describeHopEdge(hop)}</span>`;
  return html`<li data-outcome=${came} title=${hop.answer === '' ? nothing : hop.answer}
    ><span class="glyph">${icon(ICONS[came])}</span
    ><div
      ><p class="hop-line"
        ><span class="hop-at">${`${hop.turn}.${hop.number}`}</span>
        <span class="hop-way">${`${hop.from} → ${hop.to}`}</span> ${count}
        <span class="hop-outcome">${outcome}</span></p
      >${paragraph(truncate(oneLine(hop.request), MAX_REQUEST), 'hop-request')}${paragraph(marked('↺', describeSameRequests(hop)), 'hop-same')}${paragraph(marked('↑', hop.progress ?? ''), 'hop-progress')}</div
    ></li
  >`;
}

function marked(sign: string, text: string): string {
  return text === '' ? '' : `${sign} ${text}`;
}
