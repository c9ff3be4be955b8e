import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { lookOf } from '../../../webview/replay/groupLook';
import { readReplayState } from '../../../webview/replay/replayState';
import { createStepTexts } from '../../../webview/replay/stepTexts';
import {
  blockOf,
  blocksInSight,
  columnsIn,
  layoutOf,
  moved,
  ROW,
} from '../../../webview/replay/timelineGeometry';

describe('the timeline of a run', () => {
  it('has one column at least, and as many rows as its steps take', () => {
    equal(columnsIn(0), 1);
    equal(columnsIn(64 + 28 * 10 + 27), 10);
    deepEqual(layoutOf([], 400), { blocks: [], height: 0 });
    equal(layoutOf(Array<number>(21).fill(0), 64 + 280).height, 3 * ROW);
  });

  it('shows what the agent wrote above its step, which begins a row, in three lines at most', () => {
    const { blocks, height } = layoutOf([0, 0, 40, 0, 5_000], 64 + 300);
    deepEqual(
      blocks.map(({ kind, first, count, height: own }) => [kind, first, count, own]),
      [
        ['cells', 0, 2, 30],
        ['words', 2, 1, 26],
        ['cells', 2, 2, 30],
        ['words', 4, 1, 62],
        ['cells', 4, 1, 30],
      ],
    );
    deepEqual(
      blocks.map(({ top }) => top),
      [0, 30, 56, 86, 148],
    );
    equal(height, 178);
    equal(blockOf({ blocks, height }, 3)?.top, 56);
    equal(blockOf({ blocks, height }, 4)?.kind, 'words');
  });

  it('leaves room below the row of an open step, which no key leads to', () => {
    const open = layoutOf(Array<number>(30).fill(0), 64 + 280, { index: 12, height: 100 });
    deepEqual(
      open.blocks.map(({ kind, first, count, top }) => [kind, first, count, top]),
      [
        ['cells', 0, 10, 0],
        ['cells', 10, 10, 30],
        ['open', 20, 0, 60],
        ['cells', 20, 10, 168],
      ],
    );
    deepEqual(
      [12, 19, 20].map((index) => blockOf(open, index)?.top),
      [30, 30, 168],
    );
    equal(moved('ArrowDown', open, { index: 12, page: 3 }), 22);
    equal(moved('End', open, { index: 12, page: 3 }), 29);
  });

  const runs = fc.record({
    words: fc.array(fc.constantFrom(0, 0, 0, 30, 500), { minLength: 1, maxLength: 400 }),
    width: fc.integer({ min: 0, max: 900 }),
  });

  it('draws all that is in sight and no more than fits, wherever it was scrolled to', () => {
    const sight = fc.record({ top: fc.integer({ min: -500, max: 1e5 }), height: fc.nat(2_000) });
    fc.assert(
      fc.property(runs, sight, ({ words, width }, { top, height }) => {
        const layout = layoutOf(words, width);
        const drawn = blocksInSight(layout, { top, height });
        const seen = layout.blocks.filter(
          (each) => each.top < top + height && each.top + each.height > top,
        );
        ok(seen.every((each) => drawn.includes(each)));
        ok(drawn.length <= height / 26 + 12);
      }),
    );
  });

  it('leads from a step to a step, whatever is pressed', () => {
    const keys = fc.constantFrom('ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', 'x');
    const at = fc.record({ place: fc.nat(1_000), page: fc.integer({ min: 1, max: 30 }) });
    fc.assert(
      fc.property(keys, runs, at, (key, { words, width }, { place, page }) => {
        const index = place % words.length;
        const next = moved(key, layoutOf(words, width), { index, page });
        ok(next === undefined ? key === 'x' : next >= 0 && next < words.length);
      }),
    );
  });

  it('gives each call a letter of its own, and colours that begin again with another pattern', () => {
    deepEqual(
      [0, 25, 26, 701, 702].map((group) => lookOf(group).letter),
      ['A', 'Z', 'AA', 'ZZ', 'AAA'],
    );
    deepEqual(
      [0, 5, 6, 12, 18].map((group) => [lookOf(group).colour, lookOf(group).pattern]),
      [
        [0, 0],
        [5, 0],
        [0, 1],
        [0, 2],
        [0, 0],
      ],
    );
  });

  it('asks once for what comes into sight, and not again for what cannot be had', async () => {
    const asked: number[] = [];
    let lost = 0;
    const texts = createStepTexts({
      ask: (from) => {
        asked.push(from);
        if (from === 200) return Promise.reject(new Error('gone'));
        return Promise.resolve([{ number: from, tool: 'Bash', call: '', result: '', words: '' }]);
      },
      onArrive: () => undefined,
      onLost: () => (lost += 1),
    });
    texts.want(0, 10);
    texts.want(0, 300);
    await new Promise(setImmediate);
    texts.want(0, 300);
    deepEqual(asked, [0, 200]);
    equal(lost, 1);
    equal(texts.get(0)?.tool, 'Bash');
    equal(texts.get(200), undefined);
  });

  it('finds its place again from whatever was saved', () => {
    deepEqual(readReplayState({ run: 2, index: 7, limitsOpen: true }), {
      run: 2,
      index: 7,
      limitsOpen: true,
    });
    fc.assert(
      fc.property(fc.anything(), (saved) => {
        const { index } = readReplayState(saved);
        ok(index === undefined || (Number.isSafeInteger(index) && index >= 0));
      }),
    );
  });
});
