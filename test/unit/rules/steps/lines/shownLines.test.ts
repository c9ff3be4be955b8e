import assert from 'node:assert/strict';
import { CallHistory } from '../../../../../src/rules/steps/calls/callHistory';
import { ShownLines } from '../../../../../src/rules/steps/lines/shownLines';
import type { Shown } from '../../../../../src/rules/steps/lines/summariseShown';

/** What the last of several results shows that the others had shown; each call names the same file. */
function lastShown(...results: readonly string[]): Shown | 'mostly' | undefined {
  const [history, lines] = [new CallHistory(), new ShownLines()];
  return results
    .map((result, at) => {
      const args = `look ${at} at/the/file.ts`;
      return lines.add(history.record({ number: at, tool: 'bash', args, result, thought: '' }));
    })
    .at(-1);
}

function times(...results: readonly string[]): number | undefined {
  const shown = lastShown(...results);
  return shown === undefined || shown === 'mostly' ? undefined : shown.times;
}

const FILE = 'const cart = [];\nconst total = 0;\nconst fee = 3;\nexport { cart, total, fee };';
const NUMBERED = FILE.split('\n')
  .map((line, at) => `${String(at + 1).padStart(6)}\t${line}`)
  .join('\n');

describe('lines that were shown', () => {
  it('are known with and without line numbers, and in any order', () => {
    assert.equal(times(FILE, 'const fee = 3;\nconst cart = [];'), 1);
    assert.equal(times(NUMBERED, FILE), 1);
    assert.equal(times(FILE, NUMBERED), 1);
    assert.equal(times(NUMBERED, 'L2: const total = 0;'), 1);
    assert.equal(times(NUMBERED, FILE, '2:const total = 0;\n3:const fee = 3;'), 2);
  });

  it('are new at another line number, and in a file that was not named', () => {
    assert.equal(times(NUMBERED, '9:const total = 0;'), undefined);
    assert.equal(times('src/a.ts:2:const total = 0;', 'src/b.ts:2:const total = 0;'), undefined);
    assert.equal(times('src/a.ts:2:const total = 0;', 'src/a.ts:2:const total = 0;'), 1);
  });

  it('are new when one of them is', () => {
    assert.equal(times(FILE, 'const fee = 3;\nconst tax = 1;\nconst vat = 2;'), undefined);
    assert.equal(lastShown(FILE, `${FILE}\nconst tax = 1;`), 'mostly');
  });

  it('do not depend on what surrounds them', () => {
    assert.equal(
      times(`Exit code: 0\nWall time: 0.2 seconds\n${FILE}`, `Exit code: 0\n${FILE}`),
      1,
    );
    assert.equal(times(FILE, `[File: src/fee.ts (4 lines total)]\n${FILE}\n2 more lines below`), 1);
    assert.equal(lastShown('Exit code: 0', 'Exit code: 0'), undefined);
  });

  it('are forgotten after 64 further results', () => {
    const others = Array.from({ length: 64 }, (_, at) => `page ${at} of the guide`);
    assert.equal(times(FILE, ...others.slice(1), FILE), 1);
    assert.equal(times(FILE, ...others, FILE), undefined);
  });

  it('are too many in a result of more than 400 lines', () => {
    const page = Array.from({ length: 401 }, (_, at) => `line ${at} of the page`).join('\n');
    assert.equal(times(page, page), undefined);
  });

  it('are new when a long line differs in one character in the middle', () => {
    const row = (price: number): string =>
      `{"name":"harbour master of the north pier","price":${price},"open":"all days of the week, and by night for boats that were told of before"}`;
    for (let price = 1; price <= 9; price += 1) {
      assert.equal(times(row(0), row(price)), undefined);
    }
  });
});

describe('lines of a file that was edited', () => {
  it('are new, those of other files are not', () => {
    const [history, lines] = [new CallHistory(), new ShownLines()];
    const look = (number: number, args: string): Shown | 'mostly' | undefined =>
      lines.add(history.record({ number, tool: 'bash', args, result: FILE, thought: '' }));
    look(1, 'cat src/fee.ts');
    lines.forgetFile('/app/src/cart.ts');
    assert.notEqual(look(2, 'head src/fee.ts'), undefined);
    lines.forgetFile('/app/src/fee.ts');
    assert.equal(look(3, 'tail src/fee.ts'), undefined);
    assert.notEqual(look(4, 'cat src/fee.ts | sort'), undefined);
  });
});

describe('parts of lines that were shown', () => {
  function findParts(...results: readonly string[]): Shown | undefined {
    const [history, lines] = [new CallHistory(), new ShownLines()];
    results.forEach((result, number) =>
      lines.add(
        history.record({ number, tool: 'bash', args: `${number} a.csv`, result, thought: '' }),
      ),
    );
    return lines.findParts(lines.newest);
  }
  const ROWS = 'name,pier,length\nMarlin,north,18.5\nHeron,south,9.25';

  it('are known where one line has all their words', () => {
    assert.notEqual(findParts(ROWS, 'Marlin 18.5\nHeron 9.25'), undefined);
    assert.equal(findParts(ROWS, 'Marlin 9.25'), undefined);
  });

  it('are known where only volatile text differs', () => {
    assert.notEqual(findParts(`${ROWS}\nin 0.1 s`, 'Heron,south,9.25\nin 0.3 s'), undefined);
  });

  it('are no numbers, which match by chance', () => {
    assert.equal(findParts(ROWS, '18'), undefined);
  });
});
