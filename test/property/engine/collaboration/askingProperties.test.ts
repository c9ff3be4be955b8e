import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hasEnded, isCounted } from '../../../../src/model/turn/turn';
import { FAILED, failing, limitsOf, PASSED, type ScriptedTurn } from '../../../support/scriptedRun';
import {
  askingConfig,
  askingRun,
  hopRecords,
  type Plays,
} from '../../../unit/engine/requests/askingRun';
import { closeMemoryStores } from '../../../support/memoryStore';
import { COUNTS } from '../../../support/scale';

const NAMES = ['backend', 'security', 'tester'];
const TOPICS = ['review the login', 'review the login again', 'explain the cart', 'x', ''];

const line = fc.record({
  to: fc.constantFrom(...NAMES, 'nobody'),
  topic: fc.constantFrom(...TOPICS),
  /** Asks about something new each time. */
  fresh: fc.boolean(),
});
const turn = fc.record({
  asks: fc.array(line, { maxLength: 4 }),
  edits: fc.boolean(),
  ends: fc.constantFrom(PASSED, PASSED, PASSED, FAILED),
  says: fc.constantFrom('', 'DONE: all', 'BLOCKED: no key', 'STRATEGY: go on', '```'),
});
const limits = fc.record({
  loopThreshold: fc.integer({ min: 1, max: 5 }),
  maxPivots: fc.integer({ min: 0, max: 2 }),
  maxSteps: fc.integer({ min: 1, max: 8 }),
});

describe('agents that ask each other at random', () => {
  it('come to an end within the limits, whatever they ask and however they end', async () => {
    const scripts = fc.array(turn, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(scripts, limits, async (script, chosen) => {
        let calls = 0;
        const play = (call: number): ScriptedTurn => {
          calls += 1;
          const { asks, edits, ends, says } = script[calls % script.length] ?? assert.fail();
          const lines = asks.map(
            ({ to, topic, fresh }) => `ASK ${to}: ${topic}${fresh ? ` of src/${calls}.ts` : ''}`,
          );
          return {
            reply: [...lines, says].join('\n'),
            end: ends,
            ...(edits && { edits: { [`file${call % 3}`]: String(calls) } }),
          };
        };
        const plays: Plays = Object.fromEntries(NAMES.map((name) => [name, play]));
        const all = limitsOf({ ...chosen, maxTurns: 20 });
        const run = await askingRun(plays, askingConfig({ limits: all }));
        await run.run();
        const turns = run.store.listTurns('fix').filter(hasEnded);
        for (const { number, entropyAfter, hopCount = 0 } of turns) {
          assert.ok(hopCount <= chosen.maxSteps);
          assert.ok(entropyAfter <= chosen.loopThreshold);
          assert.ok(hopRecords(run, number).every(({ outcome }) => outcome !== 'running'));
        }
        assert.ok(run.requests.length <= turns.length * (1 + 2 * chosen.maxSteps));
        const counted = turns.filter(({ outcome }) => isCounted(outcome));
        assert.ok(counted.length <= chosen.loopThreshold * (chosen.maxPivots + 1));
      }),
      { plugins: [fc.afterEach(closeMemoryStores)], numRuns: COUNTS.askingRuns },
    );
  });

  it('are never stopped while every turn measures progress', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 3 }), limits, async (asks, chosen) => {
        const lines = asks.map(({ to, topic }) => `ASK ${to}: ${topic}`);
        let worked = 0;
        const run = await askingRun(
          {
            backend: (_call, { prompt }) => {
              // Called for the task, not by somebody who asks.
              if (!prompt.startsWith('# Fix it')) return { reply: 'fine' };
              worked += 1;
              return {
                // The first turn measures the baseline, which is no progress.
                reply: worked === 1 ? '' : lines.join('\n'),
                edits: { work: String(worked) },
              };
            },
            security: () => ({ reply: 'fine' }),
            tester: () => ({ reply: 'fine' }),
          },
          askingConfig({ limits: limitsOf({ ...chosen, loopThreshold: 2, maxTurns: 0 }) }),
        );
        run.verification = (number) => ({
          end: number === 10 ? PASSED : FAILED,
          measurement: failing(10 - number),
        });
        assert.equal((await run.run()).kind, 'allDone');
        assert.deepEqual(run.directives(), []);
      }),
      { plugins: [fc.afterEach(closeMemoryStores)], numRuns: COUNTS.progressingRuns },
    );
  });
});
