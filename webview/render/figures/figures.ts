import type { DashboardView } from '../../../src/protocol/dashboardView';
import { createButton, type ActionButton } from '../button';
import type { Context } from '../context';
import { setAttribute, setShown, type Part } from '../dom';
import { createFigurePanel } from './figurePanel';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

/** Milliseconds after a change until shown metrics are requested again. */
const REFRESH_MS = 10_000;

/** The metrics and the button that shows them instead of the tasks. */
export interface FiguresPart extends Part<Ready> {
  readonly button: ActionButton;
  /** Sets the element that is hidden while metrics are shown. */
  insteadOf(tasks: HTMLElement): void;
}

/** Creates the part; requests and loads nothing before the user opens the metrics. */
export function createFigures(context: Context): FiguresPart {
  const { state } = context;
  const button = createButton({ action: 'figures', label: 'Metrics', icon: 'chart' });
  const panel = createFigurePanel(context);
  let tasks: HTMLElement | undefined;
  let known = false;
  let folder: string | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;

  const draw = (): void => {
    const shown = state.current.figures;
    setShown(panel.element, shown);
    if (tasks !== undefined) setShown(tasks, !shown);
    setAttribute(button.element, 'aria-pressed', String(shown));
    button.setState({ enabled: true, hint: shown ? 'Back to the tasks.' : 'What looping cost.' });
  };
  const ask = (): void => {
    clearTimeout(next);
    next = undefined;
    if (!state.current.figures) return;
    known = true;
    panel.refresh();
  };
  button.onPress(() => {
    state.update({ figures: !state.current.figures });
    draw();
    if (state.current.figures) ask();
  });
  return {
    element: panel.element,
    button,
    insteadOf: (element) => {
      tasks = element;
      draw();
    },
    update: (view) => {
      if (folder !== undefined && folder !== view.folder) {
        known = false;
        panel.forget();
      }
      folder = view.folder;
      if (!state.current.figures) return;
      if (!known) ask();
      else next ??= setTimeout(ask, REFRESH_MS);
    },
  };
}
