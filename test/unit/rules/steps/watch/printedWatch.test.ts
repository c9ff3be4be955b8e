import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TextBlocks } from '../../../../../src/platform/agents/streams/textBlocks';
import { createPrintedWatch } from '../../../../../src/rules/steps/watch/printedWatch';
import type { StepVerdict } from '../../../../../src/model/steps/step';
import { anyCodePoint } from '../../../../support/anyCodePoint';

/** What is found in what an agent prints, block by block. */
function found(text: string, limit = 3): readonly StepVerdict[] {
  const blocks = new TextBlocks();
  const watch = createPrintedWatch(limit);
  return `${text}\n\n`
    .split('\n')
    .flatMap((line) => blocks.addLine(line))
    .flatMap((event) => (event.kind === 'ended' ? watch.observe(event.step) : []));
}

function levels(text: string, limit?: number): readonly string[] {
  return found(text, limit).map(({ level }) => level);
}

const BLOCK = [
  'The test still fails, so I will change the rounding in src/cart.ts.',
  'Applied edit to src/cart.ts',
  'AssertionError: expected 3 to equal 4',
].join('\n');

/** The same text for each number. */
function times(count: number, text: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => text(at + 1)).join('\n');
}

describe('an agent without events that prints the same block again and again', () => {
  it('is suspected at the second time, and stuck at the third', () => {
    const verdicts = found(`I begin.\n${times(3, () => BLOCK)}`);
    assert.deepEqual(
      verdicts.map(({ level, count, limit, detector }) => [level, count, limit, detector]),
      [['stuck', 3, 3, 'repeated text']],
    );
    assert.match(
      verdicts[0]?.message ?? '',
      /^the agent printed the same 3 lines 3 times in a row: The test still fails/,
    );
    assert.deepEqual(levels(times(3, () => `${BLOCK}\n`)), ['suspect', 'stuck']);
  });

  it('is stuck by the blocks in which it begins each time', () => {
    const verdict = found(`Hello.\n\n${times(3, () => `${BLOCK}\n`)}`).at(-1);
    assert.deepEqual(verdict?.evidence, [2, 3, 4]);
    assert.equal(verdict.step, 4);
  });

  it('is found with other times, colours, spinners and blank lines in between', () => {
    const text = times(
      3,
      (n) =>
        `[2026-01-0${n}T10:0${n}:00Z] \u001b[3${n}mThe test still fails, I change it again.\u001b[0m\n` +
        `${'\n'.repeat(n)}Working… |\rWorking… /\rDone with the edit of src/cart.ts in ${n}.${n} s\n.\n` +
        `AssertionError: expected 3 to equal 4\n`,
    );
    assert.equal(levels(text).at(-1), 'stuck');
  });

  it('is found where one long paragraph is said again', () => {
    const said =
      'I apologize for the confusion and will now try to fix the rounding of the cart. '.repeat(4);
    assert.equal(levels(times(3, () => `${said}\n`)).at(-1), 'stuck');
    assert.deepEqual(levels(times(3, (n) => `${said} This is try ${n === 2 ? 'b' : 'a'}.\n`)), []);
  });

  it('may have blocks of two hundred lines', () => {
    const long = times(200, (n) => `line of ${'abcdefghij'.repeat(1 + (n % 7))} ${words(n)}`);
    assert.equal(levels(times(3, () => long)).at(-1), 'stuck');
  });

  it('is stuck at the limit that is set', () => {
    assert.deepEqual(
      levels(
        times(4, () => BLOCK),
        5,
      ),
      ['suspect'],
    );
    assert.deepEqual(
      levels(
        times(2, () => BLOCK),
        2,
      ),
      ['stuck'],
    );
  });

  it('is no longer suspected when it goes on with something else', () => {
    const watch = createPrintedWatch(4);
    const step = { number: 1, tool: '', args: '', result: '' };
    watch.observe({ ...step, thought: times(2, () => BLOCK) });
    assert.equal(watch.suspicion?.count, 2);
    watch.observe({ ...step, number: 2, thought: 'Now all tests pass.' });
    assert.equal(watch.suspicion, undefined);
  });
});

/** Words that only this number has. */
function words(n: number): string {
  return Array.from(String(n))
    .map((digit) => 'zero one two three four five six seven eight nine'.split(' ')[Number(digit)])
    .join(' ');
}

