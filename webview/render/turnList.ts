import type { ShownProof } from '../../src/model/steps/step';
import type { TurnOutcome } from '../../src/model/turn/turn';
import type { Spending } from '../../src/model/usage/spending';
import { describeSpentShortly, hasKnownSpending } from '../../src/reports/usage/describeSpent';
import type { JudgedWords } from '../../src/reports/judge/describeJudged';
import { OUTCOME_WORDS } from '../../src/reports/task/outcomeWords';
import { describeDuration } from '../../src/text/describeDuration';
import { visibleLine } from '../../src/text/visibleText';
import {
  html,
  nothing,
  paragraph,
  repeat,
  timeOf,
  type Content,
  type TemplateResult,
} from '../template';
import { boundedList } from './bounded';
import type { TaskScope } from './context';
import { icon, OUTCOME_ICONS } from './icons';
import { inlineCode } from './inlineCode';
import { stepList } from './steps/stepList';
import { turnLinks, type TurnLinksView } from './turnLinks';

/** Maximum lengths of texts about a judgement, in characters. */
const MAX_NAME = 300;
const MAX_WORDS = 600;

/** One row of the table of turns. */
export interface TurnRow extends TurnLinksView {
  readonly outcome: TurnOutcome;
  readonly pivot: boolean;
  readonly at: string;
  readonly durationMs: number | undefined;
  /** What its calls of agents used; absent for none. */
  readonly spent?: Spending;
  readonly reason: string;
  /** First lines of the agent's reply; '' for none. */
  readonly firstLines: string;
  /** Changes, one line each; empty if unknown. */
  readonly changes: readonly string[];
  /** Steps of the loop that ended it; absent for none. */
  readonly proof?: ShownProof;
  /** Who decided on it; absent if the judge was asked about none of the turns. */
  readonly decision?: JudgedWords;
}

/** The table of turns with outcome, reason, time and duration, and links to their changes. */
export function turnList(scope: TaskScope, caption: string, turns: readonly TurnRow[]): Content {
  const view = { section: `${caption}:${scope.taskId}`, items: turns, noun: 'turn' };
  return boundedList(scope, { ...view, from: 'end' }, (shown) => {
    const rows = repeat(
      shown,
      ({ number }) => number,
      (turn) => row(scope, turn),
    );
    return html`<table class="turn-table">
      <caption>${caption}</caption>
      <thead
        ><tr
          ><th scope="col">Turn</th><th scope="col">What happened</th
          ><th scope="col" class="number">Took</th></tr
        ></thead
      >
      <tbody>${rows}</tbody>
    </table>`;
  });
}

function row(scope: TaskScope, turn: TurnRow): TemplateResult {
  const { number, outcome, pivot, at, durationMs } = turn;
  const what = OUTCOME_WORDS[outcome] + (pivot ? ', a fresh start' : '');
  const took = durationMs === undefined ? '…' : describeDuration(durationMs);
  return html`<tr data-outcome=${outcome}>
    <th scope="row"
      ><span class="turn-number"
        ><span class="glyph">${icon(OUTCOME_ICONS[outcome])}</span><span>${number}</span></span
      ></th
    >
    <td
      ><p class="turn-line"><span class="outcome">${what}</span> · ${timeOf(at)}</p
      >${paragraph(turn.reason, 'turn-reason', inlineCode)}${judgement(turn.decision)}${proof(scope, number, turn.proof)}${paragraph(turn.changes.join('\n'), 'turn-changes')}${turnLinks(scope, turn)}${paragraph(turn.firstLines, 'turn-reply')}</td
    >
    <td class="number"
      >${took}${hasKnownSpending(turn) ? paragraph(describeSpentShortly(turn.spent), 'turn-spent') : nothing}</td
    >
  </tr>`;
}

/** Who decided on a turn, with the judge's reasoning and the cost. */
function judgement(told: JudgedWords | undefined): Content {
  if (told === undefined) return nothing;
  const words =
    told.reasoning === ''
      ? nothing
      : html`<blockquote class="judge-words" aria-label="The judge’s own words"
          >${`“${visibleLine(told.reasoning, MAX_WORDS)}”`}</blockquote
        >`;
  return html`<div class="judgement"
    ><p>${visibleLine(`decided by ${told.decidedBy}`, MAX_NAME)}</p
    >${words}${paragraph(told.cost, 'judge-cost')}</div
  >`;
}

/** The steps that prove the loop which ended a turn. */
function proof(scope: TaskScope, turn: number, found: ShownProof | undefined): Content {
  if (found === undefined) return nothing;
  const { newest, count, advice = '' } = found;
  const cut = newest.length < count ? `, the newest ${newest.length} of ${count} steps` : '';
  return html`<div class="turn-proof"
    ><p class="muted">${`The loop that ended this turn${cut}:`}</p
    >${stepList(scope, `Steps of the loop in turn ${turn}`, newest)}${advice === '' ? nothing : html`<p class="turn-advice">${inlineCode(advice)}</p>`}</div
  >`;
}
