import type { TaskView } from '../../src/protocol/dashboardView';
import { pauseHeadline } from '../../src/reports/pause/pauseCause';
import type { PausedTurn, TurnChanges } from '../../src/reports/pause/pausedTurns';
import {
  describeRepeats,
  type PauseView,
  type TriedStrategy,
} from '../../src/reports/pause/pauseView';
import { visibleText } from '../../src/text/visibleText';
import type { Context } from './context';
import { createDiagnosis } from './diagnosis';
import { createDisclosure } from './disclosure';
import { createDoubtfulPass } from './doubtfulPass';
import { h, setAttribute, setShown, setText, type Part } from './dom';
import { icon } from './icons';
import { createKeyedList } from './keyedList';
import { createHopList } from './hops/hopList';
import { createSuggestedLessons } from './suggestedLessons';
import { createStepList } from './steps/stepList';
import { createStuckAt } from './stuckAt';
import { createChangesLink, type TaskLinks } from './taskLinks';
import { createTurnList, type TurnRow } from './turnList';
import { listSome } from '../../src/text/list';
import { localTime } from '../../src/text/time';

/** Maximum number of changed files and tests named per turn. */
const MAX_NAMED = 4;

export interface PausePanelView {
  readonly task: TaskView;
  readonly pause: PauseView;
}

/** Creates the pause report: the failure, the strategies, the last error, and the proving turns. */
export function createPausePanel(
  context: Context,
  links: TaskLinks,
  onUseHint: (text: string) => void,
): Part<PausePanelView> {
  const headline = h('span', { class: 'headline' });
  const time = h('time', { class: 'muted' });
  const stopReason = h('p', { class: 'stop-reason' });
  const doubtful = createDoubtfulPass(context, links.taskId);
  const diagnosis = createDiagnosis();
  const stuckAt = createStuckAt();
  const lessons = createSuggestedLessons(onUseHint);
  const strategies = h('ol', { class: 'strategies' });
  const drawStrategies = createKeyedList<KeyedStrategy>(
    strategies,
    (item) => item.key,
    createStrategy,
  );
  const tried = h('section', { class: 'section' }, h('h4', {}, 'What was tried'), strategies);
  const lastError = h('pre', {
    class: 'scroller',
    tabindex: '0',
    role: 'region',
    'aria-label': 'Last error',
  });
  const error = h('section', { class: 'section' }, h('h4', {}, 'Last error'), lastError);
  const table = createTurnList('Turns that prove it', links);
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
    doubtful.element,
    stuckAt.element,
    diagnosis.element,
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
    update: ({ pause, task }) => {
      setText(headline, pauseHeadline(pause.cause));
      setText(time, localTime(pause.createdAt, new Date()));
      setAttribute(time, 'title', pause.createdAt);
      setText(stopReason, pause.stopReason);
      setShown(stopReason, stopReason.textContent !== '');
      doubtful.update(pause.doubtfulPass);
      stuckAt.update(pause);
      diagnosis.update(pause.debugger);
      lessons.update(pause.lessons);
      const { strategies: failed = [], lastError: said = '' } = pause.failed ?? {};
      setShown(tried, failed.length > 0);
      drawStrategies(failed.map((strategy, index) => ({ ...strategy, key: String(index) })));
      setShown(error, said !== '');
      if (lastError.textContent !== visibleText(said)) showFailure(lastError, said, pause.stuckAt);
      const proving = pause.hops.filter(({ proves }) => proves);
      setShown(hops, proving.length > 0);
      hopList.update({ hops: proving, runningTurn: undefined });
      const taken = pause.loop?.steps ?? [];
      setShown(steps, taken.length > 0);
      stepList.update(taken);
      setShown(turns, pause.turns.length > 0);
      table.update(pause.turns.map((turn) => rowOf(turn, pause.taskId, task)));
      changes.update(task);
    },
  };
}

function rowOf(
  turn: PausedTurn,
  taskId: string,
  { checkpoints, actions, turns: marks }: TaskView,
): TurnRow {
  const mark = marks.find(({ number }) => number === turn.number);
  return {
    ...turn,
    taskId: turn.subtask ?? taskId,
    pivot: turn.pivotDirective > 0,
    changes: turn.changes === undefined ? [] : changeLines(turn.changes, turn.reason),
    checkpoint: checkpoints.find((each) => each.turn === turn.number),
    rewind: actions.rewind,
    ...(mark?.replay && { replay: true }),
    ...(mark?.finding && { finding: mark.finding }),
  };
}

function changeLines(changes: TurnChanges, reason: string): readonly string[] {
  const { counts, failure, files, newlyFailing, newlyPassing } = changes;
  // The reason mostly contains the counts and repeated failures.
  const result = [
    reason.includes(counts) ? '' : counts,
    reason.includes('same failure') ? '' : failure,
  ]
    .filter((part) => part !== '')
    .join(' · ');
  const list = (label: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [`${label} ${listSome(items, MAX_NAMED)}`];
  return [
    ...(result === '' ? [] : [result]),
    ...(files.length === 0 ? ['changed no files'] : list('changed', files)),
    ...list('newly failing:', newlyFailing),
    ...list('newly passing:', newlyPassing),
  ];
}

/** Scrolls to the line that names the failure; if unknown, to the end, where test programs print it. */
function showFailure(element: HTMLElement, text: string, stuckAt: PauseView['stuckAt']): void {
  setText(element, text);
  const [said = ''] = stuckAt?.message.split('\n', 1) ?? [];
  const at = said === '' ? -1 : text.lastIndexOf(said);
  const above = text.slice(0, Math.max(0, at)).split('\n').length - 1;
  // Long lines are wrapped, so the position is approximate: slightly above is better.
  const part = at < 0 ? 1 : Math.max(0, above - 2) / text.split('\n').length;
  requestAnimationFrame(() => (element.scrollTop = part * element.scrollHeight));
}

interface KeyedStrategy extends TriedStrategy {
  readonly key: string;
}

function createStrategy(): Part<KeyedStrategy> {
  const text = h('span');
  const times = h('span', { class: 'muted' });
  return {
    element: h('li', {}, text, times),
    update: (strategy) => {
      setText(text, strategy.text);
      setText(times, describeRepeats(strategy.times));
    },
  };
}
