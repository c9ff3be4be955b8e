import assert from 'node:assert/strict';
import { tilesOf } from '../../../webview/figureWords';
import { figures } from './figureSamples';

function saved(change: Parameters<typeof figures>[0]): string | undefined {
  return tilesOf(figures(change)).find(({ key }) => key === 'saved')?.meaning;
}

describe('the tile of what pauses saved', () => {
  it('says of a limit of turns only where a pause could have saved some', () => {
    assert.match(saved({ turns: 9 }) ?? '', /^No loop has had to be stopped/);
    assert.match(saved({ turns: 9, gates: 1 }) ?? '', /limit \(maxTurns\)/);
    const some = saved({ gates: 1, savedTurns: 41, savedMs: 120_000 });
    assert.equal(some, 'What pauses kept from being wasted at most: 2 min.');
  });
});
