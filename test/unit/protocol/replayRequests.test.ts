import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { pickStepLimits } from '../../../src/vscode/replay/pickStepLimits';
import {
  isReplayMessage,
  isSnapshot,
  isTimeline,
} from '../../../src/protocol/replay/replayMessages';
import { validateReplayRequest } from '../../../src/protocol/replay/validateReplayRequest';

const limits = pickStepLimits(undefined);
const request = (method: string, params: unknown) => ({ type: 'request', id: 1, method, params });
const accepts = (method: string, params: unknown): boolean =>
  validateReplayRequest(request(method, params)).ok;

describe('messages of the replay page', () => {
  it('are taken with exactly their parameters', () => {
    const examples = [
      ['ready', {}],
      ['setLimits', { limits }],
      ['addFiles', {}],
      ['timeline', { run: 0 }],
      ['texts', { run: 3, from: 0, count: 200 }],
      ['step', { run: 0, index: 99_999 }],
    ] as const;
    for (const [method, params] of examples) {
      deepEqual(validateReplayRequest(request(method, params)), {
        ok: true,
        request: request(method, params),
      });
      equal(accepts(method, { ...params, more: 1 }), false);
    }
  });

  it('are refused beyond what is allowed, and no page may name a file', () => {
    equal(accepts('addFiles', { files: ['/etc/passwd'] }), false);
    equal(accepts('run', {}), false);
    equal(accepts('texts', { run: 0, from: 0, count: 1_001 }), false);
    equal(accepts('texts', { run: 0, from: -1, count: 1 }), false);
    equal(accepts('timeline', { run: '0' }), false);
    for (const wrong of [1, 1_001, 2.5, '3', null]) {
      equal(accepts('setLimits', { limits: { ...limits, callCycles: wrong } }), false);
    }
    const refused = validateReplayRequest({
      type: 'request',
      id: 4,
      method: 'constructor',
      params: {},
    });
    equal(refused.ok || refused.id, 4);
  });

  it('are told from anything else by either side', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        equal(validateReplayRequest(value).ok, false);
        equal(isReplayMessage(value), false);
        equal(isSnapshot(value), false);
        equal(isTimeline(value), false);
      }),
    );
    const timeline = {
      key: 0,
      numbers: [0],
      groups: [-1],
      levels: ' ',
      fires: [],
      advice: [],
      fireCount: 0,
    };
    equal(isTimeline(timeline), true);
    equal(isTimeline({ ...timeline, levels: '' }), false);
    equal(isTimeline({ ...timeline, advice: [''] }), false);
  });
});
