import type { Mask } from './mask';

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const CLOCK = String.raw`\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?[AP]M\b)?`;
/** Midnight sharp is what people write into tests; a program's own time hits it once in a day. */
const STAMP = String.raw`\d{4}[-/]\d\d[-/]\d\d[T ](?!00:00:00(?!\.?[,\d]))\d\d[:_]\d\d(?:[:_]\d\d(?:[.,_]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?`;

/** Dates and times of day. */
export const TIMES: readonly Mask[] = [
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
