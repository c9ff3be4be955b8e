import assert from 'node:assert/strict';
import { describeActor, nameIntervention } from '../../../../src/reports/task/describeIntervention';
import type { InterventionRecord } from '../../../../src/model/run/intervention';
import { STATUS_WORDS } from '../../../../webview/words';
import { PATIENCE_MS, pollUntil } from '../../../realVscode/waiting';
import { type Dashboard } from '../vscodeSession';
import { openSection } from './pieces';

/** One entry of a history as a dashboard draws it. */
interface HistoryLine {
  readonly what: string;
  readonly at: string;
  readonly detail: string;
  readonly change: string;
}

/** How a dashboard has to draw what the terminal says. */
export function historyLine({ what, at, detail, from, to, who }: InterventionRecord): HistoryLine {
  const word = STATUS_WORDS[to].word;
  const change = from === to ? `stays ${word}` : `${STATUS_WORDS[from].word} → ${word}`;
  const name = nameIntervention(what);
  return {
    what: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    at,
    detail,
    change: `${change} · ${describeActor(who)}`,
  };
}

/** What the dashboard shows under "What was done", once that has `count` entries. */
export async function historyShown(
  dashboard: Dashboard,
  taskId: string,
  count: number,
): Promise<readonly HistoryLine[]> {
  const card = dashboard.card(taskId);
  const list = card.locator('.interventions li');
  let lines: readonly HistoryLine[] = [];
  const probe = async (): Promise<readonly HistoryLine[] | undefined> => {
    await dashboard.openWhy(taskId);
    await openSection(card, 'Details');
    lines = await list.evaluateAll(readLines);
    return lines.length === count ? lines : undefined;
  };
  return pollUntil(probe, { what: 'the history', withinMs: PATIENCE_MS }).catch(() => {
    assert.fail(`the dashboard does not show ${count} entries: ${JSON.stringify(lines)}`);
  });
}

function readLines(elements: readonly unknown[]): HistoryLine[] {
  interface Element {
    readonly textContent: string;
    readonly title: string;
    querySelector: (selector: string) => Element | null;
  }
  return (elements as readonly Element[]).map((item) => ({
    what: item.querySelector('.intervention')?.textContent ?? '',
    at: item.querySelector('time')?.title ?? '',
    detail: item.querySelector('.intervention-detail')?.textContent ?? '',
    change: item.querySelector('.muted')?.textContent ?? '',
  }));
}
