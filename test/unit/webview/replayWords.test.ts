import assert from 'node:assert/strict';
import { describeFound } from '../../../webview/replay/replayWords';

describe('what the replay page says of a run', () => {
  it('is what was found in it, and of a run without a step that it has none', () => {
    const fire = { detector: 'repeated call', level: 'stuck', step: 7 } as const;
    assert.match(describeFound({ stepCount: 9, fires: [fire] }), /^stuck at step 7: /);
    assert.equal(describeFound({ stepCount: 9, fires: [] }), 'nothing found');
    assert.equal(
      describeFound({ stepCount: 0, fires: [] }),
      'no call with a result and no text of an agent',
    );
  });
});
