import type { Mask } from './mask';

/** `12`, `1.5`, `0,5`, `1,234.5`, `1e-3`. */
const NUMBER = String.raw`\d{1,15}(?:,\d{3}){0,4}(?:[.,]\d{1,15})?(?:e[+-]?\d{1,3})?`;
/** Units of more than one letter. */
const WORDS = String.raw`ms|msecs?|millis(?:econds?)?|[µμu]s(?:ecs?)?|microseconds?|ns(?:ecs?)?|nanos(?:econds?)?|secs?|seconds?|mins?|minutes?|hrs?|hours?`;
/** Single letters that are a unit of time directly after a number; `5 m` may also be metres. */
const LETTERS = String.raw` ?s|[mh]|(?<=[.,]\d{1,15}) [mh]| [mh](?= \d{1,3} ?(?:ms?|mins?|s|secs?)(?!\w))`;
/** Further parts: `1m 3.2s`, `2 minutes, 3 seconds`, `1 h 3 m`. */
const MORE = `(?:,? ?(?:and )?${NUMBER} ?(?:${WORDS}|[smh])){0,3}`;
/** Excludes names, versions and quoted values; the `t` of a tab escaped in JSON is not a letter. */
const NOT_BEFORE = String.raw`(?:(?<![\w.'"${'`'}-])|(?<=\\[tnr]))`;
const NOT_BEHIND = String.raw`(?![\w'"${'`'}]| (?:left|remaining|to go)\b)`;

/** A number with a unit of time: `12ms`, `1.234 s`, `1m 3.2s`, `< 1 ms`, `0.47 (0.48) seconds`. */
export const DURATION = String.raw`${NOT_BEFORE}(?:< ?)?${NUMBER}(?: \(${NUMBER}\))?(?: ?(?:${WORDS})|${LETTERS})${MORE}${NOT_BEHIND}`;

/** Minutes and seconds with a fraction: `00:00.004`. */
const STOPWATCH = String.raw`(?<![\w.:/'"${'`'}-])\d{1,3}:\d\d\.\d{1,9}${NOT_BEHIND}`;

/** Names of durations; they may include the unit. */
const NAMED = String.raw`(?:\b|_|(?<=[a-z])(?=[A-Z]))(?:[Dd]uration|DURATION|[Tt]ime|TIME|[Ee]lapsed|ELAPSED|[Tt]ook)(?:_(?:ms|us|ns|s|secs?|seconds?|millis|milliseconds?)|Ms|Millis|Secs?|Seconds?)?`;

const NAMED_DURATION = String.raw`${NAMED}["']?[:=]{1,2} ?["']?|\bduration(?:_ms)? `;

/** Source of a pattern for every duration, for texts that are compared as a whole; use it with the flag `g`. */
export const ANY_DURATION = String.raw`(?:, estimated |${NAMED_DURATION})?${DURATION}|(?:${NAMED_DURATION})?${STOPWATCH}|(?:${NAMED_DURATION})${NUMBER}(?![\w-])`;

/** Masks for durations. */
export const DURATIONS: readonly Mask[] = [
  { pattern: new RegExp(DURATION, 'g'), by: '<duration>', needs: 'Q|0()seconds' },
  { pattern: new RegExp(STOPWATCH, 'g'), by: '<duration>', needs: '00:.' },
  {
    // After words that introduce a time, `5 m` is a duration as well.
    pattern: new RegExp(
      String.raw`(\b(?:in|after|took|elapsed:?|time:?|duration:?|for|within|finished|estimated|real|user|sys)[ \t]{1,8}|[([\t]|, )${NUMBER} [mh]${NOT_BEHIND}`,
      'gi',
    ),
    by: '$1<duration>',
    needs: 'Q',
  },
  {
    pattern: new RegExp(String.raw`(${NAMED_DURATION})${NUMBER}(?![\w-])`, 'g'),
    by: '$1<duration>',
    needs: '0duration|0:time|0=time|0:elapsed|0=elapsed|0:took|0=took',
  },
  // Speed of tests.
  {
    pattern: /\b\d{1,12}(?:\.\d{1,12})? (runs|assertions|tests|examples|specs)\/s(?:ec)?\b/g,
    by: '<speed> $1/s',
    needs: '0/s',
  },
  {
    pattern: /\b\d{1,3}(?:\.\d{1,6})?(% of (?:the )?(?:total )?time\b)/g,
    by: '<share>$1',
    needs: '0%time',
  },
];

/** Durations that some runners print only for slow runs or tests. */
export const SHOWN_OR_NOT: readonly Mask[] = [
  {
    pattern: /\s?(?:[([]<duration>[)\]]|\(<time>\))|, estimated <duration>/g,
    by: '',
    needs: '(<duration>|[<duration>|(<time>|,<duration>',
  },
  { pattern: /^(\s{0,20}[✓✔√×✖✗✘❯↓] .{1,400}?)\s<duration>$/, by: '$1', needs: 'N<duration>' },
];
