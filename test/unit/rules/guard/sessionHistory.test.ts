import assert from 'node:assert/strict';
import type { SessionEvent } from '../../../../src/model/guard/sessionRecord';
import { SessionHistory } from '../../../../src/rules/guard/sessionHistory';

describe('the turns of a guarded session', () => {
  it('go on when a command in the background ends: a rewind is to before what the user asked', () => {
    const history = new SessionHistory();
    const put = (id: string, event: SessionEvent): void =>
      history.observe({ id, at: '2026-11-28T09:00:00.000Z', ...event });
    put('1', { kind: 'prompt', text: 'Build it in the background' });
    put('2', { kind: 'stop', text: '' });
    put('3', { kind: 'prompt', text: '<task-notification> built', notice: true });
    put('4', { kind: 'stop', text: 'It is built.' });
    assert.deepEqual(
      history.turns.map(({ asked }) => asked),
      ['Build it in the background'],
    );
  });
});
