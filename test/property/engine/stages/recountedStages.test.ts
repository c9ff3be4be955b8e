import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hasEnded, isCounted, type EndedTurn } from '../../../../src/model/turn/turn';
import type { Store } from '../../../../src/ports/store';
import { otherCalls, sameCalls, watched } from '../../../support/agentSteps';
import { closeMemoryStores, createMemoryStore } from '../../../support/memoryStore';
import { COUNTS } from '../../../support/scale';
import {
  configOf,
  FAILED,
  failing,
  limitsOf,
  ScriptedRun,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

const KINDS = [
  'loop',
  'text loop',
  'work',
  'progress',
  'progress, loop',
  'outage',
  'kill',
] as const;
type Kind = (typeof KINDS)[number];

/** A turn without an outage or a kill. */
function played(call: number, failed: number, kind: Kind): ScriptedTurn {
  const text = { tool: '', args: '', result: '', thought: 'I will try once more.' };
  const steps =
    kind === 'text loop'
      ? sameCalls(5, text)
      : kind.endsWith('loop')
        ? sameCalls(5)
        : otherCalls(2);
  return {
    ...{ reply: `reply ${call}`, edits: { 'src/code.js': `try ${call}` }, steps },
    verify: { output: `run ${call} failed`, measurement: failing(failed, 100) },
  };
}

interface Played {
  readonly store: Store;
  /** Whether each recorded turn's prompt states a loop, by its number. */
  readonly told: ReadonlyMap<number, boolean>;
}

/** Plays the turns, then loops for ever, until the task is paused. A kill ends the process; a new one goes on. */
async function play(
  kinds: readonly Kind[],
  limits: { readonly maxPivots: number; readonly loopThreshold: number },
): Promise<Played> {
  const store = await createMemoryStore();
  const told = new Map<number, boolean>();
  let calls = 0;
  let failed = 100;
  let ids = 0;
  for (let isOver = false; !isOver;) {
    const killing = new AbortController();
    const run = await ScriptedRun.create(
      (_, request) => {
        calls += 1;
        const kind = kinds[calls - 1] ?? 'loop';
        told.set(store.countTurns('fix'), request.prompt.includes('BEGIN REPEATED STEPS'));
        if (kind === 'outage') return { end: FAILED, errorTail: 'Error: 529 overloaded_error' };
        if (kind === 'kill') return { during: () => killing.abort() };
        if (kind.startsWith('progress')) failed -= 1;
        return played(calls, failed, kind);
      },
      watched(configOf({ limits: limitsOf({ ...limits, maxRetries: 100 }) })),
      store,
    );
    run.verification = () => played(calls, failed, 'work').verify;
    // A new process never repeats an id.
    Object.assign(run.clock, { newId: () => `id-${(ids += 1)}` });
    await run.run({ signal: killing.signal });
    isOver = !killing.signal.aborted;
  }
  return { store, told };
}

type Recounted = readonly [entropy: number, consequence: string, stage: number, told: boolean];

/** What outcomes and loops alone say of entropy, strategies and stages. */
function recount(
  turns: readonly EndedTurn[],
  { maxPivots, loopThreshold }: { readonly maxPivots: number; readonly loopThreshold: number },
): readonly Recounted[] {
  let [entropy, loops, failures] = [0, 0, 0];
  return turns
    .filter(({ outcome }) => isCounted(outcome))
    .map(({ outcome, inTurnLoop }) => {
      if (outcome === 'progress') entropy = 0;
      else entropy += 1;
      const isLoop = inTurnLoop !== undefined;
      loops += isLoop ? 1 : 0;
      const hasFailed =
        outcome === 'no_progress' && (entropy >= loopThreshold || (isLoop && loops > 1));
      const row = [
        entropy,
        isLoop ? Math.min(loops, 2) : 0,
        isLoop && loops === 1 && !hasFailed,
      ] as const;
      if (!hasFailed) return [row[0], 'none', row[1], row[2]];
      failures += 1;
      [entropy, loops] = [0, 0];
      return [row[0], failures > maxPivots ? 'pause' : 'pivot', row[1], row[2]];
    });
}

describe('stages of loops inside turns', function () {
  this.timeout(0);

  it('can be recounted from the recorded turns, over outages and kills; prompts tell what they say', async () => {
    const limits = fc.record({
      maxPivots: fc.nat({ max: 2 }),
      loopThreshold: fc.integer({ min: 1, max: 5 }),
    });
    const kinds = fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(kinds, limits, async (history, bounds) => {
        const { store, told } = await play(history, bounds);
        const turns = store.listTurns('fix').filter(hasEnded);
        const counted = turns.filter(({ outcome }) => isCounted(outcome));
        const recorded = counted.map(({ entropyAfter, consequence, inTurnLoop }): Recounted => {
          const { stage = 0, told: isTold = false } = inTurnLoop ?? {};
          return [entropyAfter, consequence, stage, isTold];
        });
        assert.deepEqual(recorded, recount(turns, bounds));
        for (const { number } of turns) {
          const before = counted.findLast((turn) => turn.number < number);
          assert.equal(told.get(number), before?.inTurnLoop?.told === true, `turn ${number}`);
        }
      }),
      { plugins: [fc.afterEach(closeMemoryStores)], numRuns: COUNTS.pivotHistories },
    );
  });
});
