import { deepEqual, equal } from 'node:assert/strict';
import type { Hop } from '../../../../src/model/hops/hop';
import type { Turn } from '../../../../src/model/turn/turn';
import { reportedTurns } from '../../../../src/reports/run/reportedTurns';
import { TURN_END, turnStart } from '../../platform/state/database/samples';

const [HOP] = TURN_END.hops ?? [];

function turnWith(number: number, hops: number, hopCount = hops): Turn {
  const listed = Array.from({ length: hops }, (_, at): Hop => ({ ...HOP!, number: at + 1 }));
  return { ...turnStart('fix', number), ...TURN_END, hops: listed, hopCount };
}

const NO_FILES = { transcripts: new Map(), diffs: new Map() };

describe('the turns of a long run in its report', () => {
  it('have the hops of the newest turns, as many as can be read again, and count all', () => {
    const turns = Array.from({ length: 3_000 }, (_, at) => turnWith(at + 1, 3));
    const reported = reportedTurns(turns, NO_FILES);
    deepEqual(
      reported.map(({ number }) => number),
      turns.map(({ number }) => number),
    );
    const whole = reported.filter(({ hops }) => hops.length > 0);
    equal(whole.length, 1_666);
    equal(whole[0]?.number, 3_000 - 1_666 + 1);
    equal(whole[0].hopCount, undefined);
    deepEqual([reported[0]?.hops, reported[0]?.hopCount], [[], 3]);
  });

  it('count the hops that were not kept', () => {
    const [reported] = reportedTurns([turnWith(1, 100, 1_000)], NO_FILES);
    deepEqual([reported?.hops.length, reported?.hopCount], [100, 1_000]);
  });
});
