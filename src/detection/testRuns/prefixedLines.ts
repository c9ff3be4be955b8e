/** Lines that are looked at to see whether an output has prefixes at all: these many of its end. */
const SAMPLE = 300;

/** Prefixes that are told apart in one output; lines with further ones are left alone. */
const MAX_STREAMS = 64;

/** Lines below which a prefix is chance. */
const MIN_LINES = 3;

/** "[api] ", "[api]: ", "shop-1  | ", "packages/cart test: ", "shop:test: ". */
const NAME =
  /^(?:\[[^\]]{1,80}\]:?(?: |$)|[\w.-]{1,80} {0,40}\|(?: |$)|[@\w./:-]{1,60}?(?: [\w./:-]{1,30}?)?:(?: |$))/;
/** Time stamps, which differ on each line; they count as one prefix. */
const TIME = /^\[?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.,\d]{0,12}(?:Z|[+-]\d\d:?\d\d)?\]? /;

/** The lines that stood behind one prefix, without it. */
export interface PrefixedStream {
  readonly lines: readonly string[];
  /** Index of each line in the whole output, rising. */
  readonly at: readonly number[];
}

/**
 * What several programs printed at the same time, told apart again by the prefixes that whoever
 * started them put before each line (lerna, turbo, pnpm, concurrently, docker compose, CI time
 * stamps). Empty when less than a third of the last lines have one.
 */
export function prefixedStreams(lines: readonly string[]): readonly PrefixedStream[] {
  const sample = lines.slice(-SAMPLE).filter((line) => line !== '');
  const prefixed = sample.filter((line) => prefixLength(line) > 0).length;
  if (prefixed < MIN_LINES || prefixed * 3 < sample.length) return [];
  const streams = new Map<string, { lines: string[]; at: number[] }>();
  lines.forEach((line, at) => {
    const length = prefixLength(line);
    if (length === 0) return;
    const name = TIME.test(line) ? '' : line.slice(0, length).trimEnd();
    let stream = streams.get(name);
    if (stream === undefined) {
      if (streams.size >= MAX_STREAMS) return;
      stream = { lines: [], at: [] };
      streams.set(name, stream);
    }
    stream.lines.push(line.slice(length));
    stream.at.push(at);
  });
  return [...streams.values()].filter((stream) => stream.lines.length >= MIN_LINES);
}

function prefixLength(line: string): number {
  return (TIME.exec(line) ?? NAME.exec(line))?.[0].length ?? 0;
}
