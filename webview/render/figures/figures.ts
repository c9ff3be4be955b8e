import type { Metrics } from '../../../src/model/report/metricSet';
import type { DashboardView } from '../../../src/protocol/dashboardView';
import type { Content } from '../../template';
import type { ButtonView } from '../button';
import type { Scope } from '../context';
import { messageOf } from '../sender';
import { figurePanel } from './figurePanel';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

/** Milliseconds after a change until shown metrics are requested again. */
const REFRESH_MS = 10_000;

/** The metrics, shown instead of the tasks. */
export interface Figures {
  /** The button that shows them, or the tasks again. */
  readonly button: () => ButtonView;
  readonly panel: () => Content;
  /** Shows them from now on; they are requested once a folder is shown. */
  readonly show: () => void;
  /** Notes what the dashboard shows: metrics are those of its folder, and are requested again after a change. */
  readonly follow: (view: Ready) => void;
}

/** Creates it without metrics; requests and loads nothing before the user opens them. */
export function createFigures(scope: Scope): Figures {
  const { host, state, sender, redraw } = scope;
  let metrics: Metrics | undefined;
  /** Whether the metrics are those of the shown folder. */
  let isKnown = false;
  /** The pending request; its response is ignored once it is replaced. */
  let asked: object | undefined;
  let folder: string | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;

  const refresh = async (): Promise<void> => {
    if (asked !== undefined) return;
    const mine = {};
    asked = mine;
    try {
      const answer = await host.request('metrics', {});
      if (asked !== mine) return;
      [metrics, isKnown] = [answer, true];
      sender.complain('');
    } catch (error) {
      if (asked === mine) sender.complain(messageOf(error));
    } finally {
      if (asked === mine) asked = undefined;
    }
  };
  let isAsked = false;
  const ask = (): void => {
    clearTimeout(next);
    next = undefined;
    if (!state.current.figures) return;
    isAsked = true;
    void refresh();
  };
  const choose = (figures: boolean): void => {
    state.update({ figures });
    redraw();
    if (figures && folder !== undefined) ask();
  };
  return {
    button: () => {
      const pressed = state.current.figures;
      const hint = pressed
        ? 'Shows the tasks again.'
        : 'Shows how often agents looped and what that cost.';
      return {
        action: 'figures',
        label: 'Metrics',
        icon: 'chart',
        pressed,
        state: { enabled: true, hint },
        onPress: () => choose(!pressed),
      };
    },
    show: () => choose(true),
    panel: () => figurePanel(scope, metrics, isKnown),
    follow: (view) => {
      if (folder !== undefined && folder !== view.folder) {
        [isAsked, isKnown, asked] = [false, false, undefined];
        sender.complain('');
      }
      ({ folder } = view);
      if (!state.current.figures) return;
      if (!isAsked) ask();
      else next ??= setTimeout(ask, REFRESH_MS);
    },
  };
}
