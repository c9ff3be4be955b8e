import assert from 'node:assert/strict';
import type { CommentDraft } from '../../../../src/model/review/reviewComment';
import type { ReviewedFile } from '../../../../src/model/review/taskReview';
import { placeComment } from '../../../../src/engine/review/placeComment';
import type { WaitingReview } from '../../../../src/engine/review/findReview';

const LINES = { added: 1, deleted: 0 };
const FILES: readonly ReviewedFile[] = [
  { path: 'gone.ts', action: 'deleted', lines: LINES },
  { path: 'logo.png', action: 'added' },
  { path: 'none.ts', action: 'changed', lines: LINES },
  { path: 'src/a.ts', action: 'changed', lines: LINES },
];
const CONTENTS: Readonly<Record<string, string>> = {
  'src/a.ts': 'one\r\ntwo\nthree',
  'none.ts': '',
};
const review = { taskId: 'fix', change: { commit: 'c' } } as WaitingReview;

async function place(path: string, line: number, change: Partial<CommentDraft> = {}) {
  const worktrees = {
    listChange: () => Promise.resolve(FILES),
    content: (_: string, file: string) => Promise.resolve(Buffer.from(CONTENTS[file] ?? '')),
  };
  return await placeComment({ worktrees, review }, { path, line, text: 'x', ...change });
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
      'src/b.ts is not in the change of fix, which has gone.ts, logo.png, none.ts, src/a.ts. Did you mean src/a.ts?',
    );
    assert.equal(
      await refusal('src/a.ts', 4),
      'src/a.ts has 3 lines after the change, so there is no line 4. Name one from 1 to 3.',
    );
    assert.match((await refusal('src/a.ts', 0)) ?? '', /no line 0\. Name one from 1 to 3/);
    assert.match((await refusal('src/a.ts', 3, { endLine: 2 })) ?? '', /no lines 3 to 2/);
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
});
