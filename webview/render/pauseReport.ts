import { describeStopReason, provingHops } from '../../src/model/overview/describeHop';
import {
  compareFailures,
  describeMeasurement,
  hasChangeFacts,
} from '../../src/model/report/describeFailure';
import type { FailureAnalysisReport, ReportedTurn } from '../../src/model/report/pauseReport';
import type { TaskView } from '../../src/protocol/dashboardView';
import { visibleText } from '../visibleText';
import { reportHeadline } from '../words';
import type { Context } from './context';
import { createDisclosure } from './disclosure';
import { h, setAttribute, setShown, setText, type Part } from './dom';
import { icon } from './icons';
import { createKeyedList } from './keyedList';
import { createHopList } from './hops/hopList';
import { decisionsOf } from './judgement';
import { createLessons } from './lessons';
import { createStepList } from './steps/stepList';
import { createStuckAt } from './stuckAt';
import { createChangesLink, type TaskLinks } from './taskLinks';
import { createTurnTable, type TurnRow } from './turnTable';
import { listSome } from '../../src/text/list';
import { localTime } from '../../src/text/time';

/** Changed files and tests that are named of one turn. */
const MAX_NAMED = 4;

export interface PauseReportView {
  readonly task: TaskView;
  readonly report: FailureAnalysisReport;
}

/** The pause report: what is stuck, what was tried, the last error, and the turns that prove it. */
export function createPauseReport(
  context: Context,
  links: TaskLinks,
  onUseHint: (text: string) => void,
): Part<PauseReportView> {
  const headline = h('span', { class: 'headline' });
  const time = h('time', { class: 'muted' });
  const stopReason = h('p', { class: 'stop-reason' });
  const stuckAt = createStuckAt();
  const lessons = createLessons(onUseHint);
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
  const table = createTurnTable('Turns that prove it', links);
  const turns = createDisclosure(context.state, `proof:${links.taskId}`, 'Turns that prove it');
  turns.append(table.element);
  const hopList = createHopList('Hops that prove it');
  const hops = createDisclosure(context.state, `hops:${links.taskId}`, 'Hops that prove it');
  hops.append(hopList.element);
  const stepList = createStepList('Steps that prove it');
  const steps = createDisclosure(context.state, `steps:${links.taskId}`, 'Steps that prove it');
  steps.append(stepList.element);
  const changes = createChangesLink(links);
  const element = h(
    'section',
    { class: 'report', 'aria-label': 'Pause report' },
    h('p', { class: 'report-head' }, icon('warning'), headline, time),
    stopReason,
    stuckAt.element,
    lessons.element,
    tried,
    error,
    hops,
    steps,
    turns,
    changes.element,
  );
  return {
    element,
    update: ({ report, task }) => {
      setText(headline, reportHeadline(report));
      setText(time, localTime(report.createdAt, new Date()));
      setAttribute(time, 'title', report.createdAt);
      setText(stopReason, describeStopReason(report));
      setShown(stopReason, stopReason.textContent !== '');
      stuckAt.update(report);
      lessons.update(report.lessons ?? []);
      setShown(tried, report.failedStrategies.length > 0);
      drawStrategies(merged(report.failedStrategies));
      setShown(error, report.lastError !== '');
      if (lastError.textContent !== visibleText(report.lastError)) showFailure(lastError, report);
      const proving = provingHops(report);
      setShown(hops, proving.length > 0);
      hopList.update({ hops: proving, runningTurn: undefined });
      const taken = report.inTurnLoop?.steps ?? [];
      setShown(steps, taken.length > 0);
      stepList.update(taken);
      setShown(turns, report.turns.length > 0);
      table.update(rowsOf(report.turns, task));
      changes.update(task);
    },
  };
}

function rowsOf(
  turns: readonly ReportedTurn[],
  { checkpoints, actions, turns: marks }: TaskView,
): readonly TurnRow[] {
  const failures = compareFailures(turns);
  const known = hasChangeFacts(turns);
  const judges = decisionsOf(turns);
  return turns.map((turn, index) => ({
    ...turn,
    ...judges(turn),
    pivot: turn.pivotDirective > 0,
    changes: known ? changesOf(turn, failures[index] ?? '') : [],
    checkpoint: checkpoints.find((each) => each.turn === turn.number),
    rewind: actions.rewind,
    ...(marks.find(({ number }) => number === turn.number)?.replay && { replay: true }),
  }));
}

function changesOf(turn: ReportedTurn, failure: string): readonly string[] {
  const { measurement, changedFiles, newlyFailing, newlyPassing } = turn;
  const counts = measurement === undefined ? '' : describeMeasurement(measurement);
  // The reason mostly tells the counts, and that a failure is the same as before.
  const result = [
    turn.reason.includes(counts) ? '' : counts,
    turn.reason.includes('same failure') ? '' : failure,
  ]
    .filter((part) => part !== '')
    .join(' · ');
  const list = (label: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [`${label} ${listSome(items, MAX_NAMED)}`];
  return [
    ...(result === '' ? [] : [result]),
    ...(changedFiles.length === 0 ? ['changed no files'] : list('changed', changedFiles)),
    ...list('newly failing:', newlyFailing),
    ...list('newly passing:', newlyPassing),
  ];
}

/**
 * The reader begins at the line that says what failed; where none is known, at the end, where test
 * programs say it.
 */
function showFailure(element: HTMLElement, { lastError, failure }: FailureAnalysisReport): void {
  setText(element, lastError);
  const [said = ''] = failure?.signature.exactMessage.split('\n', 1) ?? [];
  const at = said === '' ? -1 : lastError.lastIndexOf(said);
  const above = lastError.slice(0, Math.max(0, at)).split('\n').length - 1;
  // Long lines are wrapped, so that the place is only about right: a little too early is better.
  const part = at < 0 ? 1 : Math.max(0, above - 2) / lastError.split('\n').length;
  requestAnimationFrame(() => (element.scrollTop = part * element.scrollHeight));
}

interface Strategy {
  readonly key: string;
  readonly text: string;
  /** How often it was tried in a row. */
  readonly times: number;
}

/** A stubborn agent's strategy stands once, with how often it was tried. */
function merged(strategies: readonly string[]): readonly Strategy[] {
  const runs: Strategy[] = [];
  for (const [index, text] of strategies.entries()) {
    const last = runs.at(-1);
    if (last?.text === text) runs[runs.length - 1] = { ...last, times: last.times + 1 };
    else runs.push({ key: String(index), text, times: 1 });
  }
  return runs;
}

function createStrategy(): Part<Strategy> {
  const text = h('span');
  const times = h('span', { class: 'muted' });
  return {
    element: h('li', {}, text, times),
    update: (strategy) => {
      setText(text, strategy.text);
      setText(times, strategy.times > 1 ? ` (${strategy.times} times)` : '');
    },
  };
}
