import { stripVTControlCharacters } from 'node:util';
import type { StepEvent } from '../../../model/steps/step';

/** Maximum lines of a block; a longer one is split. */
const MAX_BLOCK_LINES = 20;
/** Maximum characters of the final state of a line. */
const MAX_LINE = 2_000;

/**
 * Builds steps from the output of an agent without events: one per block between blank lines, of at
 * most 20 lines. Rewritten lines (spinners, progress bars) count in their final state, without
 * colours.
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
