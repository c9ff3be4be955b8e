import {
  describeHopEdge,
  describeHopOutcome,
  describeSameRequests,
  shownDuration,
  shownHopOutcome,
  type ShownHopOutcome,
  type TurnHop,
} from '../../../src/reports/hops/describeHop';
import { h, setAttribute, setShown, setText, type Part } from '../dom';
import { setIcon, type IconName } from '../icons';
import { createKeyedList } from '../keyedList';
import { describeDuration } from '../../../src/text/describeDuration';
import { oneLine } from '../../../src/text/oneLine';
import { truncate } from '../../../src/text/truncate';

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

/** Creates the list of hops, each with its agents, request and outcome. */
export function createHopList(label: string): Part<HopListView> {
  const list = h('ol', { class: 'hops' });
  let runningTurn: number | undefined;
  const draw = createKeyedList<TurnHop>(
    list,
    ({ turn, number }) => `${turn}.${number}`,
    () => createLine(() => runningTurn),
  );
  return {
    element: h(
      'div',
      { class: 'scroller hop-scroller', tabindex: '0', role: 'region', 'aria-label': label },
      list,
    ),
    update: (view) => {
      ({ runningTurn } = view);
      draw(view.hops);
    },
  };
}

function createLine(runningTurn: () => number | undefined): Part<TurnHop> {
  const glyph = h('span', { class: 'glyph' });
  const at = h('span', { class: 'hop-at' });
  const way = h('span', { class: 'hop-way' });
  const count = h('span', { class: 'hop-count' });
  const outcome = h('span', { class: 'hop-outcome' });
  const request = h('p', { class: 'hop-request' });
  const same = h('p', { class: 'hop-same' });
  const progress = h('p', { class: 'hop-progress' });
  const line = h('p', { class: 'hop-line' }, at, ' ', way, ' ', count, ' ', outcome);
  const element = h('li', {}, glyph, h('div', {}, line, request, same, progress));
  return {
    element,
    update: (hop) => {
      const ms = shownDuration(hop);
      const took = ms === undefined ? '' : `, ${describeDuration(ms)}`;
      const came = shownHopOutcome(hop, runningTurn());
      setAttribute(element, 'data-outcome', came);
      setAttribute(element, 'title', hop.answer === '' ? undefined : hop.answer);
      setIcon(glyph, ICONS[came]);
      setText(at, `${hop.turn}.${hop.number}`);
      setText(way, `${hop.from} → ${hop.to}`);
      setText(count, describeHopEdge(hop));
      setShown(count, hop.edge !== undefined);
      setText(outcome, describeHopOutcome(hop, runningTurn()) + took);
      setOrHide(request, truncate(oneLine(hop.request), MAX_REQUEST));
      setOrHide(same, marked('↺', describeSameRequests(hop)));
      setOrHide(progress, marked('↑', hop.progress ?? ''));
    },
  };
}

function setOrHide(element: HTMLElement, text: string): void {
  setText(element, text);
  setShown(element, text !== '');
}

function marked(sign: string, text: string): string {
  return text === '' ? '' : `${sign} ${text}`;
}
