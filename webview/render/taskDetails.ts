import type { TaskView } from '../../src/protocol/dashboardView';
import { explainTurns } from '../../src/reports/judge/describeJudged';
import { describeCounting } from '../../src/reports/task/describeTurnCount';
import { describeAsking } from '../../src/model/judge/judgeCost';
import { pictureTurns } from '../turnPicture';
import type { Alert } from './alert';
import type { Context } from './context';
import { createDisclosure } from './disclosure';
import { h, setShown, setText, type Part } from './dom';
import { createHistory } from './history';
import { createKeyedList } from './keyedList';
import { createPivotHistory } from './pivotHistory';
import { createGoingBack } from './taskLinks';
import { createTurnList } from './turnList';

/** Creates the details of a task: goal, hints, pivots, turns, interventions. Closed by default. */
export function createTaskDetails(context: Context, alert: Alert, taskId: string): Part<TaskView> {
  const links = { context, alert, taskId };
  const goal = h('p', { class: 'goal' });
  const relations = h('p', { class: 'muted' });
  const hints = h('ul', { class: 'hints' });
  const drawHints = createKeyedList<string>(hints, (hint) => hint, createHint);
  const hintSection = h('section', { class: 'section' }, h('h4', {}, 'Your hints'), hints);
  const pivots = createPivotHistory();
  const turns = createTurnList('Turns', links);
  const back = createGoingBack(links);
  const counting = h('p', { class: 'muted' });
  const judge = h('p', { class: 'muted judge-cost' });
  const history = createHistory();
  const turnSection = h(
    'section',
    { class: 'section' },
    h('h4', {}, 'Turns'),
    counting,
    judge,
    turns.element,
    back.element,
  );
  const element = createDisclosure(context.state, `details:${taskId}`, 'Details');
  element.append(
    h('section', { class: 'section' }, h('h4', {}, 'Goal'), goal, relations),
    hintSection,
    pivots.element,
    turnSection,
    history.element,
  );
  return {
    element,
    update: (task) => {
      setText(goal, task.goal.trim());
      setText(relations, describeRelations(task));
      setShown(relations, relations.textContent !== '');
      setShown(hintSection, task.hints.length > 0);
      drawHints([...new Set(task.hints)]);
      pivots.update(task.pivotHistory);
      setShown(turnSection, task.turns.length > 0);
      setText(counting, describeCounting(task));
      setShown(counting, counting.textContent !== '');
      setText(judge, describeAsking(task.judge));
      setShown(judge, judge.textContent !== '');
      turns.update(
        explainTurns(pictureTurns(task.turns, task.bestTurn)).map((turn) => ({
          ...turn,
          firstLines: '',
          // The reason contains the counts.
          changes: turn.best ? ['best so far'] : [],
          rewind: task.actions.rewind,
          checkpoint: task.checkpoints.find((each) => each.turn === turn.number),
        })),
      );
      back.update(task);
      history.update(task.history);
    },
  };
}

function describeRelations(task: TaskView): string {
  const parts = [`id ${task.id}`];
  if (task.parent !== undefined) parts.push(`part of ${task.parent}`);
  if (task.dependsOn.length > 0) parts.push(`after ${task.dependsOn.join(', ')}`);
  return parts.join(' · ');
}

function createHint(): Part<string> {
  const element = h('li');
  return { element, update: (hint) => setText(element, hint) };
}