describe('what looks alike and is no loop', () => {
  const LOOK_ALIKES: Readonly<Record<string, string>> = {
    'the same warning of a compiler for three files': times(
      3,
      (n) =>
        `src/${['cart', 'login', 'order'][n - 1]}.c: In function 'main':\n` +
        `src/${['cart', 'login', 'order'][n - 1]}.c:12:7: warning: unused variable 'x' [-Wunused-variable]\n` +
        '   12 |   int x;\n      |       ^\n',
    ),
    'the same warning of three processes': times(
      3,
      (n) =>
        `(node:${4_000 + n}) ExperimentalWarning: VM Modules is an experimental feature and might change at any time\n` +
        '(Use `node --trace-warnings ...` to show where the warning was created)',
    ),
    'the log of a test run': times(
      3,
      (n) =>
        `PASS test/${['cart', 'login', 'order'][n - 1]}.test.ts\n  renders\n    ✓ shows the title (${n} ms)\n` +
        '    ✓ shows an empty list\n    ✓ reacts to a click on its first button\n',
    ),
    'a diff with the same hunk in three places': times(
      3,
      (n) =>
        `@@ -${n * 40},7 +${n * 40},7 @@ export function part${['A', 'B', 'C'][n - 1]}() {\n` +
        '   const value = read(file);\n-  return value.trim();\n+  return value.trimEnd();\n }\n',
    ),
    'progress that is printed line by line': times(
      40,
      (n) => `Downloading the packages of the project, ${n * 2}% of 120 MB\n`,
    ),
    'progress that is written over itself': `${'Working on the request of the user, please wait…\r'.repeat(500)}\n`,
    'a word again and again': 'Working…\n'.repeat(300),
    dots: '.\n'.repeat(300),
    'code with many equal lines': times(
      9,
      (n) => `  }\n}\n\nfunction ${words(n)}() {\n  return null;\n`,
    ),
    'a list of equal short lines': 'TODO\nTODO\nTODO\nTODO\nTODO\nTODO\n',
    'a table': times(30, (n) => `| ${words(n)} | yes | no |\n|-----|-----|----|`),
    'a service that is overloaded': times(
      5,
      (n) =>
        'litellm.InternalServerError: AnthropicException - Overloaded. Handle with `litellm.InternalServerError`.\n' +
        "The API provider's servers are down or overloaded.\n" +
        `Retrying in ${n}.0 seconds...`,
    ),
    'something that is waited for': times(
      5,
      () =>
        'pod/web-1   0/1   ContainerCreating\npod/web-2   0/1   ContainerCreating\nStill waiting for the pods of web',
    ),
    'the same text twice': times(2, () => BLOCK),
    'the same text three times, with something else in between': times(
      3,
      (n) => `${BLOCK}\nNow ${words(n)}.`,
    ),
  };
  for (const [name, text] of Object.entries(LOOK_ALIKES)) {
    it(`is not ended: ${name}`, () => {
      assert.deepEqual(
        levels(text).filter((level) => level === 'stuck'),
        [],
      );
    });
  }

  it('is not ended: any lines of which no three in a row are the same', () => {
    const line = fc.integer({ min: 0, max: 1_000_000 }).map((n) => `I look into ${words(n)} now.`);
    fc.assert(
      fc.property(fc.uniqueArray(line, { maxLength: 100 }), (lines) => {
        assert.deepEqual(levels(lines.join('\n')), []);
      }),
    );
  });
});

describe('hostile output of an agent without events', () => {
  it('is looked at without throwing, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCodePoint, maxLength: 200 })), (lines) => {
        const verdicts = found(lines.join('\n'));
        for (const { evidence, step } of verdicts) {
          assert.ok(evidence.length > 0 && (evidence.at(-1) ?? 0) <= step);
        }
      }),
    );
  });

  it('is found wherever the block begins, and however it is cut into lines of any words', () => {
    const line = fc
      .integer({ min: 0, max: 9_999 })
      .map((n) => `I look into ${words(n)} once more.`);
    const some = (maxLength: number): fc.Arbitrary<string[]> =>
      fc.uniqueArray(line, { minLength: 3, maxLength });
    fc.assert(
      fc.property(some(30), some(12), fc.integer({ min: 3, max: 6 }), (before, block, count) => {
        const text = [...before, ...Array.from({ length: count }, () => block).flat()].join('\n');
        assert.equal(levels(text).at(-1), 'stuck');
      }),
    );
  });
});
