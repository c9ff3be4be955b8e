import { deepEqual } from 'node:assert/strict';
import type { TokenCount } from '../../../../src/model/usage/usage';
import { NEW_SESSION, ownUsage } from '../../../../src/rules/usage/ownUsage';

const count = (input: number, cacheRead = 0, cacheWrite = 0, output = 0): TokenCount => ({
  ...{ input, cacheRead, cacheWrite, output },
});
const BEFORE = { tokens: count(100, 50, 20, 10), nanoUsd: 1_000 };

describe('what a call used itself', () => {
  it('is what its agent says of its process, and the session grows by that', () => {
    const models = [
      { model: 'a', ...count(1, 2, 3, 4), nanoUsd: 5 },
      { model: 'b', ...count(10, 20, 30, 40) },
    ];
    deepEqual(ownUsage({ models, nanoUsd: 7, isPartial: false }, BEFORE), {
      models,
      nanoUsd: 7,
      isPartial: false,
      session: { tokens: count(111, 72, 53, 54), nanoUsd: 1_007 },
    });
  });

  it('is what the sum of its session grew by', () => {
    const ofSession = { model: 'coder', tokens: count(103, 50, 21, 14) };
    deepEqual(ownUsage({ models: [], ofSession, isPartial: false }, BEFORE), {
      models: [{ model: 'coder', ...count(3, 0, 1, 4) }],
      isPartial: false,
      session: { tokens: count(103, 50, 21, 14), nanoUsd: 1_000 },
    });
  });

  it('is all of that sum in a session that begins', () => {
    const ofSession = { tokens: count(3, 0, 1, 4), nanoUsd: 9 };
    deepEqual(ownUsage({ models: [], ofSession, isPartial: false }, NEW_SESSION), {
      models: [count(3, 0, 1, 4)],
      nanoUsd: 9,
      isPartial: false,
      session: { tokens: count(3, 0, 1, 4), nanoUsd: 9 },
    });
  });

  it('is its own tokens where only the money is a sum of the session', () => {
    const models = [count(1, 1, 1, 1)];
    deepEqual(ownUsage({ models, ofSession: { nanoUsd: 1_250 }, isPartial: true }, BEFORE), {
      models,
      nanoUsd: 250,
      isPartial: true,
      session: { tokens: count(101, 51, 21, 11), nanoUsd: 1_250 },
    });
  });

  it('is unknown, never nothing, if the agent says nothing or not what it was before', () => {
    const ofSession = { tokens: count(3), nanoUsd: 9 };
    deepEqual(ownUsage(undefined, BEFORE), { models: [], isPartial: true, session: BEFORE });
    deepEqual(ownUsage({ models: [], ofSession, isPartial: false }, {}), {
      models: [],
      isPartial: true,
      session: { tokens: count(3), nanoUsd: 9 },
    });
    deepEqual(ownUsage({ models: [], ofSession: {}, isPartial: true }, BEFORE), {
      models: [],
      isPartial: true,
      session: BEFORE,
    });
  });

  it('is unknown if a sum has become less, and the next call is counted from the later one', () => {
    for (const tokens of [count(99, 50, 20, 10), count(101, 49, 20, 10)]) {
      const less = ownUsage(
        { models: [], ofSession: { tokens, nanoUsd: 999 }, isPartial: false },
        BEFORE,
      );
      deepEqual(less, { models: [], isPartial: true, session: { tokens, nanoUsd: 999 } });
      const more = { tokens: count(200, 50, 20, 10), nanoUsd: 1_000 };
      const next = ownUsage({ models: [], ofSession: more, isPartial: false }, less.session);
      deepEqual(next.nanoUsd, 1);
      deepEqual(next.isPartial, false);
    }
  });

  it('of a call that was cut off is a part of the next one, whatever of it was said', () => {
    const said = ownUsage({ models: [count(7)], isPartial: true }, BEFORE);
    const silent = ownUsage(undefined, said.session);
    const ofSession = { tokens: count(120, 50, 20, 10) };
    deepEqual(ownUsage({ models: [], ofSession, isPartial: false }, silent.session).models, [
      count(13),
    ]);
  });

  it('leaves the sums of the session unknown where they would not be exact', () => {
    const models = [count(Number.MAX_SAFE_INTEGER)];
    const nanoUsd = Number.MAX_SAFE_INTEGER;
    deepEqual(ownUsage({ models, nanoUsd, isPartial: false }, BEFORE).session, {});
    deepEqual(ownUsage({ models: [count(1)], nanoUsd: 1, isPartial: false }, {}).session, {});
  });
});
