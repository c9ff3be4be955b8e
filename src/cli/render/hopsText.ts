import {
  describeEdgeCount,
  describeHop,
  describeRequests,
  describeSameRequests,
  edgeLevel,
  describeHopOutcome,
  shownDuration,
  type TurnHop,
} from '../../reports/hops/describeHop';
import type { TaskHops } from '../../model/overview/overview';
import type { PausedHop } from '../../reports/pause/pauseView';
import { countOf } from '../../text/count';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { alignColumns } from '../terminal/table';
import { titled } from './titled';
import { shortName } from '../../text/truncate';
import { compactDuration } from '../../text/describeDuration';

/** Hops that are listed, the newest; `--json` has all that are kept. */
const MAX_LISTED = 12;

/** Hops inside a task's turns: edges, requests between agents, the newest hops, oldest first. */
export function hopsLines(hops: TaskHops, style: Style): readonly string[] {
  const { edges, requests, newest, steps, current } = hops;
  const runningTurn = current === undefined ? undefined : newest.at(-1)?.turn;
  const counts = edges.map((edge) => {
    const text = describeEdgeCount(edge);
    return edgeLevel(edge) === 'full' ? style.red(`⚠ ${text}`) : text;
  });
  return [
    ...(counts.length === 0 ? [] : [counts.join('   ')]),
    ...requests.map((request) => printableLine(describeRequests(request))),
    style.dim(`steps ${steps.count}/${steps.limit}`),
    ...hopTable(newest.slice(-MAX_LISTED), runningTurn, style),
  ];
}

/** The hops of a pause block: those that prove its loop, else the newest; nothing where there were none. */
export function pausedHopLines(hops: readonly PausedHop[], style: Style): readonly string[] {
  const proof = hops.filter(({ proves }) => proves);
  const listed = proof.length > 0 ? proof : hops;
  const left = listed.length - MAX_LISTED;
  const lines = [
    ...(left > 0 ? [`… ${countOf(left, 'earlier hop')} (devs report --json shows all)`] : []),
    ...hopTable(listed.slice(-MAX_LISTED), undefined, style),
  ];
  return titled(
    proof.length > 0 ? 'Hops (calls between agents) of the loop' : 'Hops (calls between agents)',
    lines,
    style,
  );
}

function hopTable(
  hops: readonly TurnHop[],
  runningTurn: number | undefined,
  style: Style,
): readonly string[] {
  return alignColumns(
    hops.map((hop) => [
      { text: `${hop.turn}.${hop.number}` },
      { text: printableLine(describeHop(hop)) },
      { text: cameOf(hop, runningTurn), paint: style.dim },
      { text: remark(hop) },
    ]),
  );
}

function cameOf(hop: TurnHop, runningTurn: number | undefined): string {
  const word = describeHopOutcome(hop, runningTurn);
  const took = shownDuration(hop);
  return took === undefined ? word : `${word}, ${compactDuration(took)}`;
}

function remark(hop: TurnHop): string {
  const parts = [
    shortName(printableLine(hop.request)),
    printableLine(describeSameRequests(hop)),
    hop.progress === undefined ? '' : `progress: ${shortName(printableLine(hop.progress))}`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
