import type { WorkingRole } from '../src/model/hops/roles';
import { edgeLevel, shownHopOutcome } from '../src/reports/hops/describeHop';
import type { EdgeOverview, RequestOverview, TaskHops } from '../src/model/overview/overview';

/** An edge in the graph. */
export interface PicturedEdge {
  readonly role: WorkingRole;
  /** "3/5", with a warning sign at the limit. */
  readonly label: string;
  readonly level: ReturnType<typeof edgeLevel>;
  readonly atWork: boolean;
}

/** Describes the planner's edges, with the current one. */
export function pictureEdges(hops: TaskHops): readonly PicturedEdge[] {
  const taken = takenNow(hops);
  return hops.edges.map((edge) => {
    const level = edgeLevel(edge);
    const sign = level === 'full' ? '⚠ ' : '';
    const label = `${sign}${edge.count}/${edge.limit}`;
    return { role: roleOf(edge), label, level, atWork: edge.edge === taken };
  });
}

/** Requests between two agents, as a row below the graph. */
export interface PicturedRequest extends RequestOverview {
  readonly atWork: boolean;
}

/** Describes the requests between agents, with the current one. */
export function pictureRequests({ requests, current }: TaskHops): readonly PicturedRequest[] {
  return requests.map((each) => ({
    ...each,
    atWork: current?.kind === 'request' && current.from === each.from && current.to === each.to,
  }));
}

/** Text alternative of the graph, for screen readers. */
export function describeGraph(hops: TaskHops): string {
  const edges = hops.edges.map((edge) => {
    const level = edgeLevel(edge);
    const near = level === 'full' ? ', none left' : level === 'high' ? ', one left' : '';
    return `to ${roleOf(edge)} ${edge.count} of ${edge.limit}${near}`;
  });
  const role = hops.edges.find(({ edge }) => edge === takenNow(hops));
  const now = role === undefined ? '' : ` The ${roleOf(role)} is working.`;
  return `How often the planner handed work over without progress: ${edges.join('; ')}.${now}`;
}

/** Describes the number of hops: "12 of 30 hops (calls between agents) in this turn". */
export function describeHopCount({ steps, current }: TaskHops, runs: boolean): string {
  const which = runs || current !== undefined ? 'this turn' : 'the last turn';
  return `${steps.count} of ${steps.limit} hops (calls between agents) in ${which}`;
}

/** Number of the running turn; undefined for none. */
export function runningTurnOf({ current, newest }: TaskHops): number | undefined {
  return current === undefined ? undefined : newest.at(-1)?.turn;
}

/** Returns the current edge; an agent that waits for another one still works for the planner. */
function takenNow(hops: TaskHops): EdgeOverview['edge'] | undefined {
  const turn = runningTurnOf(hops);
  return hops.newest.findLast(
    (hop) => hop.kind === 'edge' && shownHopOutcome(hop, turn) === 'running',
  )?.edge?.name;
}

function roleOf({ edge }: Pick<EdgeOverview, 'edge'>): WorkingRole {
  return edge.slice('planner_to_'.length) as WorkingRole;
}
