import type { ClosableOutput } from '../output/closableOutput';
import { printableLine } from '../output/printable';
import type { OutputStream, Style } from '../output/style';
import { EntropyPausePresenter } from '../presenters/EntropyPausePresenter';
import { createEventLines } from './eventLines';
import { hopLines } from './hopLine';
import { createStepLines } from './stepLine';
import type { RunProgress } from './runProgress';

export interface PlainProgressOptions {
  readonly output: ClosableOutput;
  readonly stderr: OutputStream;
  readonly style: Style;
}

/** Lines that stay, one for each thing that happened: for pipes, files and dumb terminals. */
export function plainProgress({ output, stderr, style }: PlainProgressOptions): RunProgress {
  const presenter = new EntropyPausePresenter({ write: spaced(output) }, style);
  const eventLines = createEventLines(style);
  const stepLines = createStepLines(style);
  return {
    onEvent: (event) => {
      for (const line of eventLines(event)) output.write(`${line}\n`);
    },
    onPhase: (phase) => {
      for (const line of [...hopLines(phase, style), ...stepLines(phase)])
        output.write(`${line}\n`);
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
