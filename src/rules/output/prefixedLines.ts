import { LEADING_TIME } from './leadingTime';

/** Lines that are looked at to see whether an output has prefixes at all: these many of its end. */
const SAMPLE = 300;

/** Prefixes that are told apart in one output; lines with further ones are left alone. */
const MAX_STREAMS = 64;

/** Lines that are told apart, the last ones: more than ten megabytes of ordinary lines have. */
const MAX_LINES = 150_000;

/** Lines below which a prefix is chance. */
const MIN_LINES = 3;

/** "[api] ", "[api]: ", "shop-1  | ", "packages/cart test: ", "shop:test: ". */
const NAME =
  /^(?:\[[^\]]{1,80}\]:?(?: |$)|[\w.-]{1,80} {0,40}\|(?: |$)|[@\w./:-]{1,60}?(?: [\w./:-]{1,30}?)?:(?: |$))/;

/** Levels of a log, which tell no programs apart: Maven's lines have them and are read as they stand. */
const LEVEL = /^\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR)\]?:? $/i;

/**
 * What several programs printed at the same time, told apart again by the prefixes that whoever
 * started them put before each line (lerna, turbo, pnpm, concurrently, docker compose): for each
 * prefix its lines, without it. Times, which differ on each line, count as one prefix. Empty when less than a third of the last lines have one.
 */
export function splitPrefixedStreams(lines: readonly string[]): readonly (readonly string[])[] {
  const known = KNOWN.get(lines);
  if (known !== undefined) return known;
  const streams = groupByPrefix(lines);
  KNOWN.set(lines, streams);
  return streams;
}

/** Cached, because results and failures are read from the same lines. */
const KNOWN = new WeakMap<readonly string[], readonly (readonly string[])[]>();

function groupByPrefix(lines: readonly string[]): readonly (readonly string[])[] {
  const sample = lines.slice(-SAMPLE).filter((line) => line !== '');
  const prefixed = sample.filter((line) => prefixLength(line) > 0).length;
  if (prefixed * 3 < sample.length) return [];
  const streams = new Map<string, string[]>();
  // Most lines have the prefix of the line before.
  let last = '\n';
  let stream: string[] | undefined;
  for (const line of lines.slice(-MAX_LINES)) {
    let length = last.length;
    if (!line.startsWith(last)) {
      length = prefixLength(line);
      if (length === 0) continue;
      const time = isTime(line);
      const name = time ? '' : line.slice(0, length).trimEnd();
      last = time || name.length === length ? '\n' : line.slice(0, length);
      stream = streams.get(name);
      if (stream === undefined && streams.size < MAX_STREAMS) {
        stream = [];
        streams.set(name, stream);
      }
    }
    stream?.push(line.slice(length));
  }
  return [...streams.values()].filter((stream) => stream.length >= MIN_LINES);
}

function prefixLength(line: string): number {
  if (isTime(line)) return LEADING_TIME.exec(line)?.[0].length ?? 0;
  const prefix = NAME.exec(line)?.[0];
  return prefix === undefined || LEVEL.test(prefix) ? 0 : prefix.length;
}

function isTime(line: string): boolean {
  const first = line.charCodeAt(0);
  return (first === 0x5b || (first >= 0x30 && first <= 0x39)) && LEADING_TIME.test(line);
}
