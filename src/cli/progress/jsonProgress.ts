import { structuredEvent } from '../../model/events/structuredEvent';
import type { ClosableOutput } from '../terminal/closableOutput';
import { printableLine, toJsonLine } from '../terminal/printable';
import type { OutputStream } from '../terminal/style';
import type { RunProgress } from './runProgress';

/**
 * One JSON object a line: events (as they are, and flat), phases and reports on standard output,
 * warnings on standard error.
 */
export function jsonProgress(output: ClosableOutput, stderr: OutputStream): RunProgress {
  const line = (value: unknown): void => output.write(`${toJsonLine(value)}\n`);
  return {
    onEvent: (event) => line({ ...structuredEvent(event), type: 'event', ...event }),
    onPhase: (phase) => line({ type: 'phase', ...phase }),
    present: (report) => line({ type: 'report', report }),
    onWarning: (message) => void stderr.write(`${printableLine(message)}\n`),
    close: () => undefined,
  };
}
