import assert from 'node:assert/strict';
import { runnerRuns } from '../../../../support/runnerRuns';
import { signatureOf } from './signatureOf';

describe('the failure signature of the same tests run again', () => {
  for (const { name, first, second, worse } of runnerRuns()) {
    it(`is the same, and another one where another test fails, as ${name} prints it`, () => {
      assert.equal(signatureOf(first).exactHash, signatureOf(second).exactHash);
      assert.notEqual(signatureOf(first).exactHash, signatureOf(worse).exactHash);
    });
  }
});
