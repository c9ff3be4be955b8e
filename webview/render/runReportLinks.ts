import type { DashboardView } from '../../src/protocol/dashboardView';
import type { Alert } from './alert';
import { createButton } from './button';
import type { Context } from './context';
import { h, setShown, type Part } from './dom';
import { send } from './request';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

/** Creates the links to the newest run's report: open, copy, export. Hidden before a run has ended. */
export function createRunReportLinks(context: Context, alert: Alert): Part<Ready> {
  const link = (action: 'open' | 'copy' | 'export', label: string, name: string): HTMLElement => {
    const method = METHODS[action];
    const button = createButton({ action: method, label, appearance: 'link', name });
    button.onPress(() => send(context, { method, params: {}, button, alert }));
    return button.element;
  };
  const element = h(
    'p',
    { class: 'run-report' },
    h('span', {}, 'Last run:'),
    link('open', 'Report', 'Open the report of the last run'),
    link('copy', 'Copy', 'Copy the report of the last run'),
    link('export', 'Export', 'Export the report of the last run'),
  );
  return { element, update: ({ runReport }) => setShown(element, runReport !== undefined) };
}

const METHODS = {
  open: 'openRunReport',
  copy: 'copyRunReport',
  export: 'exportRunReport',
} as const;
