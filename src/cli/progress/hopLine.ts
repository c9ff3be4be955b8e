import { describeHop } from '../../reports/hops/describeHop';
import type { TurnPhase } from '../../ports/runObserver';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { shortName } from '../../text/truncate';

/** "planner → coder 2/5: fix rounding", under the task it belongs to; nothing of other phases. */
export function hopLines(phase: TurnPhase, style: Style): readonly string[] {
  if (phase.phase !== 'hop') return [];
  const { hop, taskId, turn } = phase;
  const asked = shortName(printableLine(hop.request));
  const what = `${printableLine(describeHop(hop))}${asked === '' ? '' : `: ${asked}`}`;
  return [
    `${style.dim('·')} ${style.bold(printableLine(taskId))}  turn ${turn}  ${style.dim(what)}`,
  ];
}
