import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readComment } from '../../../src/cli/commands/shared/parseComment';

const path = fc.string({ minLength: 1, unit: 'grapheme' });
const text = fc.string({ minLength: 1 }).filter((each) => each.trim() !== '');
const line = fc.integer({ min: 0, max: 999_999_999 });

describe('a comment on the command line', () => {
  it('is read back from any file, line and text, colons included', () => {
    fc.assert(
      fc.property(
        path,
        line,
        fc.option(line, { nil: undefined }),
        text,
        (file, first, last, said) => {
          const words = `${file}:${first}${last === undefined ? '' : `-${last}`}:${said}`;
          const read = readComment(words).map(
            ({ path: name, line: number, endLine, text: rest }) => [
              ...[name, number, endLine, rest],
            ],
          );
          const written = JSON.stringify([file, first, last, said.trim()]);
          assert.ok(read.some((each) => JSON.stringify(each) === written));
        },
      ),
    );
  });

  it('loses no word of anything that it reads', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(':', '1', '-', 'a', ' ') }), (words) => {
        for (const { path: file, line: first, endLine, text: said } of readComment(words)) {
          assert.ok(file !== '' && said !== '');
          assert.ok(words.startsWith(`${file}:`) && words.trimEnd().endsWith(said));
          assert.ok(first >= 0 && (endLine ?? 0) >= 0);
        }
      }),
    );
  });

  it('is none without a file, a line and a text', () => {
    for (const words of ['', 'a', 'a:1', 'a:1:', 'a:1: ', ':1:x', 'a:x:y', 'a:1-:y', 'a:-1:y'])
      assert.deepEqual(readComment(words), [], words);
  });
});
