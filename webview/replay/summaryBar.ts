import type { ReplayView } from '../../src/protocol/replay/replayView';
import { h, setShown, setText, type Part } from '../render/dom';

/** Creates the summary: numbers of runs, stuck runs and saved steps, and the button to add recordings. */
export function createSummaryBar(onAdd: () => void): Part<ReplayView> {
  const [runs, stuck, suspect, saved] = ['Runs', 'Stuck', 'Suspected', 'Steps saved'].map(
    createFigure,
  );
  const busy = h('p', { class: 'muted busy' }, 'Reading…');
  const add = h('button', { type: 'button', class: 'button' }, 'Add recordings…');
  add.addEventListener('click', onAdd);
  const figures = [runs, stuck, suspect, saved].flatMap((each) => each ?? []);
  return {
    element: h(
      'header',
      { class: 'replay-head' },
      h('h1', {}, 'Replay'),
      h('dl', { class: 'replay-figures' }, ...figures.map(({ element }) => element)),
      busy,
      add,
    ),
    update: ({ summary, busy: isBusy }) => {
      runs?.update(summary.runs.toLocaleString());
      stuck?.update(summary.stuck.toLocaleString());
      suspect?.update(summary.suspect.toLocaleString());
      saved?.update(savedOf(summary));
      setShown(busy, isBusy);
    },
  };
}

/** Describes the saved steps: "12 of 43", "none came after". */
function savedOf({ stuck, saved, steps }: ReplayView['summary']): string {
  if (stuck > 0 && saved === 0) return 'none came after';
  return `${saved.toLocaleString()} of ${steps.toLocaleString()}`;
}

function createFigure(label: string): Part<string> {
  const value = h('dd');
  return {
    element: h('div', {}, h('dt', {}, label), value),
    update: (text) => setText(value, text),
  };
}
