/** One thing that varies from run to run, and what stands for it. */
export interface Mask {
  readonly pattern: RegExp;
  /** As `String.replace` takes it; a mark holds no digit, so that masking twice changes nothing. */
  readonly by: string | ((...found: string[]) => string);
}

/** A hexadecimal number that only a hash or an address would be: digits and letters mixed. */
const hash = (text: string): string => (/\d/.test(text) && /[a-f]/i.test(text) ? '<hash>' : text);

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const CLOCK = String.raw`\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?[AP]M\b)?`;
/** Midnight sharp is what people write into tests; a program's own time hits it once in a day. */
const STAMP = String.raw`\d{4}[-/]\d\d[-/]\d\d[T ](?!00:00:00(?!\.?[,\d]))\d\d[:_]\d\d(?:[:_]\d\d(?:[.,_]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?`;

const TIMES: readonly Mask[] = [
  { pattern: new RegExp(String.raw`(?<!\d)${STAMP}(?!\d)`, 'g'), by: '<time>' },
  {
    pattern: new RegExp(String.raw`\b\d{1,2}/${MONTH}/\d{4}[: ]${CLOCK}(?: [+-]\d{4})?`, 'g'),
    by: '<time>',
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?(?:${MONTH} {1,2}\d{1,2}|\d{1,2} ${MONTH})(?:,? \d{4})?,? (?:at )?${CLOCK}(?: (?:GMT|UTC)(?:[+-]\d{4})?)?(?: \d{4})?`,
      'g',
    ),
    by: '<time>',
  },
  { pattern: /^\[?\d{4}[-/]\d\d[-/]\d\d\]?(?=\s)/g, by: '<time>' },
  {
    pattern: new RegExp(String.raw`(?<![\w:.\/'"${'`'}-])${CLOCK}(?![\d:'"${'`'}])`, 'g'),
    by: '<time>',
  },
  {
    pattern: /(?<![\w.'"-])1[4-9]\d{8}(?:\d{3}|\d{6}|\d{9}|\.\d{1,9})?(?![\w.'"-])/g,
    by: '<time>',
  },
];

const UNIT = '(?:ms|msecs?|milliseconds?|[µμu]s|ns|s|secs?|seconds?|m|mins?|minutes?|h|hours?)';
const DURATIONS: readonly Mask[] = [
  {
    pattern: /(?<![\w.'"`-])(?:\d{1,4}(?:h|m|min) ?){1,2}\d{1,4}(?:\.\d{1,9})?s\b(?!['"`])/g,
    by: '<duration>',
  },
  {
    pattern:
      /(?<![\w.'"`-])\d{1,12}(?:[.,]\d{1,12})? ?(?:ms|msecs?|milliseconds?|[µμu]s|ns|seconds?|minutes?)(?![\w'"`])/g,
    by: '<duration>',
  },
  {
    pattern: /(?<![\w.'"`-])\d{1,12}[.,]\d{1,12} ?(?:s|secs?|m|mins?|h)(?![\w'"`])/g,
    by: '<duration>',
  },
  {
    pattern: new RegExp(
      String.raw`(\b(?:in|after|took|elapsed:?|time:?|for|within|finished|estimated|real|user|sys)[ \t]{1,8}|[([\t]|, )\d{1,12} ?${UNIT}(?![\w'"${'`'}])`,
      'gi',
    ),
    by: '$1<duration>',
  },
  {
    pattern:
      /(\bduration(?:_ms)?["']?[:= ]{1,3}["']?|\b(?:time|elapsed|took)["']?[:=]{1,2} ?["']?)\d{1,15}(?:\.\d{1,15})?/gi,
    by: '$1<duration>',
  },
];

/** Many runners leave the duration out where it is short. */
const SHOWN_OR_NOT: readonly Mask[] = [
  { pattern: /\s?(?:[([]<duration>[)\]]|\(<time>\))/g, by: '' },
];

const NAMES_OF_RUNS: readonly Mask[] = [
  {
    pattern: /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-f])/gi,
    by: '<uuid>',
  },
  { pattern: /\b0x[\da-f]{8,16}\b|(?<=\bat )0x[\da-f]{4,16}\b/gi, by: '<address>' },
  { pattern: /\b(id[=: ]{1,2})\d{12,16}\b/g, by: '$1<address>' },
  {
    pattern:
      /\b(commit|index|HEAD is now at|sha|rev|revision|object|tree|blob)([ :=]{1,2})[\da-f]{7,64}(?:\.\.[\da-f]{7,64})?(?!\w)/g,
    by: '$1$2<hash>',
  },
  { pattern: /(?<![\w.+-])[\da-f]{12,128}(?!\w)/gi, by: hash },
  { pattern: /(?<=\w[.-])[\da-f]{8,64}(?=\.[a-z])/g, by: hash },
  {
    pattern: /(\bseed(?:ed)?(?: with| is| value)?["']?[=: ]{1,4}|SEED[=: ]{1,2})-?\d{1,20}/gi,
    by: '$1<seed>',
  },
  { pattern: /(\bseed: <seed>, path: )"[\d:]{1,200}"/g, by: '$1"<seed>"' },
];

/** What Java prints of an object that has no words of its own. */
const OBJECTS: readonly Mask[] = [
  { pattern: /@(?=[a-f]{0,15}\d)[\da-f]{5,16}(?![\w.])/g, by: '@<address>' },
];

const PROCESSES: readonly Mask[] = [
  { pattern: /\b(p?pid|tid|thread id)(["']?[ =:#]{1,3})\d{1,10}\b/gi, by: '$1$2<pid>' },
  {
    // Not what is being processed: "process 123 items", "could not process 123".
    pattern:
      /(?<!\b(?:to|not|can|could|will|cannot|n't) )\b(process )\d{1,10}(?=[):,;]|$| (?:is|was|has|had|did|does|will|cannot|could|unexpectedly|exit|terminat|die|kill|crash|end|finish|stop|abort|fail|receiv|respon|running|still|not |with signal))/gi,
    by: '$1<pid>',
  },
  { pattern: /\((node|electron|bun|deno|python|pid|process):\d{1,10}\)/g, by: '($1:<pid>)' },
  { pattern: /^([^\s[]{1,80})\[\d{2,10}\](?=:)/, by: '$1[<pid>]' },
  { pattern: /={2}\d{1,10}={2}/g, by: '==<pid>==' },
  { pattern: /(thread '[^']{0,200}' )\(\d{1,10}\)/g, by: '$1(<thread>)' },
  {
    pattern:
      /\b((?:\w{0,40}Thread|Process|\w{0,40}PoolWorker|\w{0,40}Executor|pool)-)\d{1,10}(?:(?:-thread-|_)\d{1,10})?/g,
    by: '$1<thread>',
  },
  { pattern: /\b(goroutine |ThreadId\()\d{1,10}/g, by: '$1<thread>' },
  { pattern: /\[gw\d{1,3}\] ?/g, by: '' },
];

/** Ports below were chosen by somebody (3000, 5432, 8080): another one is another service. */
const FIRST_DRAWN_PORT = 10_000;

const drawnPort = (all: string, before: string, port: string): string =>
  Number(port) < FIRST_DRAWN_PORT ? all : `${before}<port>`;

/** Names of hosts that mean the machine itself. */
const OWN_HOST = String.raw`(?:\blocalhost|\b127(?:\.\d{1,3}){3}|\b0\.0\.0\.0|\[?::1?\]?|\[::ffff:[\d.]{7,15}\])`;
const PORTS: readonly Mask[] = [
  { pattern: new RegExp(String.raw`(${OWN_HOST}:)(\d{2,5})\b`, 'g'), by: drawnPort },
  { pattern: /(\bport["']?[ =:#]{1,3})(\d{2,5})\b/gi, by: drawnPort },
];

const PROGRESS: readonly Mask[] = [
  { pattern: /[\u2800-\u28ff]/g, by: '' },
  { pattern: /[█▏▎▍▌▋▊▉░▒▓━╸╺■□▰▱]{3,}/g, by: '<progress>' },
  { pattern: /\[[=#>. -]{0,80}[=#]{2}[=#>. -]{0,80}\]/g, by: '<progress>' },
  {
    pattern: /\[ {0,2}\d{1,3}%\]|\b\d{1,3}%(?= ?(?:\||<progress>|complete|done))/g,
    by: '<progress>',
  },
  { pattern: /\b\d{1,9}(?:\.\d{1,6})? ?[kKMG]i?B\/s/g, by: '<speed>' },
  { pattern: /^(?=.{0,200}\.)[.sSFExXu]{8,4000}$/g, by: '<progress>' },
  { pattern: /([=_*⎯─-])\1{2,}/g, by: '$1$1$1' },
];

/** What stands in front of a test only because of the order in which the tests ran. */
const ORDINALS: readonly Mask[] = [
  { pattern: /^(\s{0,20})\d{1,4}\) (?=\S)/g, by: '$1<n>) ' },
  { pattern: /^(\s{0,20}(?:not )?ok )\d{1,6}\b/g, by: '$1<n>' },
];

/** Everything that varies from run to run but paths, in the order in which it is masked. */
export const VOLATILE: readonly Mask[] = [
  ...ORDINALS,
  ...PORTS,
  ...NAMES_OF_RUNS,
  ...OBJECTS,
  ...TIMES,
  ...DURATIONS,
  ...SHOWN_OR_NOT,
  ...PROCESSES,
  ...PROGRESS,
];

/** What varies also where values are stated, of this list. */
export const VOLATILE_ANYWHERE: readonly Mask[] = [...ORDINALS, ...OBJECTS, ...PROCESSES];
