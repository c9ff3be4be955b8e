import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readWorkLines, toWorkLines } from '../../../../src/rules/attempts/workLines';

const PATH = fc
  .array(fc.constantFrom('src', 'a b', 'über', 'x.js', 'changed', '3', 'contents'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join('/'));
const STATEMENT = fc.string().filter((text) => !/^changed |^contents [a-z]{12}$/.test(text));

describe('the work of an attempt', () => {
  it('is read as it was written: statements, files, and how many more', () => {
    const paths = fc.uniqueArray(PATH, { maxLength: 40, size: 'max' }).map((all) => all.sort());
    const statements = fc.uniqueArray(STATEMENT, { maxLength: 5 });
    fc.assert(
      fc.property(paths, statements, (files, said) => {
        const work = [...said, ...toWorkLines(files, 'abcdefghijkl')].sort();
        const { done, changed } = readWorkLines(work);
        assert.deepEqual(done, [...said].sort());
        const left = files.length - 20;
        assert.deepEqual(changed, [
          ...files.slice(0, 20),
          ...(left > 0 ? [`${left} more files`] : []),
        ]);
      }),
    );
  });

  it('of an agent that changed nothing is what it says, whatever that is', () => {
    fc.assert(
      fc.property(fc.array(STATEMENT.map((text) => `changed ${text}`)), (said) => {
        assert.deepEqual(readWorkLines(said), { done: said, changed: [] });
      }),
    );
  });
});
