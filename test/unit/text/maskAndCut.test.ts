import { deepEqual, equal, ok } from 'node:assert/strict';
import { maskAndCut } from '../../../src/text/maskAndCut';

const KEY = 'sk-ant-api03-q8Zt5Lk2Wm9Rb4';

describe('the beginning of a text with its secrets masked', () => {
  it('says how much is not in it', () => {
    deepEqual(maskAndCut('short', 20), { text: 'short', left: 0 });
    deepEqual(maskAndCut('x'.repeat(1_000_000), 20), { text: 'x'.repeat(20), left: 999_980 });
  });

  it('shows no part of a secret that stands where it is cut', () => {
    for (let before = 0; before <= 30; before += 1) {
      const { text } = maskAndCut(`${'.'.repeat(before)} ${KEY} ${'y'.repeat(50_000)}`, 20);
      ok(!text.includes('q8Z') && !text.includes('ant'), text);
    }
  });

  it('shows no part of a secret that stands where the reading ends', () => {
    // Masked, the many keys leave room for what comes behind them.
    const keys = `${KEY}${'a'.repeat(270)} `.repeat(40);
    for (let at = 6_300; at < 6_720; at += 7) {
      const url = 'https://ann:hunter2hunter2hunter2@example.com';
      const text = keys.slice(0, at) + ` ${url} ` + 'z'.repeat(20_000);
      ok(!maskAndCut(text, 200).text.includes('hunter2'));
    }
  });

  it('masks the whole of a short text', () => {
    equal(maskAndCut(`OPENAI_API_KEY=${KEY}`, 100).text.includes('q8Z'), false);
  });
});
