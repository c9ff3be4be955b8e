import { EXIT, type ExitCode, type Outcome } from './terminal/outcome';
import type { ClosableOutput } from './terminal/closableOutput';
import { printable, toJsonLine } from './terminal/printable';
import { wrapFor } from './terminal/wrapText';
import { asksForJson } from './parseCommandLine';
import type { CliHost } from './terminal/cliHost';

/** Prints an outcome, as JSON if that was asked for; the exit code that belongs to it. */
export function writeOutcome(
  outcome: Outcome,
  { argv, stderr }: Pick<CliHost, 'argv' | 'stderr'>,
  output: ClosableOutput,
): ExitCode {
  const json = asksForJson(argv);
  if (!outcome.ok) {
    if (json) output.write(`${toJsonLine({ error: outcome.message })}\n`);
    else stderr.write(wrapFor(stderr, `${printable(outcome.message)}\n`));
    return EXIT.error;
  }
  if (outcome.printed !== true) {
    output.write(json ? `${toJsonLine(outcome.json)}\n` : wrapFor(output.stream, outcome.text));
  }
  if (!json) {
    for (const note of outcome.notes ?? []) stderr.write(wrapFor(stderr, `${printable(note)}\n`));
  }
  return outcome.exitCode ?? EXIT.ok;
}
