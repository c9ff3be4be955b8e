import type { JudgedWords } from '../../src/reports/judge/describeJudged';
import type { ShownProof } from '../../src/model/steps/step';
import { OUTCOME_WORDS } from '../../src/reports/task/outcomeWords';
import type { TurnOutcome } from '../../src/model/turn/turn';
import { createJudgement } from './judgement';
import { h, setAttribute, setText, type Part } from './dom';
import { OUTCOME_ICONS, setIcon } from './icons';
import { createKeyedList } from './keyedList';
import type { TaskLinks } from './taskLinks';
import { createTurnProof } from './steps/turnProof';
import { createTurnLinks, type TurnLinksView } from './turnLinks';
import { describeDuration } from '../../src/text/describeDuration';
import { localTime } from '../../src/text/time';

/** One row of the table of turns. */
export interface TurnRow extends TurnLinksView {
  readonly number: number;
  readonly outcome: TurnOutcome;
  readonly pivot: boolean;
  readonly at: string;
  readonly durationMs: number | undefined;
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

/** Creates the table of turns with outcome, reason, time and duration, and links to their changes. */
export function createTurnList(caption: string, task: TaskLinks): Part<readonly TurnRow[]> {
  const body = h('tbody');
  const head = h(
    'tr',
    {},
    h('th', { scope: 'col' }, 'Turn'),
    h('th', { scope: 'col' }, 'What happened'),
    h('th', { scope: 'col', class: 'number' }, 'Took'),
  );
  const table = h(
    'table',
    { class: 'turn-table' },
    h('caption', {}, caption),
    h('thead', {}, head),
    body,
  );
  const draw = createKeyedList<TurnRow>(
    body,
    (row) => String(row.number),
    (row) => createRow(row.number, task),
  );
  return {
    element: h(
      'div',
      { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': caption },
      table,
    ),
    update: draw,
  };
}

function createRow(turn: number, task: TaskLinks): Part<TurnRow> {
  const glyph = h('span', { class: 'glyph' });
  const number = h('span');
  const outcome = h('span', { class: 'outcome' });
  const reason = h('p', { class: 'turn-reason' });
  const changes = h('p', { class: 'turn-changes' });
  const reply = h('p', { class: 'turn-reply' });
  const proof = createTurnProof(turn);
  const judgement = createJudgement();
  const links = createTurnLinks(turn, task);
  const time = h('time');
  const took = h('td', { class: 'number' });
  const element = h(
    'tr',
    {},
    h('th', { scope: 'row' }, h('span', { class: 'turn-number' }, glyph, number)),
    h(
      'td',
      {},
      h('p', { class: 'turn-line' }, outcome, ' · ', time),
      reason,
      judgement.element,
      proof.element,
      changes,
      links.element,
      reply,
    ),
    took,
  );
  return {
    element,
    update: (row) => {
      setIcon(glyph, OUTCOME_ICONS[row.outcome]);
      setAttribute(element, 'data-outcome', row.outcome);
      setText(number, String(row.number));
      setText(outcome, OUTCOME_WORDS[row.outcome] + (row.pivot ? ', after a pivot' : ''));
      setText(time, localTime(row.at, new Date()));
      setAttribute(time, 'title', row.at);
      setText(reason, row.reason);
      setText(changes, row.changes.join('\n'));
      judgement.update(row.decision);
      proof.update(row.proof);
      links.update(row);
      setText(reply, row.firstLines);
      setText(took, row.durationMs === undefined ? '…' : describeDuration(row.durationMs));
    },
  };
}
