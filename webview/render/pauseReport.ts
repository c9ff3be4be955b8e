import type { FailureAnalysisReport } from '../../src/protocol/words';
import { formatTime } from '../format';
import { reportHeadline } from '../words';
import type { Context } from './context';
import { createDisclosure } from './disclosure';
import { h, setAttribute, setShown, setText, type Part } from './dom';
import { icon } from './icons';
import { createKeyedList } from './keyedList';
import { createTurnTable } from './turnTable';

/** The pause report: what was tried, the last error, and the turns that prove it. */
export function createPauseReport(context: Context, taskId: string): Part<FailureAnalysisReport> {
  const headline = h('span', { class: 'headline' });
  const time = h('time', { class: 'muted' });
  const strategies = h('ol', { class: 'strategies' });
  const drawStrategies = createKeyedList<Strategy>(strategies, (item) => item.key, createStrategy);
  const tried = h('section', { class: 'section' }, h('h4', {}, 'What was tried'), strategies);
  const lastError = h('pre', {
    class: 'scroller',
    tabindex: '0',
    role: 'region',
    'aria-label': 'Last error',
  });
  const error = h('section', { class: 'section' }, h('h4', {}, 'Last error'), lastError);
  const table = createTurnTable('Turns that prove it');
  const turns = createDisclosure(context.state, `proof:${taskId}`, 'Turns that prove it');
  turns.append(table.element);
  const element = h(
    'section',
    { class: 'report', 'aria-label': 'Pause report' },
    h('p', { class: 'report-head' }, icon('warning'), headline, time),
    tried,
    error,
    turns,
  );
  return {
    element,
    update: (report) => {
      setText(headline, reportHeadline(report));
      setText(time, formatTime(report.createdAt));
      setAttribute(time, 'title', report.createdAt);
      setShown(tried, report.failedStrategies.length > 0);
      drawStrategies(report.failedStrategies.map((text, index) => ({ key: String(index), text })));
      setShown(error, report.lastError !== '');
      setText(lastError, report.lastError);
      setShown(turns, report.turns.length > 0);
      table.update(report.turns.map((turn) => ({ ...turn, pivot: turn.pivotDirective > 0 })));
    },
  };
}

interface Strategy {
  readonly key: string;
  readonly text: string;
}

function createStrategy(): Part<Strategy> {
  const element = h('li');
  return { element, update: (strategy) => setText(element, strategy.text) };
}
