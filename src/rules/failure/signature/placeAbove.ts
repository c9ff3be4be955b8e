import type { StackFrame } from './stackFrames';

/** Line in which Python names the place of a syntax error: `  File "cart.py", line 3`. */
const PYTHON = /^\s{0,8}File "([^"]{1,1000})", line (\d{1,7})$/;
/** `/home/ann/cart.js:3`, `file:///home/ann/cart.js:3`, `./src/page.tsx:4:9`, with nothing else in the line. */
const ALONE =
  /^((?:file:\/\/)?(?:\/?[A-Za-z]:)?(?:[\\/][^:"'()]{1,500}|[^\s:"'()]{1,500})\.[A-Za-z]\w{0,7}):(\d{1,7})(?::\d{1,7})?$/;
/** Marks under quoted code. */
const MARKS = /^\s{0,400}[\^~]{1,400}\s{0,8}$/;
/** Maximum number of lines between a place and its error: the code, the markers below it, an empty line. */
const MAX_BETWEEN = 8;

/** A place that was read, and whether an error certainly follows. */
interface Pending {
  readonly place: StackFrame;
  readonly sure: boolean;
  /** Number of lines read since. */
  age: number;
}

/**
 * Keeps the place on a line of its own above quoted code until its error follows: Python and Node.js print it so for
 * syntax errors and uncaught exceptions.
 */
export class PlaceAbove {
  private pending: Pending | undefined;

  /** Call for every line, in order. */
  read(line: string): void {
    const { pending } = this;
    if (pending !== undefined) {
      pending.age += 1;
      if (pending.age > MAX_BETWEEN) this.pending = undefined;
      else if (MARKS.test(line)) this.pending = { ...pending, sure: true };
    }
    const last = line.charCodeAt(line.length - 1);
    // Cheap check for every line: a place ends with a digit.
    if (last >= 0x30 && last <= 0x39) this.readPlace(line);
  }

  /** Takes the place of an error in the next line; undefined if no place was named. */
  take(): StackFrame | undefined {
    const { pending } = this;
    this.pending = undefined;
    return pending !== undefined && (pending.sure || pending.age === 0) ? pending.place : undefined;
  }

  private readPlace(line: string): void {
    const python = PYTHON.exec(line);
    const [, file, number] = python ?? ALONE.exec(line) ?? [];
    if (file === undefined) return;
    this.pending = { place: { file, line: Number(number) }, sure: python !== null, age: 0 };
  }
}
