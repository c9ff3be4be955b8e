import { doesNotMatch, match } from 'node:assert/strict';
import { eventLine, phaseLine } from '../../../src/vscode/run/eventLine';
import { anEvent } from '../cli/fakeApp';

describe('a line of the output channel', () => {
  const by = 'gpt\u202e4\u200b-o\u0007';

  it('shows what nobody would see in the name of a judge', () => {
    const asked = eventLine(anEvent('judge_asked', { turn: 4, by, answer: 'no progress' }));
    match(asked, /the judge \(gpt\\u\{202e\}4\\u\{200b\}-o\\u\{7\}\)/);
    for (const line of [
      asked,
      eventLine(anEvent('turn_ended', { turn: 4, reason: `The judge (${by}) sees progress` }, by)),
      phaseLine({ taskId: by, turn: 1, phase: 'judge' }),
    ])
      doesNotMatch(line, /[\p{Cc}\p{Cf}]/u);
  });
});
