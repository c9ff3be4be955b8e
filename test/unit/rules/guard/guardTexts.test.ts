import assert from 'node:assert/strict';
import { adviseUser } from '../../../../src/rules/guard/guardTexts';

describe('the advice for the user of a session', () => {
  it('speaks of the next prompt wherever that of a task speaks of a hint, but not in quotes', () => {
    for (const [task, session] of [
      ['Tell the agent in a hint: the value.', 'Tell the agent in your next prompt: the value.'],
      ['Start it, or tell it in a hint how.', 'Start it, or tell it in your next prompt how.'],
      ['`in a hint`. Answer it in a hint.', '`in a hint`. Answer it in your next prompt.'],
      ['Another agent helps; a hint does not.', 'Another agent helps; another prompt does not.'],
    ] as const)
      assert.equal(adviseUser(task), session);
  });
});
