import assert from 'node:assert/strict';
import fc from 'fast-check';
import { captionOf, describeCounts, pictureTurns } from '../../../webview/turnPicture';
import { describeTurn } from '../../../webview/words';
import { turn, uncounted } from './samples';

const seesaw = [5, 4, 5, 4].map((failingTests, index) =>
  turn(index + 1, { failingTests, failure: `f${failingTests}` }),
);

describe('the picture of turns', () => {
  it('tells the counts in words, turns without any included', () => {
    assert.equal(describeCounts(pictureTurns(seesaw, 2)), 'failing tests: 5, 4, 5, 4');
    const gap = [...seesaw.slice(0, 1), turn(2, uncounted), ...seesaw.slice(2)];
    assert.equal(describeCounts(pictureTurns(gap, 2)), 'failing tests: 5, not counted, 5, 4');
    assert.equal(describeCounts(pictureTurns([turn(1, uncounted)], undefined)), '');
  });

  it('measures each bar by the most failing tests of all turns', () => {
    const shares = pictureTurns([...seesaw, turn(5, uncounted)], 2).map(({ share }) => share);
    assert.deepEqual(shares, [1, 0.8, 1, 0.8, undefined]);
  });

  it('has bars of no height, not gaps, where no test fails', () => {
    const green = pictureTurns([turn(1, { failingTests: 0 })], 1);
    assert.equal(green[0]?.share, 0);
  });

  it('marks the best turn, and none where every turn stands alike', () => {
    const marked = (turns: Parameters<typeof pictureTurns>[0], best: number): readonly number[] =>
      pictureTurns(turns, best).flatMap((each) => (each.best ? [each.number] : []));
    assert.deepEqual(marked(seesaw, 2), [2]);
    const alike = [1, 2, 3].map((number) => turn(number, { failingTests: 1 }));
    assert.deepEqual(marked(alike, 1), []);
    assert.equal(captionOf(pictureTurns(alike, 1)).includes('best'), false);
  });

  it('leaves a gap where coverage alone was measured', () => {
    const [covered] = pictureTurns([turn(1, { failingTests: 0, testsRun: 0 })], 1);
    assert.deepEqual([covered?.failing, covered?.share], [undefined, undefined]);
  });

  it('gives equal failures one letter, in the order they came, and single ones none', () => {
    const names = ['sum', 'type', undefined, 'once', 'type', 'sum'];
    const turns = names.map((failure, index) => turn(index + 1, { failure }));
    const pictured = pictureTurns(turns, undefined);
    assert.deepEqual(
      pictured.map(({ letter }) => letter),
      ['A', 'B', '', '', 'B', 'A'],
    );
    assert.deepEqual(
      pictured.map(({ sameAs }) => sameAs),
      [undefined, undefined, undefined, undefined, 2, 1],
    );
  });

  it('survives more repeated failures than there are letters', () => {
    const turns = Array.from({ length: 60 }, (_, index) =>
      turn(index + 1, { failure: `f${index % 30}` }),
    );
    const letters = pictureTurns(turns, undefined).map(({ letter }) => letter);
    assert.deepEqual([letters[25], letters[26], letters[59]], ['Z', '…', '…']);
  });

  it('says of a turn how many tests failed, that it failed as before, and that it was the best', () => {
    const pictured = pictureTurns(seesaw, 2);
    assert.match(
      describeTurn(pictured[3] ?? assert.fail()),
      /12.4 s, 4 of 10 tests failing, same failure as turn 2 — /,
    );
    assert.match(
      describeTurn(pictured[1] ?? assert.fail()),
      /4 of 10 tests failing, best so far —/,
    );
  });

  it('has a short caption: the last count, the best one, what letters mean', () => {
    const caption = (turns: typeof seesaw, best?: number) => captionOf(pictureTurns(turns, best));
    assert.equal(
      caption([...seesaw, turn(5, uncounted)], 2),
      'Failing tests: 4, best 4 in turn 2 · turns with the same letter failed in the same way',
    );
    assert.equal(caption(seesaw.slice(0, 2), 2), 'Failing tests: 4, best so far');
    assert.equal(caption([turn(1, { ...uncounted, failingTests: 0 })], 1), 'Failing tests: 0');
    assert.equal(caption([turn(1, uncounted)]), '');
    const unmeasured = [1, 2].map((number) => turn(number, { ...uncounted, failure: 'a' }));
    assert.equal(caption(unmeasured), 'Turns with the same letter failed in the same way');
  });

  it('keeps every bar between nothing and all, whatever the counts', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(10_000), { nil: undefined })), (counts) => {
        const turns = counts.map((failingTests, index) => turn(index + 1, { failingTests }));
        return pictureTurns(turns, 1).every(
          ({ failing, share }) =>
            (failing === undefined) === (share === undefined) &&
            (share === undefined || (share >= 0 && share <= 1)),
        );
      }),
    );
  });
});
