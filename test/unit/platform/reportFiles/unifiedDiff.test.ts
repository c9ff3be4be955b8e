import { equal, match, ok } from 'node:assert/strict';
import { applyPatch, parsePatch } from 'diff';
import fc from 'fast-check';
import type { CheckpointEntry, CheckpointState } from '../../../../src/model/workspace/checkpoint';
import { MAX_DIFF_BYTES, unifiedDiff } from '../../../../src/reports/diff/unifiedDiff';

type Files = Readonly<Record<string, string | Uint8Array>>;

interface Extra {
  readonly unknown?: readonly string[];
  readonly notStored?: readonly string[];
  readonly mode?: string;
}

function stateOf(
  files: Files,
  { unknown = [], notStored = [], mode = '644' }: Extra = {},
): CheckpointState {
  const entries = Object.entries(files).map(([path, content]): [string, CheckpointEntry] => {
    const bytes = Buffer.from(content);
    const version = `file:${mode}:${bytes.toString('hex')}`;
    return [path, { version, size: bytes.length, stored: !notStored.includes(path) }];
  });
  return { files: new Map(entries), unknown: new Set(unknown) };
}

async function diffOf(
  before: Files,
  after: Files,
  extra: readonly [Extra, Extra] = [{}, {}],
  most = Infinity,
): Promise<string> {
  let left = most;
  const sides: Readonly<Record<string, Files>> = { before, after };
  const checkpoints = {
    content: (id: string, path: string) => {
      const content = sides[id]?.[path];
      return Promise.resolve(content === undefined ? undefined : Buffer.from(content));
    },
  };
  return await unifiedDiff(
    { checkpoints, isEnough: () => (left -= 1) < 0 },
    { id: 'before', state: stateOf(before, extra[0]) },
    { id: 'after', state: stateOf(after, extra[1]) },
  );
}

describe('what a turn changed as a unified diff', () => {
  it('leads from the text before to the one after, line ends and the end of the file included', async () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', '\r\n', '\n', 'c', '-- x\n', '@@ -1 +1 @@\n', 'ä\t\n'), {
        maxLength: 12,
      })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, text, async (old, now) => {
        const diff = await diffOf({ f: old }, { f: now });
        if (old === now) equal(diff, '');
        else equal(applyPatch(old, diff), now);
      }),
      { numRuns: 300 },
    );
  });

  it('shows a text with thousands of changed lines as replaced, and that leads there as well', async () => {
    const lines = (word: string): string =>
      Array.from({ length: 3_000 }, (_, i) => `${word} ${i}\n`).join('');
    for (const [old, now] of [
      [lines('old'), lines('new')],
      [lines('old'), `${lines('new')}end`],
      [`${lines('old')}end`, lines('new')],
    ] as const) {
      equal(applyPatch(old, await diffOf({ f: old }, { f: now })), now);
    }
  });

  it('names files that come and go with /dev/null, sorted by path', async () => {
    const diff = await diffOf({ b: 'x\n' }, { a: 'y\n' });
    equal(
      diff,
      '--- /dev/null\n+++ b/a\n@@ -0,0 +1,1 @@\n+y\n--- a/b\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n',
    );
  });

  it('keeps a path on one line, whatever it holds', async () => {
    const path = 'a\n--- a/x\n"b" \u001b[2J';
    const diff = await diffOf({}, { [path]: 'y\n' });
    equal(diff.split('\n').length, 5);
    equal(parsePatch(diff).length, 1);
    const named = await diffOf({}, { [path]: Uint8Array.of(0, 1) });
    equal(named.split('\n').length, 2);
  });

  it('names only what is no text, too large, not kept, unknown or has other permissions', async () => {
    const big = 'x'.repeat(300_000);
    match(
      await diffOf({ f: 'a' }, { f: Uint8Array.of(1, 0, 2) }),
      /^File "f" differs \(no text\)\n$/,
    );
    match(await diffOf({ f: 'a' }, { f: Uint8Array.of(0xff, 0xfe) }), /\(no text\)/);
    match(
      await diffOf({ f: 'a' }, { f: big }),
      /^File "f" differs \(300 kB, too large to show\)\n$/,
    );
    match(await diffOf({ f: 'a' }, { f: 'b' }, [{}, { notStored: ['f'] }]), /content is not kept/);
    match(await diffOf({}, { f: 'b' }, [{ unknown: ['f'] }, {}]), /was ignored on one side/);
    match(
      await diffOf({ f: 'a' }, { f: 'a' }, [{}, { mode: '755' }]),
      /only its permissions changed/,
    );
  });

  it('ends where it would become too long, and counts what is left', async () => {
    const after = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [
        `f${String(i).padStart(2, '0')}`,
        `${'y'.repeat(200_000)}\n`,
      ]),
    );
    const diff = await diffOf({}, after);
    ok(Buffer.byteLength(diff) <= MAX_DIFF_BYTES + 100);
    match(diff, /\nThe diff is too long to show in full: 10 more files\.\n$/);
  });

  it('ends where it has taken long enough', async () => {
    const diff = await diffOf({}, { a: 'y\n', b: 'y\n' }, [{}, {}], 1);
    match(
      diff,
      /^--- \/dev\/null\n\+\+\+ b\/a\n[^]*\nThe diff is too long to show in full: 1 more file\.\n$/,
    );
  });
});
