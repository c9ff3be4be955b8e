import type { StackFrame } from './stackFrames';

/** `  File "cart.py", line 3`, by which Python says where a file could not be read as code. */
const PYTHON = /^\s{0,8}File "([^"]{1,1000})", line (\d{1,7})$/;
/** `/home/ann/cart.js:3`, `file:///home/ann/cart.js:3`, `./src/page.tsx:4:9`, with nothing else in the line. */
const ALONE =
  /^((?:file:\/\/)?(?:\/?[A-Za-z]:)?(?:[\\/][^:"'()]{1,500}|[^\s:"'()]{1,500})\.[A-Za-z]\w{0,7}):(\d{1,7})(?::\d{1,7})?$/;
/** Marks under quoted code. */
const MARKS = /^\s{0,400}[\^~]{1,400}\s{0,8}$/;
/** Lines between a place and its error: the code, the marks under it, an empty one. */
const MAX_BETWEEN = 8;

/** A place that was read, and how sure it is that an error comes under it. */
interface Pending {
  readonly place: StackFrame;
  readonly sure: boolean;
  /** Lines read since. */
  age: number;
}

/**
 * Keeps the place that stands alone in a line above quoted code, until the error comes of which it
 * is: Python and Node.js say it so for what could not be read as code and for what nobody caught.
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

  /** The place of an error in the line after those that were read; undefined where none was named. */
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
