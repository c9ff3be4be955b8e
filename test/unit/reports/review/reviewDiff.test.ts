import assert from 'node:assert/strict';
import { describeKind, diffReview, placeLines } from '../../../../src/reports/review/reviewDiff';

const SIDES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  old: { 'a.txt': '1\n2\n3\n', 'gone.txt': 'x\n', 'mode.sh': 'x\n', bin: 'a\0' },
  now: {
    'a.txt': '1\ntwo\n3\n4\n',
    'new.txt': 'y\n',
    'mode.sh': 'x\n',
    bin: 'b\0',
    big: 'x'.repeat(300_000),
  },
};

describe('the diff of a reviewed change', () => {
  it('has a patch for each text file, and says why there is none for others', async () => {
    const files = await diffReview(
      {
        ...{ from: 'old', to: 'now' },
        files: [
          { path: 'a.txt', action: 'changed' },
          { path: 'big', action: 'added' },
          { path: 'bin', action: 'changed' },
          { path: 'gone.txt', action: 'deleted' },
          { path: 'mode.sh', action: 'changed' },
          { path: 'new.txt', action: 'added' },
        ],
      },
      (side, path) => {
        const text = SIDES[side]?.[path];
        return Promise.resolve(text === undefined ? undefined : Buffer.from(text));
      },
    );
    const of = (path: string): string => {
      const file = files.find((each) => each.path === path);
      return file?.note ?? file?.patch ?? '';
    };
    assert.match(
      of('a.txt'),
      /^--- a\/a\.txt\n\+\+\+ b\/a\.txt\n@@ -1,3 \+1,4 @@\n 1\n-2\n\+two\n 3\n\+4\n/,
    );
    assert.match(of('gone.txt'), /\+\+\+ \/dev\/null\n@@ .*\n-x\n/);
    assert.match(of('new.txt'), /--- \/dev\/null\n[^]*\n\+y\n/);
    assert.deepEqual(
      [of('big'), of('bin'), of('mode.sh')],
      ['300 kB, too large to show', 'no text', 'only its permissions changed'],
    );
  });

  it('tells what a text does not show: links, and what can be run', () => {
    assert.deepEqual(
      [
        describeKind({ kind: { after: 'link' } }),
        describeKind({ kind: { before: 'file', after: 'link' } }),
        describeKind({ kind: { before: 'link', after: 'link' } }),
        describeKind({ kind: { before: 'link', after: 'file' } }),
        describeKind({ kind: { after: 'executable' } }),
        describeKind({ kind: { before: 'file', after: 'executable' } }),
        describeKind({ kind: { before: 'executable', after: 'executable' } }),
        describeKind({ kind: { before: 'executable', after: 'file' } }),
        describeKind({ kind: { before: 'link' } }),
        describeKind({}),
      ],
      [
        'is a link',
        'is a link now',
        'is a link',
        'is a plain file now',
        'is executable',
        'is executable now',
        '',
        'is no longer executable',
        '',
        '',
      ],
    );
  });

  it('keeps empty and blank lines at the end', () => {
    const patch = '--- /dev/null\n+++ b/x\n@@ -0,0 +1,3 @@\n+a\n+  \n+\n \n';
    assert.deepEqual(
      placeLines(patch)
        .map(({ text }) => text)
        .slice(3),
      ['+a', '+  ', '+', ' '],
    );
  });

  it('knows the line of the file as the change leaves it', () => {
    const patch =
      '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n@@ -9,1 +9,2 @@\n nine\n+ten\n\\ No newline at end of file\n';
    assert.deepEqual(
      placeLines(patch).flatMap(({ text, line }) => (line === undefined ? [] : [[line, text]])),
      [
        [1, '+new'],
        [2, ' same'],
        [9, ' nine'],
        [10, '+ten'],
      ],
    );
  });
});
