import { createLogUpdate } from 'log-update';
import type { ClosableOutput } from '../../terminal/closableOutput';
import { isLiveTerminal, type Style } from '../../terminal/style';
import { TerminalScreen } from '../../terminal/terminalScreen';
import type { CliHost } from '../../terminal/cliHost';
import { describePlace } from './describePlace';
import { compactElapsed } from '../../../text/describeDuration';
import { countOf } from '../../../text/count';
import { fitLine } from '../../terminal/terminalText';

/** The last line of a terminal, with the file that is being read; does nothing without a terminal. */
export interface ReadingLine {
  /** From now on this is read: a file or a folder, as it was named. */
  reads(named: string): void;
  /** One run more has been read. */
  hasRun(): void;
  /** Removes the line before other output; it reappears by itself. */
  clear(): void;
  /** Removes the line permanently. */
  close(): void;
}

const NO_LINE: ReadingLine = {
  reads: () => undefined,
  hasRun: () => undefined,
  clear: () => undefined,
  close: () => undefined,
};

/** Drawn each second: what is read within one is not worth a line. */
export function readingLine(options: {
  readonly output: ClosableOutput;
  readonly style: Style;
  readonly host: Pick<CliHost, 'environment' | 'everySecond' | 'now'>;
}): ReadingLine {
  const { output, style, host } = options;
  if (!isLiveTerminal(output.stream, host.environment)) return NO_LINE;
  const screen = new TerminalScreen(output);
  const live = createLogUpdate(screen, { showCursor: true });
  const since = host.now();
  let reading = '';
  let runs = 0;
  const ticker = host.everySecond(() => {
    const soFar = runs === 0 ? '' : `  ${countOf(runs, 'run')}`;
    const line = `▸ reading ${reading}${soFar}  ${compactElapsed(host.now() - since)}`;
    live(style.dim(fitLine(line, screen.columns - 1)));
  });
  const closed = output.onClosed(() => ticker.dispose());
  return {
    reads: (named) => (reading = describePlace(named)),
    hasRun: () => (runs += 1),
    clear: () => live.clear(),
    close: () => {
      ticker.dispose();
      closed.dispose();
      live.clear();
    },
  };
}
