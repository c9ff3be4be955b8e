import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepEnds, printInOrder, runSideBySide, type Command } from '../../support/sideBySide';

describe('suites side by side', () => {
  let printed = '';
  let folder: string;
  const printer = () => printInOrder((text) => (printed += text.toString()));

  beforeEach(() => {
    printed = '';
    folder = mkdtempSync(join(tmpdir(), 'devs-side-by-side-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A program that may use `fs` and `until`, which waits for a file of the folder. */
  function command(title: string, script: string): Command {
    const until = `const fs = require('node:fs');
      const memory = new Int32Array(new SharedArrayBuffer(4));
      const until = (file) => {
        for (let i = 0; i < 1000 && !fs.existsSync(file); i += 1) Atomics.wait(memory, 0, 0, 10);
      };`;
    const text = `${until} process.chdir(process.argv[1]); ${script}`;
    return { title, words: [process.execPath, '-e', text, folder], env: process.env };
  }

  it('are printed whole and in their order, though the second ends while the first is at work', async () => {
    const first = command('1\n', `console.log('a'); until('second'); console.log('b');`);
    const second = command(
      '2\n',
      `console.log('c'); console.log('d'); fs.writeFileSync('second', '');`,
    );
    assert.deepEqual(await runSideBySide([first, second], 2, printer()), [true, true]);
    assert.equal(printed, '1\na\nb\n2\nc\nd\n');
  });

  it('print what one of them writes at once when it is its turn', () => {
    const { write, end } = printer();
    write(1, 'second');
    write(0, 'first');
    assert.equal(printed, 'first');
    end(0);
    write(1, ', more of it');
    assert.equal(printed, 'firstsecond, more of it');
    end(2);
    write(3, 'fourth');
    assert.equal(printed, 'firstsecond, more of it');
    end(1);
    assert.equal(printed, 'firstsecond, more of itfourth');
  });

  it('run to their end though one of them fails or cannot be started', async () => {
    const missing: Command = { ...command('2\n', ''), words: [join(folder, 'missing')] };
    const failing = command('1\n', `console.error('broken'); process.exitCode = 3;`);
    const fine = command('3\n', `console.log('done');`);
    const found = await runSideBySide([failing, missing, fine], 1, printer());
    assert.deepEqual(found, [false, false, true]);
    assert.match(printed, /^1\nbroken\n2\n.*ENOENT\n3\ndone\n$/);
  });

  it('can be asked for the end of what each wrote, and are printed whole all the same', async () => {
    const keeper = keepEnds(printer(), 2);
    const failing = command(
      '1\n',
      `console.log('a\\nb'); console.log('why'); process.exitCode = 1;`,
    );
    const silent = command('2\n', '');
    assert.deepEqual(await runSideBySide([failing, silent], 1, keeper), [false, true]);
    assert.equal(keeper.endOf(0), 'b\nwhy');
    assert.equal(keeper.endOf(1), '');
    assert.equal(printed, '1\na\nb\nwhy\n2\n');
  });

  it('are remembered by their end alone, however much they write', () => {
    const keeper = keepEnds(printer(), 1000);
    for (let i = 0; i < 300; i += 1) keeper.write(0, `${'é'.repeat(1000)} ${i}\n`);
    assert.match(keeper.endOf(0), / 299$/);
    assert.ok(Buffer.byteLength(keeper.endOf(0)) <= 64 * 1024 + 2);
  });
});
