import assert from 'node:assert/strict';
import fc from 'fast-check';
import { listProgramWords } from '../../../../src/rules/doubt/programWords';
import { anyCodePoint } from '../../../support/anyCodePoint';

/** Command line → words among `a`, `b` and `c` with which it is verified. */
const GOVERNED: readonly (readonly [string, readonly string[]])[] = [
  ['./a.sh --fast', ['./a.sh']],
  ['sh a.sh', ['a.sh']],
  ['node --test-timeout=5 a.js b.js', ['a.js']],
  ['A=1 timeout 10s python3 a.py', ['a.py']],
  ['mocha --require a.js b.js', ['a.js']],
  ['jest --config=a.js', ['a.js']],
  ['pytest -c a.ini b', ['a.ini']],
  ['make -f a.mk', ['a.mk']],
  ["sh -c 'test -f b.txt; ./a.sh'", ['./a.sh']],
  ['npx tsx a.ts', ['a.ts']],
  ['cat a.sh | sh', ['a.sh']],
  ['if ./a.sh; then echo b.txt; fi', ['./a.sh']],
  ['set -e\nnode a.js', ['a.js']],
  ['node b.js | diff - a.expected', ['a.expected']],
];

const WORK: readonly string[] = [
  'test -f a.txt',
  '[ -s a.txt ] && grep -q done b.md',
  'cmp a.bin b.bin',
  `node -e "require('./a.js')"`,
  'python3 -c "import a; open(\'b.txt\')"',
  './a | diff - c.out',
  'gcc -o a b.c && ./a | cmp - c.out',
  'eslint a.js b.js',
  'tsc --outDir a b.ts',
  'mocha --reporter-options output=a.xml',
];

const names = (line: string): readonly string[] =>
  listProgramWords(line).filter((word) => /(?:^|\/)[abc](?:\.|$)/.test(word));

describe('the words of a command that name what it runs', () => {
  for (const [line, words] of GOVERNED)
    it(`of \`${line}\` are ${words.join(' ') || 'none'}`, () =>
      assert.deepEqual(names(line), words));

  for (const line of WORK)
    it(`are none of the files in \`${line}\``, () => assert.deepEqual(names(line), []));

  it('are all words of a line that is no shell', () => {
    assert.deepEqual(names('echo ${ a.sh'), ['a.sh']);
  });

  it('are found in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint }), (text) => void listProgramWords(text)),
    );
  });
});
