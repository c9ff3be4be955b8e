import assert from 'node:assert/strict';
import {
  command,
  edit,
  FAILING,
  read,
  stuckAt,
  times,
  type MadeUpStep,
} from '../../../support/madeUpSteps';

const PLACES = ['rows', 'columns', 'cells', 'pages', 'titles', 'sums', 'taxes', 'orders', 'users'];

/** What docs/detection.md promises of each: after how many steps it is a loop. */
const PROMISED: Readonly<Record<string, readonly [number | undefined, readonly MadeUpStep[]]>> = {
  'a failing check, with nothing in between': [
    3,
    times(9, () => ({ args: command('npm test'), ...FAILING })),
  ],
  'a failing check that is waited for': [
    3,
    times(9, () => ({ args: command('sleep 30; npm test'), ...FAILING })),
  ],
  'nothing new after a wait': [
    12,
    times(20, () => ({ args: command('sleep 30; tail build.log'), result: 'compiling cart.ts' })),
  ],
  'nothing new after a wait, in two calls of one tool': [
    24,
    times(20, () => [
      { args: command('sleep 30') },
      { args: command('tail build.log'), result: 'compiling cart.ts' },
    ]),
  ],
  'nothing new after a wait, in two calls of two tools': [
    24,
    times(20, () => [{ args: command('sleep 30') }, read('log')]),
  ],
  'nothing new on a page that is waited for': [
    24,
    times(20, () => [
      { tool: 'mcp__browser__browser_wait_for', args: '{"time":5}', result: 'Waited for 5' },
      { tool: 'mcp__browser__browser_snapshot', args: '{}', result: '- text: The cart is loading' },
    ]),
  ],
  'the same assertion after a wait, in two calls': [
    6,
    times(9, () => [{ args: command('sleep 30') }, { args: command('npm test'), ...FAILING }]),
  ],
  'a connection that is refused': [
    12,
    times(20, () => ({
      args: command('curl localhost:3000'),
      result:
        "curl: (7) Failed to connect to localhost port 3000 after 0 ms: Couldn't connect to server",
      error: true,
    })),
  ],
  'something that says it is not done': [
    12,
    times(20, () => ({ tool: 'get_build', args: '{"id":1}', result: '{"done":false}' })),
  ],
  'tests that pass': [
    6,
    times(20, () => ({ args: command('npm test'), result: '12 passed, 0 failed' })),
  ],
  'one query for many numbers': [
    6,
    times(20, (i) => ({
      tool: 'query',
      args: JSON.stringify({ sql: `SELECT state, weight, carrier FROM parcels WHERE id = ${i}` }),
      result: `[{"state":"delivered","weight":12,"carrier":"Post","note":"${'left at the door, '.repeat(4)}"}]`,
    })),
  ],
  'a plan that is noted again': [
    3,
    times(9, () => ({ tool: 'TodoWrite', args: '{"todos":["mend"]}', result: 'Noted.' })),
  ],
  'words without a deed, with plans in between': [
    5,
    times(9, (i) => [
      { tool: '', args: '', thought: 'I will now look at how the cart rounds its sums.' },
      { tool: 'TodoWrite', args: JSON.stringify({ todos: [i] }), result: 'Noted.' },
    ]),
  ],
  'a comparison that is flipped, with the same checks in between': [
    7,
    times(9, (i) => [
      i % 2 === 0 ? edit('a < b', 'a <= b') : edit('a <= b', 'a < b'),
      {
        args: command('npm run part'),
        result: i % 2 === 0 ? 'the cart is empty' : 'the cart is full',
      },
    ]),
  ],
  'an edit that is undone once in each of many files': [
    undefined,
    times(9, (i) => [edit('a', 'b', `/a/f${i}.ts`), edit('b', 'a', `/a/f${i}.ts`)]),
  ],
  'a failure that comes back after edits in different places': [
    14,
    times(9, (i) => [
      edit(`${PLACES[i]}.sort()`, `sorted(${PLACES[i]}, by${PLACES[i]})`),
      { args: command('npm test'), ...FAILING },
    ]),
  ],
  'a failure that comes back after edits of one place': [
    8,
    times(9, (i) => [
      edit(`step ${i}`, `step ${i + 1}`),
      { args: command('npm test'), ...FAILING },
    ]),
  ],
  'a text that is put at one place again': [
    3,
    times(4, () => edit('start {', 'start {\n  stopEarly(rows);')),
  ],
  'a place that is shown unchanged after each attempt to edit it': [
    7,
    [
      read('a'),
      ...times(4, (i) => [
        {
          args: command(`sed -i 's/^export const a = 1${';'.repeat(i)}$/export const b = 1/' a.ts`),
        },
        read('a'),
      ]),
    ],
  ],
  'five files in the order in which they were read before': [
    15,
    [...times(10, (i) => read(`f${i}`)), ...times(10, (i) => read(`f${i}`))],
  ],
  'four files in that order, and then others': [
    undefined,
    [
      ...times(10, (i) => read(`f${i}`)),
      ...times(4, (i) => read(`f${i}`)),
      ...times(4, (i) => read(`g${i}`)),
    ],
  ],
  'two rounds of two calls, with nothing in between': [
    4,
    times(9, () => [read('cart'), { args: command('git status'), result: 'on branch main' }]),
  ],
  'two rounds of four calls, with a new one in between': [
    undefined,
    [
      ...times(4, (i) => read(`f${i}`)),
      read('g'),
      ...times(4, (i) => read(`f${i}`)),
      ...times(4, (i) => read(`h${i}`)),
    ],
  ],
  'the same two pages of a file, compared twice': [
    undefined,
    times(4, (i) => ({
      tool: 'Read',
      args: JSON.stringify({ file_path: '/a/cart.ts', offset: i % 2 === 0 ? 1 : 90 }),
      result: i % 2 === 0 ? 'export const cents = 1;' : 'export const euros = 2;',
    })),
  ],
  'two failures that are tried once more': [
    undefined,
    times(4, (i) => ({ args: command(i % 2 === 0 ? 'fetch tiles' : 'fetch maps'), ...FAILING })),
  ],
  'a refused edit, and another file read each time': [
    5,
    times(9, (i) => [
      { ...edit('cents()', 'toCents()'), result: 'Error: old_string was not found.', error: true },
      read(`h${i}`),
    ]),
  ],
  'a refused edit, and a check that gives something else each time': [
    undefined,
    times(9, (i) => [
      { args: command('npm run verify'), ...FAILING },
      { args: command('./repair'), result: `repaired part ${'abcdefghi'[i]} of nine` },
    ]),
  ],
};

describe('what docs/detection.md promises', () => {
  for (const [what, [steps, run]] of Object.entries(PROMISED))
    it(`${what}: ${steps === undefined ? 'no loop' : `a loop after ${steps} steps`}`, () => {
      assert.equal(stuckAt(run), steps);
    });
});
