import type { TaskView } from '../../../src/protocol/dashboardView';
import { describeRequests } from '../../../src/reports/hops/describeHop';
import {
  describeHopCount,
  pictureRequests,
  runningTurnOf,
  type PicturedRequest,
} from '../../hopPicture';
import { STATUS_WORDS } from '../../words';
import type { Context } from '../context';
import { createGuidedDisclosure } from '../disclosure';
import { h, setAttribute, setShown, setText, type Part } from '../dom';
import { createKeyedList } from '../keyedList';
import { createHopGraph } from './hopGraph';
import { createHopList } from './hopList';

/**
 * Creates the section about a task's turns: the roles and their edges, requests between agents, the newest hops. Open
 * while the task runs or needs the user, unless the user chose otherwise.
 */
export function createInsideTurns(context: Context, taskId: string): Part<TaskView> {
  const graph = createHopGraph();
  const count = h('p', { class: 'hop-steps muted' });
  const requests = h('ul', { class: 'hop-requests', 'aria-label': 'Requests between agents' });
  const drawRequests = createKeyedList<PicturedRequest>(
    requests,
    ({ from, to }) => JSON.stringify([from, to]),
    createRequest,
  );
  const list = createHopList('Newest hops, the last one first');
  const section = createGuidedDisclosure(context.state, `inside:${taskId}`, 'Inside its turns');
  section.element.classList.add('inside-turns');
  section.element.append(
    h(
      'div',
      { class: 'inside-body' },
      h('div', { class: 'inside-picture' }, graph.element, count, requests),
      list.element,
    ),
  );
  return {
    element: section.element,
    update: (task) => {
      const { hops } = task;
      setShown(section.element, hops !== undefined);
      if (hops === undefined) return;
      const runs = task.turns.at(-1)?.outcome === 'running';
      const needsYou = STATUS_WORDS[task.status].group === 'needsYou';
      section.openUnlessChosen(task.status === 'in_progress' || needsYou);
      graph.update(hops);
      setText(count, describeHopCount(hops, runs));
      setShown(requests, hops.requests.length > 0);
      drawRequests(pictureRequests(hops));
      setShown(list.element, hops.newest.length > 0);
      list.update({ hops: hops.newest.toReversed(), runningTurn: runningTurnOf(hops) });
    },
  };
}

function createRequest(): Part<PicturedRequest> {
  const element = h('li');
  return {
    element,
    update: (request) => {
      const { repeated, atWork } = request;
      setAttribute(element, 'data-repeated', repeated > 0 ? 'true' : undefined);
      setAttribute(element, 'data-at-work', atWork ? 'true' : undefined);
      setText(element, `${describeRequests(request)}${atWork ? ' · at work' : ''}`);
    },
  };
}
