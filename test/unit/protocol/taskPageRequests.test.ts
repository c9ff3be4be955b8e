import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { readPagedTask, withPagedTask } from '../../../src/protocol/taskPage/pagedTask';
import {
  isTaskPageMessage,
  isTaskPageSnapshot,
  isTurnSteps,
} from '../../../src/protocol/taskPage/taskPageMessages';
import { validateTaskPageRequest } from '../../../src/protocol/taskPage/validateTaskPageRequest';

const request = (method: string, params: unknown) => ({ type: 'request', id: 1, method, params });
const accepts = (method: string, params: unknown): boolean =>
  validateTaskPageRequest(request(method, params)).ok;

describe('messages of a task page', () => {
  it('are taken with exactly their parameters', () => {
    const examples = [
      ['ready', {}],
      ['openTurn', { turn: 3 }],
      ['step', { turn: 3, index: 0 }],
      ['search', { turn: 3, text: 'npm test' }],
      ['openStepText', { turn: 3, index: 4_999, part: 'result' }],
      ['openTranscripts', { turn: 1 }],
      ['copyMarkdown', {}],
      ['openFile', { file: 'src/cart.js', line: 14 }],
      ['resume', { taskId: 'a', hint: 'b' }],
    ] as const;
    for (const [method, params] of examples) {
      deepEqual(validateTaskPageRequest(request(method, params)), {
        ok: true,
        request: request(method, params),
      });
      equal(accepts(method, { ...params, more: 1 }), false);
    }
  });

  it('are refused beyond what is allowed, and no page names a transcript', () => {
    equal(accepts('openTranscripts', { file: '/etc/passwd' }), false);
    equal(accepts('openTurn', { turn: 0 }), false);
    equal(accepts('step', { turn: 1, index: -1 }), false);
    equal(accepts('openStepText', { turn: 1, index: 0, part: 'constructor' }), false);
    equal(accepts('search', { turn: 1, text: 'x'.repeat(501) }), false);
    equal(accepts('openFile', { file: 'x'.repeat(1_001) }), false);
  });

  it('are told from anything else by either side', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        equal(validateTaskPageRequest(value).ok, false);
        equal(isTaskPageMessage(value), false);
        equal(isTaskPageSnapshot(value), false);
        equal(isTurnSteps(value), false);
      }),
    );
  });

  it('leave in the saved state which task is shown', () => {
    const paged = { folder: 'file:///work', taskId: '__proto__' };
    deepEqual(readPagedTask(withPagedTask({ scroll: 3 }, paged)), paged);
    fc.assert(fc.property(fc.anything(), (value) => equal(readPagedTask(value), undefined)));
  });
});
