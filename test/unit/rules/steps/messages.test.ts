import assert from 'node:assert/strict';
import { BUILT_IN_LIMITS } from '../../../../src/model/config/limits';
import type { StepDetectorName } from '../../../../src/model/steps/step';
import { createStepWatch } from '../../../../src/rules/steps/watch/stepWatch';
import { tracesIn, watchSteps } from '../../../support/stepTraces';

type Called = readonly [tool: string, args: string | object, result: string];

/** The message of the last verdict of a detector on these calls. */
function messageOf(detector: StepDetectorName, calls: readonly Called[]): string | undefined {
  const watch = createStepWatch(BUILT_IN_LIMITS);
  const verdicts = calls.flatMap(([tool, args, result], at) =>
    watch.observe({
      ...{ number: at + 1, tool, result, thought: '' },
      args: typeof args === 'string' ? args : JSON.stringify(args),
    }),
  );
  return verdicts.findLast((each) => each.detector === detector)?.message;
}

const PLACES = ['rows', 'parts', 'prices', 'names', 'taxes', 'sums', 'lots', 'bins', 'tags'];

const times = (count: number, ...calls: readonly Called[]): readonly Called[] =>
  Array.from({ length: count }, () => calls).flat();

describe('the message of a verdict', () => {
  it('names the call and the line that says why it fails', () => {
    assert.equal(
      messageOf(
        'repeated call',
        times(3, ['Bash', { command: 'cd /shop && make image' }, 'building\nError: disk is full']),
      ),
      '`make image` failed in the same way 3 times in a row: Error: disk is full',
    );
  });

  it('tells identical calls with others in between from nearly identical ones', () => {
    const said =
      'total of the parcels that are on their way to the harbour and not yet counted: 4100 g, 12 pieces';
    const asked: Called = ['scale', { parcel: 'P-7' }, said];
    const other = (unit: string): Called => [
      'scale',
      { parcel: 'P-7', unit },
      `${unit} is no unit`,
    ];
    assert.equal(
      messageOf('similar calls', [
        asked,
        other('kg'),
        asked,
        other('lb'),
        asked,
        other('oz'),
        asked,
      ]),
      undefined,
    );
    assert.match(
      messageOf(
        'similar calls',
        times(
          3,
          ['write_lines', { path: 'a.py', line: 3, text: 'x = 1' }, 'Error: a.py is read-only'],
          ['write_lines', { path: 'a.py', line: 3, text: 'x = 2' }, 'Error: a.py is read-only'],
        ),
      ) ?? '',
      /^\d nearly identical calls failed in the same way, the last one `write_lines a\.py line 3`: Error: a\.py is read-only$/,
    );
  });

  it('quotes what an edit removes where it adds nothing', () => {
    const edit = (from: string, to: string): Called => [
      'Edit',
      { file_path: '/app/a.py', old_string: from, new_string: to },
      'The file /app/a.py has been updated.',
    ];
    const run: Called = ['Bash', { command: 'python a.py' }, '3'];
    assert.match(
      messageOf(
        'undone edits',
        times(2, edit('x = f()', 'x = f()\nprint(x)'), run, edit('x = f()\nprint(x)', 'x = f()')),
      ) ?? '',
      /, the last one `Edit \/app\/a\.py`: `print\(x\)`$/,
    );
  });

  it('says that only a plan was recorded between equal texts', () => {
    const text: Called = [
      '',
      '',
      'First I read the importer, then I split the parser from the writer.',
    ];
    const plan: Called = ['TodoWrite', { todos: ['read', 'split'] }, 'ok'];
    assert.match(
      messageOf('repeated text', times(3, text)) ?? '',
      /3 times in a row and did nothing in between/,
    );
    assert.match(
      messageOf('repeated text', times(3, text, plan)) ?? '',
      /3 times in a row and only recorded a plan in between/,
    );
  });

  it('counts every failure of calls that fail in turn', () => {
    const get: Called = ['Bash', 'store get harbour', 'store: error: no profile is selected'];
    const put: Called = ['Bash', 'store put harbour.tar', 'store: error: the bucket has no owner'];
    assert.match(
      messageOf('repeated failure', times(4, get, put)) ?? '',
      /^2 calls failed \d times in all, each for the same reason every time: `store get harbour` \(.*\) and `store put harbour\.tar` \(/,
    );
  });

  it('counts variants of a call that fail, each of them once, as variants', () => {
    const calls = [10, 40, 90, 160, 250, 360, 490, 640, 810].map((seconds): Called => [
      'Bash',
      { command: `timeout ${seconds} ./simulate` },
      'Command timed out',
    ]);
    assert.match(
      messageOf('repeated failure', calls) ?? '',
      /^6 variants of a call failed for the same reason, the last one `timeout 360 \.\/simulate`: /,
    );
  });

  it('marks the ends of lines in what it quotes whole', () => {
    const look: Called = ['query', { table: 'piers' }, 'north | 2\nsouth | 4\n'];
    assert.match(messageOf('repeated call', times(3, look)) ?? '', /north \| 2 ⏎ south \| 4$/);
  });

  it('lists the calls of rounds with what they say', () => {
    assert.equal(
      messageOf(
        'call cycle',
        times(
          2,
          ['list_tables', { db: 'shop' }, 'orders, items'],
          ['describe', { table: 'orders' }, 'id int, placed date'],
        ),
      ),
      '2 rounds of the same 2 calls in the same order gave the same results, with nothing in between: ' +
        '`list_tables shop` (orders, items) and `describe orders` (id int, placed date)',
    );
  });

  it('names the place that is rewritten and what still shows its outcome', () => {
    const edit = (text: string): Called => [
      'Edit',
      { file_path: 'src/slug.js', old_string: text, new_string: `${text}+` },
      'The file has been updated.',
    ];
    const check: Called = ['Bash', 'node slug.test.js', 'AssertionError: expected a-b but got -b'];
    const calls = [check, ...['a', 'a+', 'a++', 'a+++'].flatMap((text) => [edit(text), check])];
    assert.match(
      messageOf('failure after edits', calls) ?? '',
      /^one place in `src\/slug\.js` was rewritten \d times, but `node slug\.test\.js` fails as before: AssertionError: expected a-b but got -b$/,
    );
  });

  it('counts the failures that are the same, and all where others were among them', () => {
    const edit = (at: number): Called => [
      'Edit',
      {
        file_path: 'src/cart.js',
        old_string: `${PLACES[at]}.sort()`,
        new_string: `sorted(${PLACES[at]}, by${PLACES[at]})`,
      },
      'The file has been updated.',
    ];
    const check = (got: number): Called => [
      'Bash',
      'npm test',
      `AssertionError: expected 1 but got ${got}`,
    ];
    const run = (...got: readonly number[]): string | undefined =>
      messageOf(
        'failure after edits',
        got.flatMap((each, at) => [edit(at), check(each)]),
      );
    assert.equal(
      run(2, 2, 2, 2, 2, 2, 2),
      '`npm test` failed in the same way 7 times, with edits in between: AssertionError: expected 1 but got 2',
    );
    assert.equal(
      run(2, 2, 3, 2, 2, 3, 2, 2, 2),
      '`npm test` failed 9 times, 7 of them in the same way, with edits in between: AssertionError: expected 1 but got 2',
    );
  });

  it('is a readable sentence for each loop of the traces', () => {
    for (const { name, steps, isAttended, loop } of tracesIn('classes')) {
      if (loop === undefined) continue;
      for (const { message } of watchSteps(steps, isAttended)) {
        assert.doesNotMatch(message, /`[\w.-]+ [{[]"|\n|[^.]\.$/, name);
        assert.ok(message.length <= 700, `${name}: ${message.length}`);
      }
    }
  });
});
