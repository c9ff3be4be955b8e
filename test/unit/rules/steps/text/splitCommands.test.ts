import assert from 'node:assert/strict';
import { splitCommands, toShellWords } from '../../../../../src/rules/steps/text/splitCommands';

const textsOf = (line: string): readonly string[] => splitCommands(line).map(({ text }) => text);

describe('the commands of a command line', () => {
  it('end at separators outside quotes, parentheses and comments', () => {
    assert.deepEqual(textsOf("a 'x; y' && b \"p | q\"; (c; d) | e & f # g; h's"), [
      "a 'x; y'",
      'b "p | q"',
      '(c; d)',
      'e',
      'f',
    ]);
    assert.deepEqual(textsOf('npm test 2>&1 | tail -3'), ['npm test 2>&1', 'tail -3']);
  });

  it('have their here documents, wherever the marker is', () => {
    const commands = splitCommands(
      "cat > a <<'A' && run a\n1; 2\nA\ncat <<B | tee b\nx's\nB\nlast",
    );
    assert.deepEqual(
      commands.map(({ text, input }) => [text, input]),
      [
        ['cat > a', '1; 2'],
        ['run a', undefined],
        ['cat', "x's"],
        ['tee b', "x's"],
        ['last', undefined],
      ],
    );
  });

  it('of a line that breaks off in a quote or a document are all of it', () => {
    assert.deepEqual(textsOf("echo 'a; b"), ["echo 'a", 'b']);
    assert.deepEqual(splitCommands('cat <<A\n1\n2')[0]?.input, '1\n2');
  });

  for (const [what, text] of [
    ['quotes', '\'"'.repeat(50_000)],
    ['markers', 'cat <<E; '.repeat(10_000)],
    ['documents that never end', '<<E\n'.repeat(25_000)],
    ['parentheses', '('.repeat(100_000)],
  ] as const)
    it(`are found in linear time among ${what}`, () => {
      splitCommands(text);
      toShellWords(text);
    }).timeout(2_000);
});

describe('the words of a command', () => {
  it('have no quotes', () => {
    assert.deepEqual(toShellWords(`sed -i 's/a b/c/' "x \\"y\\""/z a\\ b`), [
      'sed',
      '-i',
      's/a b/c/',
      'x "y"/z',
      'a b',
    ]);
  });
});
