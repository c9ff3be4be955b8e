import assert from 'node:assert/strict';
import { isMessageInChange } from '../../../../../src/rules/failure/external/isMessageInChange';

describe('isMessageInChange', () => {
  const message = 'API timeout: external service unavailable (503)';

  it('finds a message that a changed file says', () => {
    assert.equal(
      isMessageInChange(message, ['throw new Error("API timeout: external service");']),
      true,
    );
    assert.equal(
      isMessageInChange(message, ['', '"api_timeout" +\n "External   Service, unavailable"']),
      true,
    );
  });

  it('finds none in files that say something else', () => {
    assert.equal(
      isMessageInChange(message, ['await fetch(api, { timeout: 30 });', 'service']),
      false,
    );
    assert.equal(isMessageInChange(message, []), false);
    assert.equal(isMessageInChange('503', ['503']), false);
  });

  it('takes a short message whole', () => {
    assert.equal(isMessageInChange('socket closed', ['// socket is closed']), false);
    assert.equal(isMessageInChange('socket closed', ['console.log("socket closed")']), true);
  });
});
