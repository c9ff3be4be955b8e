import assert from 'node:assert/strict';
import { findNearestName } from '../../../src/text/findNearestName';

describe('the nearest name', () => {
  const known = ['verify', 'verifyTimeout', 'agent', 'agents', 'id', 'goal'];

  it('is one with a slip or two, whatever its case', () => {
    const slips = {
      verfy: 'verify',
      Verify: 'verify',
      vreify: 'verify',
      verifytimeout: 'verifyTimeout',
    };
    for (const [typed, meant] of Object.entries(slips))
      assert.equal(findNearestName(typed, known), meant);
    assert.equal(findNearestName('agentss', known), 'agents');
    assert.equal(findNearestName('gaol', known), 'goal');
  });

  it('is not any word', () => {
    for (const typed of ['', 'command', 'xy', 'toString', '__proto__', 'x'.repeat(1_000_000)])
      assert.equal(findNearestName(typed, known), undefined, typed.slice(0, 20));
  });
});
