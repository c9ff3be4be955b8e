import type { TaskView } from '../../../src/protocol/dashboardView';
import { describeRequests } from '../../../src/reports/hops/describeHop';
import {
  describeHopCount,
  pictureRequests,
  runningTurnOf,
  type PicturedRequest,
} from '../../hopPicture';
import { flag, html, nothing, repeat, type Content, type TemplateResult } from '../../template';
import { STATUS_WORDS } from '../../words';
import type { TaskScope } from '../context';
import { disclosure } from '../disclosure';
import { hopGraph } from './hopGraph';
import { hopList } from './hopList';

/**
 * What happens inside a task's turns: the roles and their edges, requests between agents, the newest hops. Open while
 * the task runs or needs the user, unless the user chose otherwise.
 */
export function insideTurns(scope: TaskScope, task: TaskView): Content {
  const { hops } = task;
  if (hops === undefined) return nothing;
  const runs = task.turns.at(-1)?.outcome === 'running';
  const needsYou = STATUS_WORDS[task.status].group === 'needsYou';
  const requests = repeat(
    pictureRequests(hops),
    ({ from, to }) => JSON.stringify([from, to]),
    requestItem,
  );
  const between =
    hops.requests.length === 0
      ? nothing
      : html`<ul class="hop-requests" aria-label="Requests between agents"
          >${requests}</ul
        >`;
  const newest = { hops: hops.newest.toReversed(), runningTurn: runningTurnOf(hops) };
  const list =
    hops.newest.length === 0
      ? nothing
      : hopList(scope, 'Hops (calls between agents), newest first', newest);
  return disclosure(
    scope,
    {
      section: `inside:${task.id}`,
      label: 'Inside the turns',
      className: 'inside-turns',
      open: task.status === 'in_progress' || needsYou,
    },
    () =>
      html`<div class="inside-body"
        ><div class="inside-picture"
          >${hopGraph(hops)}<p class="hop-steps muted">${describeHopCount(hops, runs)}</p
          >${between}</div
        >${list}</div
      >`,
  );
}

function requestItem(request: PicturedRequest): TemplateResult {
  const { repeated, atWork } = request;
  const words = `${describeRequests(request)}${atWork ? ' · at work' : ''}`;
  return html`<li data-repeated=${flag(repeated > 0)} data-at-work=${flag(atWork)}>${words}</li>`;
}
