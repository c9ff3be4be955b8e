import { countOf } from '../../src/text/count';
import type { StrategyPivot } from '../../src/model/report/pauseReport';
import { describeAsking } from '../../src/model/judge/judgeCost';
import type { TaskView } from '../../src/protocol/dashboardView';
import { explainTurns } from '../../src/reports/judge/describeJudged';
import { describePivotFiles } from '../../src/reports/rewind/describePivotFiles';
import { describeCounting } from '../../src/reports/task/describeTurnCount';
import { capitalise } from '../../src/text/sentence';
import {
  html,
  nothing,
  paragraph,
  repeat,
  timeOf,
  type Content,
  type TemplateResult,
} from '../template';
import { pictureTurns } from '../turnPicture';
import { boundedParagraph } from './bounded';
import { button } from './button';
import type { ListedTaskScope, TaskScope } from './context';
import { disclosure } from './disclosure';
import { historySection } from './history';
import { goingBack } from './taskLinks';
import { turnList, type TurnRow } from './turnList';

/** The details of a task: goal, hints, pivots, turns, interventions. Closed by default. */
export function taskDetails(scope: ListedTaskScope, task: TaskView): TemplateResult {
  const content = (): Content =>
    html` <section class="section"
        ><h4>Goal</h4
        >${boundedParagraph(scope, 'goal', { section: `goal:${task.id}`, text: task.goal.trim() })}${paragraph(describeRelations(task), 'muted')}</section
      >
      ${hints(task.hints)} ${pivots(task.pivotHistory)} ${turns(scope, task)}
      ${historySection(task.history)} ${order(scope)}`;
  return disclosure(scope, { section: `details:${task.id}`, label: 'Details' }, content);
}

/** Moves the task in the list, for whoever neither drags nor presses keys. */
function order({ move }: ListedTaskScope): Content {
  const of = (direction: 'up' | 'down') =>
    button({
      action: `move-${direction}`,
      label: `Move ${direction}`,
      appearance: 'link',
      onPress: () => move(direction),
    });
  return html`<p class="order">${of('up')} ${of('down')}</p>`;
}

function describeRelations(task: TaskView): string {
  const parts = [`id ${task.id}`];
  if (task.parent !== undefined) parts.push(`part of ${task.parent}`);
  if (task.dependsOn.length > 0) parts.push(`after ${task.dependsOn.join(', ')}`);
  return parts.join(' · ');
}

function hints(all: readonly string[]): Content {
  if (all.length === 0) return nothing;
  const items = [...new Set(all)].map((hint) => html`<li>${hint}</li>`);
  return html`<section class="section"
    ><h4>Your hints</h4
    ><ul class="hints"
      >${items}</ul
    ></section
  >`;
}

/** A task's pivots, with time, triggering entropy and what happened to the files. */
function pivots(all: readonly StrategyPivot[]): Content {
  if (all.length === 0) return nothing;
  const items = repeat(all, ({ id }) => id, pivot);
  return html`<section class="section"
    ><h4>Fresh starts</h4
    ><ol class="pivots"
      >${items}</ol
    ></section
  >`;
}

function pivot({ pivotCount, triggeredAt, entropyCountAtTrigger, files }: StrategyPivot): Content {
  const moved =
    files === undefined
      ? nothing
      : html`<span class="pivot-files">${capitalise(describePivotFiles(files))}</span>`;
  return html`<li
    ><span class="pivot-marker"></span
    ><span class="pivot-name">${`Fresh start ${pivotCount}`}</span>${timeOf(triggeredAt)}<span
      class="muted"
      >${`after ${countOf(entropyCountAtTrigger, 'failed turn')} in a row`}</span
    >${moved}</li
  >`;
}

function turns(scope: TaskScope, task: TaskView): Content {
  if (task.turns.length === 0) return nothing;
  return html`<section class="section">
    <h4>Turns</h4>
    ${paragraph(describeCounting(task), 'muted')}
    ${paragraph(describeAsking(task.judge), 'muted judge-cost')}
    ${turnList(scope, 'Turns', turnRows(task))} ${goingBack(scope, task)}
  </section>`;
}

function turnRows(task: TaskView): readonly TurnRow[] {
  return explainTurns(pictureTurns(task.turns, task.bestTurn)).map((turn) => ({
    ...turn,
    firstLines: '',
    // The reason contains the counts.
    changes: turn.best ? ['best so far'] : [],
    rewind: task.actions.rewind,
    checkpoint: task.checkpoints.find((each) => each.turn === turn.number),
  }));
}
