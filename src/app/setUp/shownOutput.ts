import { outputLines } from '../../rules/output/outputLines';
import { maskSecrets } from '../../text/maskSecrets';

/** Characters that are shown, the last ones. */
export const MAX_SHOWN_OUTPUT = 20_000;
/** Characters that are kept for that: colours and rewritten lines take room that is not shown. */
const MAX_KEPT = 4 * MAX_SHOWN_OUTPUT;

/** The output of a program while it runs, in bounded memory. */
export class ShownOutput {
  private kept = '';

  /** Adds a piece; returns the end of the whole as a terminal shows it, secrets masked. */
  add(text: string): string {
    this.kept = (this.kept + text).slice(-MAX_KEPT);
    return maskSecrets(outputLines(this.kept).join('\n')).slice(-MAX_SHOWN_OUTPUT);
  }
}
