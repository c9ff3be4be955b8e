import assert from 'node:assert/strict';
import { askHuman } from '../../../../src/app/run/askHuman';
import type { InboxRequest } from '../../../../src/ports/workspaceState';

const QUESTION = { taskId: 'fix', turnId: 't1', question: 'Which of both?' };

describe('a question to the human', () => {
  it('is withdrawn when nobody can tell its answer any more: the state cannot be read', async () => {
    const asked: InboxRequest[] = [];
    let listeners = 0;
    const state = {
      read: () => Promise.reject(new Error('the disk is gone')),
      onDidChange: () => {
        listeners += 1;
        return { dispose: () => (listeners -= 1) };
      },
    };
    const askRun = (request: InboxRequest) => {
      asked.push(request);
      return Promise.resolve({ ok: true, message: '7' });
    };
    const { signal } = new AbortController();
    await assert.rejects(askHuman({ state, askRun }, QUESTION, signal), /the disk is gone/);
    assert.deepEqual(asked.slice(1), [{ type: 'withdrawQuestion', taskId: 'fix', id: '7' }]);
    assert.equal(listeners, 0);
  });
});
