import assert from 'node:assert/strict';
import type { Fire, JudgedRun } from '../../bench/detection/judgedRun';
import { labelsOf, secondRepetition, type RunLabels } from '../../bench/detection/labels';
import { qualityOf } from '../../bench/detection/quality';
import { score } from '../../bench/detection/score';

const stuckAt = (index: number, detector: Fire['detector'] = 'repeated call'): Fire => ({
  index,
  detector,
  level: 'stuck',
});
const suspectAt = (index: number): Fire => ({ ...stuckAt(index), level: 'suspect' });
const run = (labels: RunLabels, ...fires: readonly Fire[]): JudgedRun => ({ labels, fires });
const any = (): boolean => true;

describe('labels of a recorded run', () => {
  it('are a loop from the second of two repetitions in a row', () => {
    assert.equal(secondRepetition({ repetitionAt: [3, 9, 7, 8] }), 8);
  });

  it('are no loop where repetitions are scattered, missing or named twice', () => {
    assert.equal(secondRepetition({ repetitionAt: [3, 5, 7] }), undefined);
    assert.equal(secondRepetition({ repetitionAt: [4, 4] }), undefined);
    assert.equal(secondRepetition({}), undefined);
  });

  it('are read as they stand in the line, and left out where they are of another type', () => {
    const raw = { repetition_at: [2, 'x', -1, 3], loop_at: 4, resolved: false };
    assert.deepEqual(labelsOf(raw), { repetitionAt: [2, 3], loopAt: 4, resolved: false });
    assert.deepEqual(labelsOf({ loop_at: null }), { loopAt: null });
    assert.deepEqual(labelsOf({ repetition_at: 'none', loop_at: '4', resolved: 1 }), {});
    assert.deepEqual(labelsOf(undefined), {});
  });
});

describe('the score of detectors over steps', () => {
  it('counts the loops that were found, and the steps until the first fire', () => {
    const { loops, found, delays, medianDelay } = score(
      [
        run({ repetitionAt: [4, 5] }, stuckAt(5), stuckAt(11)),
        run({ repetitionAt: [4, 5] }, stuckAt(3)),
        run({ repetitionAt: [1, 8, 9] }, stuckAt(10)),
        run({ repetitionAt: [8, 9] }),
        run({ repetitionAt: [8] }, stuckAt(10)),
      ],
      any,
    );
    assert.deepEqual(
      { loops, found, delays, medianDelay },
      {
        ...{ loops: 4, found: 3, medianDelay: 0 },
        delays: [0, -2, 1],
      },
    );
  });

  it('calls a loop late that is found more than three steps after it', () => {
    const loop = { repetitionAt: [4, 5] };
    assert.equal(score([run(loop, stuckAt(8)), run(loop, stuckAt(9))], any).late, 1);
  });

  it('has no median where nothing was found', () => {
    assert.equal(score([run({ repetitionAt: [4, 5] })], any).medianDelay, undefined);
  });

  it('counts a run with an alarm once, in each kind that it is of', () => {
    const { alarms } = score(
      [
        run({ repetitionAt: [] }, stuckAt(1), stuckAt(7)),
        run({ repetitionAt: [], resolved: true }, stuckAt(1)),
        run({ resolved: true }),
        run({ resolved: false }, stuckAt(1)),
        run({ repetitionAt: [2] }, stuckAt(1)),
        run({ loopAt: null }),
        run({}, stuckAt(1)),
      ],
      any,
    );
    assert.deepEqual(alarms, {
      clean: { runs: 3, fired: 2 },
      solved: { runs: 2, fired: 1 },
      unsolved: { runs: 1, fired: 1 },
      scattered: { runs: 1, fired: 1 },
      unlabelled: { runs: 1, fired: 1 },
    });
  });

  it('measures loops that a reader dated by that date', () => {
    const { read, loops } = score([run({ loopAt: 6 }, stuckAt(8)), run({ loopAt: null })], any);
    assert.equal(loops, 0);
    assert.deepEqual([read.loops, read.found, read.medianDelay], [1, 1, 2]);
  });
});

describe('what detectors over steps are worth', () => {
  const loop = { repetitionAt: [4, 5] };

  it('takes a suspicion for no find', () => {
    const { stuck, suspect } = qualityOf([run(loop, suspectAt(4))]);
    assert.deepEqual([stuck.found, suspect.found], [0, 1]);
  });

  it('tells what one detector finds alone, and what only it finds', () => {
    const { detectors } = qualityOf([
      run(loop, stuckAt(5, 'repeated call'), stuckAt(6, 'similar calls')),
      run(loop, stuckAt(9, 'similar calls')),
    ]);
    const worth = (name: Fire['detector']): unknown => {
      const one = detectors.find(({ detector }) => detector === name);
      return [one?.found, one?.onlyByIt];
    };
    assert.deepEqual(worth('repeated call'), [1, 0]);
    assert.deepEqual(worth('similar calls'), [2, 1]);
    assert.deepEqual(worth('call cycle'), [0, 0]);
  });
});
