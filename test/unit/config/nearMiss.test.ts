import assert from 'node:assert/strict';
import { nearMiss } from '../../../src/adapters/config/nearMiss';

describe('a near miss', () => {
  const known = ['verify', 'verifyTimeout', 'agent', 'agents', 'id', 'goal'];

  it('is a word with a slip or two, whatever its case', () => {
    const slips = {
      verfy: 'verify',
      Verify: 'verify',
      vreify: 'verify',
      verifytimeout: 'verifyTimeout',
    };
    for (const [typed, meant] of Object.entries(slips)) assert.equal(nearMiss(typed, known), meant);
    assert.equal(nearMiss('agentss', known), 'agents');
    assert.equal(nearMiss('gaol', known), 'goal');
  });

  it('is not any word', () => {
    for (const typed of ['', 'command', 'xy', 'toString', '__proto__', 'x'.repeat(1_000_000)])
      assert.equal(nearMiss(typed, known), undefined, typed.slice(0, 20));
  });
});
