import { stripVTControlCharacters } from 'node:util';
import type { StepEvent } from '../../../model/steps/step';

/** Lines of a block; a longer one is told in several. */
const MAX_BLOCK_LINES = 20;
/** Characters of a line that are kept, as it was left: the last ones before that count for nothing. */
const MAX_LINE = 2_000;

/**
 * Makes steps of what an agent without events prints: each block between blank lines is one, and so is every
 * twentieth line. Lines that were rewritten (spinners, progress bars) count as they were left, without colours.
 */
export class TextBlocks {
  #lines: string[] = [];
  #number = 0;

  /** The next line; gives the step that it ends, if any. Never throws. */
  addLine(text: string): readonly StepEvent[] {
    const shown = toFinalLine(text);
    const isBlank = shown.trim() === '';
    if (!isBlank) this.#lines.push(shown);
    return isBlank || this.#lines.length >= MAX_BLOCK_LINES ? this.#end() : [];
  }

  #end(): readonly StepEvent[] {
    if (this.#lines.length === 0) return [];
    const thought = this.#lines.join('\n');
    this.#lines = [];
    this.#number += 1;
    const step = { number: this.#number, tool: '', args: '', result: '', thought };
    return [{ kind: 'ended', step }];
  }
}

function toFinalLine(line: string): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  const start = end === 0 ? 0 : line.lastIndexOf('\r', end - 1) + 1;
  return stripVTControlCharacters(line.slice(start, Math.min(end, start + MAX_LINE)));
}
