import assert from 'node:assert/strict';
import { isSpecificReason } from '../../../../../src/rules/steps/results/isSpecificReason';

describe('a reason', () => {
  it('is specific if it says what is wrong in words that the call does not contain', () => {
    assert.ok(isSpecificReason('column qty is required', '{"row": 3}'));
    assert.ok(isSpecificReason('message size exceeds limit of 25 MB', 'send a.pdf'));
  });

  it('is not specific if it only says that something failed or was not allowed', () => {
    assert.ok(!isSpecificReason('401 Unauthorized: missing credentials', 'curl api.example'));
    assert.ok(!isSpecificReason('error: request failed with status code 500', 'curl api.example'));
    assert.ok(!isSpecificReason('expired', 'look up OAK11'));
  });

  it('is not specific if it only repeats the call', () => {
    assert.ok(
      !isSpecificReason('no table pallets in depot', 'select 1 from depot.pallets in table'),
    );
  });
});
