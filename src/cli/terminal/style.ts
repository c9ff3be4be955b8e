import { createColors } from 'picocolors';

/** Colour functions; all of them return the text unchanged where colours are off. */
export type Style = ReturnType<typeof createColors>;

/** A stream that text is written to, with what is known of the terminal behind it. */
export type OutputStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** The words that start Devs there: `npx devs`; absent: `devs`. */
  readonly startWords?: string;
};

/** No colours at all. */
export const PLAIN: Style = createColors(false);

/**
 * Whether to write colours: `NO_COLOR` (not empty) wins, then `FORCE_COLOR` (`0` and `false` are
 * no), else only on a terminal that is not dumb.
 */
export function wantsColour(stream: OutputStream, environment: NodeJS.ProcessEnv): boolean {
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  const force = environment['FORCE_COLOR'];
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isLiveTerminal(stream, environment);
}

/** Whether a line can be overwritten there: a terminal that is not dumb. */
export function isLiveTerminal(stream: OutputStream, environment: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && environment['TERM'] !== 'dumb';
}

/** Columns of a terminal that reports none, for example in a container. */
export const DEFAULT_COLUMNS = 80;

/** Columns of the terminal behind a stream; undefined for a pipe and a file, which have no width. */
export function columnsOf(stream: OutputStream): number | undefined {
  return stream.isTTY === true ? stream.columns || DEFAULT_COLUMNS : undefined;
}

/** The style for a stream. */
export function styleFor(stream: OutputStream, environment: NodeJS.ProcessEnv): Style {
  return createColors(wantsColour(stream, environment));
}
