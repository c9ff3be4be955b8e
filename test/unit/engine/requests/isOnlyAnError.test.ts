import assert from 'node:assert/strict';
import { isOnlyAnError } from '../../../../src/engine/requests/isOnlyAnError';

describe('isOnlyAnError', () => {
  const answer = { end: { kind: 'exit', code: 0 } as const, errorTail: '', transcript: '' };
  const now = new Date(0);

  it('takes a reply for no answer where the events of the agent report a failure', () => {
    const failure = '[API Error: 418 The scripted model takes no more requests]';
    assert.equal(isOnlyAnError({ ...answer, reply: failure, failure }, now), true);
  });

  it('takes the words of a failing service for none, and talk about them for an answer', () => {
    assert.equal(isOnlyAnError({ ...answer, reply: 'API Error: Overloaded' }, now), true);
    assert.equal(
      isOnlyAnError({ ...answer, reply: 'I handle "API Error: Overloaded" now.' }, now),
      false,
    );
  });
});
