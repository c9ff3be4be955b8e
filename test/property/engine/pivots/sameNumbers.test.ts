import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ON_PIVOT, type OnPivot } from '../../../../src/model/config/config';
import { hasEnded } from '../../../../src/model/turn/turn';
import { closeMemoryStores } from '../../../support/memoryStore';
import { COUNTS } from '../../../support/scale';
import { configOf, failing, FAILED, limitsOf, ScriptedRun } from '../../../support/scriptedRun';

/** A turn of an agent whose edits do not depend on files. */
interface AnyTurn {
  /** Which reply: some come again. */
  readonly reply: number;
  /** Added to the content of the turn before: every turn writes another one, and some come again. */
  readonly step: number;
  /** Failing tests; undefined: nothing is measured. */
  readonly failed: number | undefined;
  /** An outage before it. */
  readonly outage: boolean;
}

const CONTENTS = 5;

const anyTurn: fc.Arbitrary<AnyTurn> = fc.record({
  reply: fc.nat({ max: 6 }),
  step: fc.integer({ min: 1, max: CONTENTS - 1 }),
  failed: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  outage: fc.boolean(),
});

interface Numbers {
  readonly directives: ScriptedRun['directives'] extends () => infer R ? R : never;
  readonly turns: readonly (readonly [outcome: string, entropy: number, consequence: string])[];
}

/** The turns with what they write; undefined is an outage, after which the same turn is played. */
function toPlays(
  turns: readonly AnyTurn[],
): readonly ((AnyTurn & { content: number }) | undefined)[] {
  let content = 0;
  return turns.flatMap((turn) => {
    content = (content + turn.step) % CONTENTS;
    return turn.outage ? [undefined, { ...turn, content }] : [{ ...turn, content }];
  });
}

/** Plays the turns, the last of them for ever, until the task is paused. */
async function numbersOf(
  turns: readonly AnyTurn[],
  maxPivots: number,
  onPivot: OnPivot,
): Promise<Numbers> {
  const plays = toPlays(turns);
  const run = await ScriptedRun.create(
    (call) => {
      const play = plays[(call - 1) % plays.length];
      if (play === undefined) return { end: FAILED, errorTail: 'connection refused' };
      const { reply, content, failed } = play;
      const measurement = failed === undefined ? undefined : failing(failed);
      // A turn that comes after the last one writes something else as well.
      const round = Math.floor((call - 1) / plays.length);
      return {
        reply: `reply ${reply}`,
        edits: { 'src/code.js': `round ${round}: ${content}` },
        verify: { end: FAILED, ...(measurement && { measurement }) },
      };
    },
    configOf({ onPivot, limits: limitsOf({ maxPivots }) }),
  );
  await run.run();
  return {
    directives: run.directives(),
    turns: run.store
      .listTurns('fix')
      .filter(hasEnded)
      .map(({ outcome, entropyAfter, consequence }) => [outcome, entropyAfter, consequence]),
  };
}

describe('returning files at a pivot', function () {
  this.timeout(0);

  it('changes no number of an agent whose edits do not depend on files', async () => {
    const history = fc.array(anyTurn, { minLength: 6, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(history, fc.nat({ max: 3 }), async (turns, maxPivots) => {
        const kept = await numbersOf(turns, maxPivots, 'keep');
        for (const onPivot of ON_PIVOT) {
          assert.deepEqual(await numbersOf(turns, maxPivots, onPivot), kept, onPivot);
        }
      }),
      { plugins: [fc.afterEach(closeMemoryStores)], numRuns: COUNTS.pivotHistories },
    );
  });
});
