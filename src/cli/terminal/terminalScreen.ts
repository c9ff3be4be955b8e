import { Writable } from 'node:stream';
import type { ClosableOutput } from './closableOutput';
import { DEFAULT_COLUMNS } from './style';

/** As `DEFAULT_COLUMNS`. */
const DEFAULT_ROWS = 24;

/** The terminal behind an output, as a stream that always has a size and never fails. */
export class TerminalScreen extends Writable {
  constructor(private readonly output: ClosableOutput) {
    super({ decodeStrings: false });
  }

  get columns(): number {
    return this.output.stream.columns || DEFAULT_COLUMNS;
  }

  get rows(): number {
    return this.output.stream.rows || DEFAULT_ROWS;
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.output.write(chunk);
    done();
  }
}
