import { LEADING_TIME } from './leadingTime';

/** Number of last lines that are checked for prefixes. */
const SAMPLE = 300;

/** Maximum number of prefixes in one output; lines with further ones are ignored. */
const MAX_STREAMS = 64;

/** Maximum number of lines read, from the end; ordinary output of more than ten megabytes fits. */
const MAX_LINES = 150_000;

/** Minimum number of lines with a prefix; fewer are a coincidence. */
const MIN_LINES = 3;

/** "[api] ", "[api]: ", "shop-1  | ", "packages/cart test: ", "shop:test: ". */
const NAME =
  /^(?:\[[^\]]{1,80}\]:?(?: |$)|[\w.-]{1,80} {0,40}\|(?: |$)|[@\w./:-]{1,60}?(?: [\w./:-]{1,30}?)?:(?: |$))/;

/** Log levels, which do not identify programs: Maven prints them, and its lines are read unchanged. */
const LEVEL = /^\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR)\]?:? $/i;

/**
 * Splits the interleaved output of several programs by the prefixes that their runner (lerna, turbo, pnpm,
 * concurrently, docker compose) adds to each line: for each prefix its lines, without it. Times, which differ on each
 * line, count as one prefix. Empty if less than a third of the last lines have a prefix.
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
