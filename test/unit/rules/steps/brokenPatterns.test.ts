import assert from 'node:assert/strict';
import {
  command,
  edit,
  FAILING,
  read,
  times,
  verdictsOf,
  type MadeUpStep,
} from '../../../support/madeUpSteps';

const failingTests: MadeUpStep = { args: command('npm test'), ...FAILING };
const readAll = (files: string): readonly MadeUpStep[] => Array.from(files, (file) => read(file));
const lookAround = [read('a'), { args: command('ls'), result: 'cart.ts' }];
const oneMore = (i: number): MadeUpStep => edit(`part ${i}`, `part ${i + 1}`);
const word = (i: number): string => 'abcdefghi'.charAt(i);

/** Runs with the numbers of the first steps at which something is suspected, and at which it is a loop. */
type Expected = readonly [suspect: number | undefined, stuck: number | undefined];
const RUNS: Readonly<Record<string, readonly [Expected, readonly MadeUpStep[]]>> = {
  'a check that fails while files are read is suspected by nobody before it is a loop': [
    [undefined, 5],
    times(3, (i) => [failingTests, read(`h${i}`)]),
  ],
  'a refused connection is waited for, whatever is read in between': [
    [11, 23],
    times(20, (i) => [
      {
        args: command('curl localhost:3000'),
        result:
          "curl: (7) Failed to connect to localhost port 3000 after 0 ms: Couldn't connect to server",
        error: true,
      },
      read(`h${i}`),
    ]),
  ],
  'many places of one file are changed and taken back, each once': [
    [undefined, undefined],
    [...times(9, (i) => edit(`a${i}`, `b${i}`)), ...times(9, (i) => edit(`b${i}`, `a${i}`))],
  ],
  'an edit is made and undone, and something else tried each time': [
    [undefined, undefined],
    times(9, (i) => [
      i % 2 === 0 ? edit('a < b', 'a <= b') : edit('a <= b', 'a < b'),
      { args: command(`npm run try-${word(i)}`), result: `tried ${word(i)}` },
    ]),
  ],
  'a file and a folder are looked at by turns: rounds before an edit do not count': [
    [undefined, 7],
    [...lookAround, edit('a < b', 'a <= b'), ...times(3, () => lookAround)],
  ],
  'a build gets on while two files are looked at': [
    [5, undefined],
    times(9, (i) => [
      ...readAll('ab'),
      { args: command('make status'), result: `${11 * i + 3} % built` },
    ]),
  ],
  'a clock among six files breaks no round': [
    [9, 12],
    times(9, (i) => [
      ...readAll('abcdef'),
      { args: command('uptime'), result: `up ${i} days, ${3 * i} users` },
    ]),
  ],
  'what was looked at before a wait is looked at twice more': [
    [3, 9],
    [
      ...lookAround,
      ...lookAround.toReversed(),
      { args: command('sleep 5') },
      ...times(4, () => lookAround),
    ],
  ],
  'pictures of a page are taken, waiting in between': [
    [12, 24],
    times(20, () => [
      { args: command('sleep 30') },
      {
        tool: 'browser_screenshot',
        args: '{}',
        result: `[picture] ${'loading the cart '.repeat(6)}`,
      },
    ]),
  ],
  'a tool refuses some calls and answers others by turns': [
    [undefined, undefined],
    times(9, (i) => [
      {
        ...{ tool: 'query', args: JSON.stringify({ sql: `SELECT ${word(i)} FROM t${7 * i}` }) },
        ...{ result: 'Error: missing required argument: table', error: true },
      },
      {
        ...{ tool: 'query', args: JSON.stringify({ table: `orders_${i}`, what: word(i) }) },
        result: `the order ${word(i).repeat(i + 1)} went out`,
      },
    ]),
  ],
  'a tool refuses each call for another reason': [
    [undefined, undefined],
    [
      'missing required argument: table',
      'unknown field: weight',
      'invalid parameter "since", a day is needed',
      'unexpected argument after the seventh',
    ].map((reason, i) => ({
      ...{ tool: 'query', args: JSON.stringify({ [word(i)]: word(i).repeat(9) }) },
      ...{ result: `Error: ${reason}`, error: true },
    })),
  ],
  'pages that speak of missing arguments are read': [
    [undefined, undefined],
    times(9, (i) => ({
      ...{ tool: 'Read', args: JSON.stringify({ file_path: `/docs/${word(i).repeat(8)}.md` }) },
      ...{ result: 'usage of each command: missing required argument, as ever', error: false },
    })),
  ],
  'nearly the same search finds nothing and does not say why': [
    [undefined, undefined],
    times(9, (i) => ({
      args: command(`grep -rq "toCents${i}" src/cart/prices.ts src/cart/sums.ts`),
      ...{ result: 'Exit code 1', error: true },
    })),
  ],
  'a failure comes back after edits, and another check passes': [
    [8, 11],
    times(9, (i) => [
      ...[oneMore(i), failingTests],
      { args: command('npm run lint'), result: '0 problems in 12 files' },
    ]),
  ],
  'a failure comes back after edits once it had been mended': [
    [6, undefined],
    [
      ...times(3, (i) => [oneMore(i), failingTests]),
      ...[oneMore(3), { args: command('npm test'), result: '12 passed, 0 failed' }],
      ...times(3, (i) => [oneMore(4 + i), failingTests]),
    ],
  ],
  'a folder is made that is there': [
    [3, 6],
    times(20, () => ({ args: command('mkdir -p out/cart') })),
  ],
  'one ticket is made twenty times': [
    [3, 6],
    times(20, () => ({ tool: 'create_ticket', args: '{"title":"cart"}', result: 'ok' })),
  ],
  'something is made for one thing, and nobody can tell what': [
    [undefined, undefined],
    times(20, () => ({ tool: 'create_part', args: '{"id":1}', result: 'ok' })),
  ],
  'files come in the order of the last time, not of the first': [
    [10, 13],
    [...readAll('abcadefg'), ...readAll('adefg')],
  ],
  'files come in the order in which they came long ago': [
    [2048, 2051],
    [...times(2046, (i) => read(`f${i}`)), ...times(9, (i) => read(`f${2037 + i}`))],
  ],
};

describe('what breaks a pattern of steps, and what does not', () => {
  for (const [what, [expected, run]] of Object.entries(RUNS))
    it(what, () => {
      const found = verdictsOf(run);
      const first = (level: string): number | undefined =>
        found.find((each) => each.level === level)?.step;
      assert.deepEqual([first('suspect'), first('stuck')], expected);
    });

  it('tells a loop once, however long it goes on with edits in between', () => {
    const found = verdictsOf(times(120, (i) => [oneMore(i), failingTests]));
    assert.deepEqual(
      found.map(({ step, level }) => [step, level]),
      [
        [6, 'suspect'],
        [8, 'stuck'],
      ],
    );
  });

  it('tells each of two loops once that go on by turns', () => {
    const other = 'Exit code 1\nReferenceError: sums is not defined';
    const run = times(120, (i) => [
      oneMore(i),
      i % 2 === 0 ? failingTests : { ...failingTests, result: other },
    ]);
    assert.deepEqual(
      verdictsOf(run).map(({ step, level }) => [step, level]),
      [
        [14, 'suspect'],
        [16, 'suspect'],
        [26, 'stuck'],
        [28, 'stuck'],
      ],
    );
  });
});
