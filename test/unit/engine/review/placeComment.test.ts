import assert from 'node:assert/strict';
import type { CommentDraft } from '../../../../src/model/review/reviewComment';
import type { ReviewedFile } from '../../../../src/model/review/taskReview';
import { placeComment, readCommented } from '../../../../src/engine/review/placeComment';
import type { WaitingReview } from '../../../../src/engine/review/findReview';

const LINES = { added: 1, deleted: 0 };
const FILES: readonly ReviewedFile[] = [
  { path: 'gone.ts', action: 'deleted', lines: LINES },
  { path: 'latin.txt', action: 'changed', lines: LINES },
  { path: 'logo.png', action: 'added' },
  { path: 'none.ts', action: 'changed', lines: LINES },
  { path: 'src/a.ts', action: 'changed', lines: LINES },
];
const CONTENTS: Readonly<Record<string, string | Uint8Array>> = {
  'latin.txt': Buffer.from('caf\xe9\n', 'latin1'),
  'src/a.ts': 'one\r\ntwo\nthree',
  'none.ts': '',
};
const review = { taskId: 'fix', change: { commit: 'c' } } as WaitingReview;

const toBytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content;

async function place(path: string, line: number, change: Partial<CommentDraft> = {}) {
  const worktrees = {
    listChange: () => Promise.resolve(FILES),
    content: (_: string, file: string) => Promise.resolve(toBytes(CONTENTS[file] ?? '')),
  };
  const commented = await readCommented(worktrees, review);
  return await placeComment(commented, { path, line, text: 'x', ...change });
}

async function refusal(path: string, line: number, change: Partial<CommentDraft> = {}) {
  const placed = await place(path, line, change);
  return placed.ok ? undefined : placed.message;
}

describe('a comment on a change', () => {
  it('keeps the text of its lines', async () => {
    assert.deepEqual(await place('./src/a.ts', 3, { text: ' Why?\n' }), {
      ok: true,
      comment: { place: { path: 'src/a.ts', line: 3, lines: 'three' }, text: 'Why?' },
    });
    const placed = await place('src/a.ts', 1, { endLine: 2 });
    assert.deepEqual(placed.ok && placed.comment.place, {
      ...{ path: 'src/a.ts', line: 1, endLine: 2, lines: 'one\ntwo' },
    });
  });

  it('is refused with what would be right', async () => {
    assert.equal(
      await refusal('src/b.ts', 1),
      'src/b.ts is not in the change of fix, which has gone.ts, latin.txt, logo.png, none.ts, src/a.ts. Did you mean src/a.ts?',
    );
    assert.equal(
      await refusal('src/a.ts', 4),
      'src/a.ts has 3 lines after the change, so there is no line 4. Name a line from 1 to 3.',
    );
    assert.match((await refusal('latin.txt', 1)) ?? '', /is no text file, so it has no lines/);
    assert.match((await refusal('src/a.ts', 0)) ?? '', /no line 0\. Name a line from 1 to 3/);
    assert.match((await refusal('src/a.ts', 3, { endLine: 2 })) ?? '', /there are no lines 3 to 2/);
    assert.match(
      (await refusal('none.ts', 1)) ?? '',
      /is empty after the change.*the whole change/,
    );
    assert.match(
      (await refusal('gone.ts', 1)) ?? '',
      /is deleted by the change, so it has no lines/,
    );
    assert.match((await refusal('logo.png', 1)) ?? '', /is no text file, so it has no lines/);
    assert.match((await refusal('src/a.ts', 1, { text: ' ' })) ?? '', /The comment is empty/);
    assert.match((await refusal('src/a.ts', 1, { text: 'x'.repeat(8_001) })) ?? '', /longer than/);
  });

  it('reads the change once, and each file once, for all comments', async () => {
    let [listed, contents] = [0, 0];
    const change = await readCommented(
      {
        listChange: () => Promise.resolve(((listed += 1), FILES)),
        content: () => Promise.resolve(((contents += 1), Buffer.from('one\ntwo\n'))),
      },
      review,
    );
    for (const line of [1, 2, 1])
      assert.ok((await placeComment(change, { path: 'src/a.ts', line, text: 'x' })).ok);
    assert.deepEqual([listed, contents], [1, 1]);
  });
});
