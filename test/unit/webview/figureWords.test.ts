import assert from 'node:assert/strict';
import { tilesOf } from '../../../webview/figureWords';
import { figures } from './figureSamples';

function saved(change: Parameters<typeof figures>[0]): string | undefined {
  return tilesOf(figures(change)).find(({ key }) => key === 'saved')?.meaning;
}

describe('the tile of the judge', () => {
  const tile = (change: Parameters<typeof figures>[0]) =>
    tilesOf(figures(change)).find(({ key }) => key === 'judge');

  it('says how often it was asked and what that took', () => {
    const judge = {
      calls: 12,
      durationMs: 42_000,
      inputTokens: 18_000,
      outputTokens: 900,
      usd: 0.0123,
    };
    const shown = tile({ judge });
    assert.equal(shown?.value, '12');
    assert.equal(shown.meaning, 'Asking it took 18,900 tokens, $0.0123, 42 s.');
  });

  it('is none where no call was made', () => {
    assert.equal(tile({}), undefined);
    assert.equal(tile({ judge: { calls: 0, durationMs: 0 } }), undefined);
  });
});

describe('the tile of what pauses saved', () => {
  it('says of a limit of turns only where a pause could have saved some', () => {
    assert.match(saved({ turns: 9 }) ?? '', /^No loop has had to be stopped/);
    assert.match(saved({ turns: 9, gates: 1 }) ?? '', /limit \(maxTurns\)/);
    const some = saved({ gates: 1, savedTurns: 41, savedMs: 120_000 });
    assert.equal(some, 'What pauses kept from being wasted at most: 2 min.');
  });
});
