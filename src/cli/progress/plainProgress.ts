import type { ClosableOutput } from '../terminal/closableOutput';
import { printableLine } from '../terminal/printable';
import type { OutputStream, Style } from '../terminal/style';
import { EntropyPausePresenter } from '../render/EntropyPausePresenter';
import type { CliWorld } from '../terminal/world';
import { createEventLines } from './eventLines';
import { hopLines } from './hopLine';
import { createStepLines } from './stepLine';
import type { RunProgress } from './runProgress';
import { createWaitLines } from './waitLine';

export interface PlainProgressOptions {
  readonly output: ClosableOutput;
  readonly stderr: OutputStream;
  readonly style: Style;
  readonly world: Pick<CliWorld, 'date'>;
}

/** Lines that stay, one for each thing that happened: for pipes, files and dumb terminals. */
export function plainProgress(options: PlainProgressOptions): RunProgress {
  const { output, stderr, style, world } = options;
  const presenter = new EntropyPausePresenter({ write: spaced(output) }, style);
  const eventLines = createEventLines(style);
  const stepLines = createStepLines(style);
  const waitLines = createWaitLines(style, () => world.date());
  return {
    onEvent: (event) => {
      waitLines.onEvent(event);
      for (const line of eventLines(event)) output.write(`${line}\n`);
    },
    onPhase: (phase) => {
      const lines = [...hopLines(phase, style), ...stepLines(phase), ...waitLines.of(phase)];
      for (const line of lines) output.write(`${line}\n`);
    },
    present: (report, issue) => presenter.present(report, issue),
    onWarning: (message) => void stderr.write(`${printableLine(message)}\n`),
    close: () => undefined,
  };
}

/** Writes a block with an empty line before and after it. */
function spaced(output: ClosableOutput): (text: string) => void {
  return (text) => output.write(`\n${text}\n`);
}
