import assert from 'node:assert/strict';
import { saidByChange } from '../../../../../src/rules/failure/external/saidByChange';

describe('saidByChange', () => {
  const message = 'API timeout: external service unavailable (503)';

  it('finds a message that a changed file says', () => {
    assert.equal(
      saidByChange(message, ['throw new Error("API timeout: external service");']),
      true,
    );
    assert.equal(
      saidByChange(message, ['', '"api_timeout" +\n "External   Service, unavailable"']),
      true,
    );
  });

  it('finds none in files that say something else', () => {
    assert.equal(saidByChange(message, ['await fetch(api, { timeout: 30 });', 'service']), false);
    assert.equal(saidByChange(message, []), false);
    assert.equal(saidByChange('503', ['503']), false);
  });

  it('takes a short message whole', () => {
    assert.equal(saidByChange('socket closed', ['// socket is closed']), false);
    assert.equal(saidByChange('socket closed', ['console.log("socket closed")']), true);
  });
});
