import { DURATIONS, SHOWN_OR_NOT } from './durations';
import type { Mask } from './mask';

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const CLOCK = String.raw`\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?[AP]M\b)?`;
/** Excludes exactly midnight: people write it into tests, and a program's own time hits it once a day. */
const STAMP = String.raw`\d{4}[-/]\d\d[-/]\d\d[T ](?!00:00:00(?!\.?[,\d]))\d\d[:_]\d\d(?:[:_]\d\d(?:[.,_]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?`;

/** Dates and times of day. */
const TIMES: readonly Mask[] = [
  {
    pattern: new RegExp(String.raw`(?<!\d)${STAMP}(?!\d)`, 'g'),
    by: '<time>',
    needs: '0000-|0000/',
  },
  {
    pattern: new RegExp(String.raw`\b\d{1,2}/${MONTH}/\d{4}[: ]${CLOCK}(?: [+-]\d{4})?`, 'g'),
    by: '<time>',
    needs: '0000/:',
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?(?:${MONTH} {1,2}\d{1,2}|\d{1,2} ${MONTH})(?:,? \d{4})?,? (?:at )?${CLOCK}(?: (?:GMT|UTC)(?:[+-]\d{4})?)?(?: \d{4})?`,
      'g',
    ),
    by: '<time>',
    needs: '00:',
  },
  { pattern: /^\[?\d{4}[-/]\d\d[-/]\d\d\]?(?=\s)/g, by: '<time>', needs: '0000-|0000/' },
  {
    pattern: new RegExp(String.raw`(?<![\w:.\/'"${'`'}-])${CLOCK}(?![\d:'"${'`'}])`, 'g'),
    by: '<time>',
    needs: '00:',
  },
  {
    pattern: /(?<![\w.'"-])1[4-9]\d{8}(?:\d{3}|\d{6}|\d{9}|\.\d{1,9})?(?![\w.'"-])/g,
    by: '<time>',
    needs: '0000000000',
  },
];

/** Masks a hexadecimal number that mixes digits and letters: only a hash or an address does. */
const hash = (text: string): string => (/\d/.test(text) && /[a-f]/i.test(text) ? '<hash>' : text);

const NAMES_OF_RUNS: readonly Mask[] = [
  {
    pattern: /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-f])/gi,
    by: '<uuid>',
    needs: '############-',
  },
  {
    pattern: /\b0x[\da-f]{8,16}\b|(?<=\bat )0x[\da-f]{4,16}\b/gi,
    by: '<address>',
    needs: '0x####',
  },
  { pattern: /\b(id[=: ]{1,2})\d{12,16}\b/g, by: '$1<address>', needs: '000000000000id' },
  {
    pattern:
      /\b(commit|index|HEAD is now at|sha|rev|revision|object|tree|blob)([ :=]{1,2})[\da-f]{7,64}(?:\.\.[\da-f]{7,64})?(?!\w)/g,
    by: '$1$2<hash>',
    needs: '#######',
  },
  { pattern: /(?<![\w.+-])[\da-f]{12,128}(?!\w)/gi, by: hash, needs: '0############' },
  { pattern: /(?<=\w[.-])[\da-f]{8,64}(?=\.[a-z])/g, by: hash, needs: '0########.' },
  {
    pattern: /(\bseed(?:ed)?(?: with| is| value)?["']?[=: ]{1,4}|SEED[=: ]{1,2})-?\d{1,20}/gi,
    by: '$1<seed>',
    needs: 'seed0',
  },
  { pattern: /(\bseed: <seed>, path: )"[\d:]{1,200}"/g, by: '$1"<seed>"', needs: 'seed<path>:"' },
];

/** Java objects without their own `toString`. */
const OBJECTS: readonly Mask[] = [
  { pattern: /@(?=[a-f]{0,15}\d)[\da-f]{5,16}(?![\w.])/g, by: '@<address>', needs: '@0#####' },
];

const PROCESSES: readonly Mask[] = [
  {
    pattern: /\b(p?pid|tid|thread id)(["']?[ =:#]{1,3})\d{1,10}\b/gi,
    by: '$1$2<pid>',
    needs: '0id',
  },
  {
    // Excludes numbers of processed things: "process 123 items", "could not process 123".
    pattern:
      /(?<!\b(?:to|not|can|could|will|cannot|n't) )\b(process )\d{1,10}(?=[):,;]|$| (?:is|was|has|had|did|does|will|cannot|could|unexpectedly|exit|terminat|die|kill|crash|end|finish|stop|abort|fail|receiv|respon|running|still|not |with signal))/gi,
    by: '$1<pid>',
    needs: '0process',
  },
  {
    pattern: /\((node|electron|bun|deno|python|pid|process):\d{1,10}\)/g,
    by: '($1:<pid>)',
    needs: '0(:)',
  },
  { pattern: /^([^\s[]{1,80})\[\d{2,10}\](?=:)/, by: '$1[<pid>]', needs: '00[]:' },
  { pattern: /={2}\d{1,10}={2}/g, by: '==<pid>==', needs: '0=' },
  { pattern: /(thread '[^']{0,200}' )\(\d{1,10}\)/g, by: '$1(<thread>)', needs: '0thread()' },
  {
    pattern:
      /\b((?:\w{0,40}Thread|Process|\w{0,40}PoolWorker|\w{0,40}Executor|pool)-)\d{1,10}(?:(?:-thread-|_)\d{1,10})?/g,
    by: '$1<thread>',
    needs: '0-thread|0-process|0-pool|0-executor',
  },
  {
    pattern: /\b(goroutine |ThreadId\()\d{1,10}/g,
    by: '$1<thread>',
    needs: '0goroutine|0thread(id',
  },
  { pattern: /\[gw\d{1,3}\] ?/g, by: '', needs: '0[gw]' },
];

/** First port that is masked; lower ports are chosen by people (3000, 5432, 8080) and identify a service. */
const FIRST_DRAWN_PORT = 10_000;

const drawnPort = (all: string, before: string, port: string): string =>
  Number(port) < FIRST_DRAWN_PORT ? all : `${before}<port>`;

/** Names of the local host. */
const OWN_HOST = String.raw`(?:\blocalhost|\b127(?:\.\d{1,3}){3}|\b0\.0\.0\.0|\[?::1?\]?|\[::ffff:[\d.]{7,15}\])`;
const PORTS: readonly Mask[] = [
  { pattern: new RegExp(String.raw`(${OWN_HOST}:)(\d{2,5})\b`, 'g'), by: drawnPort, needs: '00:' },
  { pattern: /(\bport["']?[ =:#]{1,3})(\d{2,5})\b/gi, by: drawnPort, needs: '00port' },
];

const PROGRESS: readonly Mask[] = [
  { pattern: /[\u2800-\u28ff]/g, by: '', needs: 'N' },
  { pattern: /[█▏▎▍▌▋▊▉░▒▓━╸╺■□▰▱]{3,}/g, by: '<progress>', needs: 'N' },
  { pattern: /\[[=#>. -]{0,80}[=#]{2}[=#>. -]{0,80}\]/g, by: '<progress>', needs: '[]' },
  {
    pattern: /\[ {0,2}\d{1,3}%\]|\b\d{1,3}%(?= ?(?:\||<progress>|complete|done))/g,
    by: '<progress>',
    needs: '0%',
  },
  { pattern: /\b\d{1,9}(?:\.\d{1,6})? ?[kKMG]i?B\/s/g, by: '<speed>', needs: '0b/s' },
  { pattern: /^(?=.{0,200}\.)[.sSFExXu]{8,4000}$/g, by: '<progress>', needs: '.' },
  // For few tests the marks show how many passed; their order is random.
  {
    pattern: /^(?=.{0,6}\.)[.sSFExXu*]{2,7}$/g,
    by: (dots: string) => Array.from(dots).toSorted().join(''),
    needs: '.',
  },
  { pattern: /([=_*⎯─-])\1{2,}/g, by: '$1$1$1', needs: '=|_|*|-|N' },
];

/** Ordinals of tests, which depend on the order in which the tests ran. */
const ORDINALS: readonly Mask[] = [
  { pattern: /^(\s{0,20})\d{1,4}\) (?=\S)/g, by: '$1<n>) ', needs: '0)' },
  { pattern: /^(\s{0,20}(?:not )?ok )\d{1,6}\b/g, by: '$1<n>', needs: '0ok' },
];

/** Masks for everything that varies from run to run except paths, in the order in which they apply. */
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

/** The subset of `VOLATILE` that also applies to stated values. */
export const VOLATILE_ANYWHERE: readonly Mask[] = [...ORDINALS, ...OBJECTS, ...PROCESSES];
