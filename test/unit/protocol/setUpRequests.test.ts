import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { isSetUpMessage, isSetUpSnapshot } from '../../../src/protocol/setUp/setUpMessages';
import { validateSetUpRequest } from '../../../src/protocol/setUp/validateSetUpRequest';

const request = (method: string, params: unknown) => ({ type: 'request', id: 1, method, params });
const accepts = (method: string, params: unknown): boolean =>
  validateSetUpRequest(request(method, params)).ok;

describe('messages of the set-up page', () => {
  it('are taken with exactly their parameters', () => {
    const examples = [
      ['ready', {}],
      ['create', {}],
      ['checkAgain', {}],
      ['chooseAgent', { name: 'claude' }],
      ['tryVerify', { command: 'npm test' }],
      ['stopTrial', {}],
      ['useVerify', { command: 'npm test' }],
      ['addTask', { title: 'Fix', goal: 'It works.' }],
      ['run', {}],
      ['decide', {}],
      ['openConfig', {}],
      ['openConfig', { line: 3 }],
    ] as const;
    for (const [method, params] of examples) {
      const whole = request(method, params);
      deepEqual(validateSetUpRequest(whole), { ok: true, request: whole });
      equal(accepts(method, { ...params, more: 1 }), false);
    }
  });

  it('are refused beyond what is allowed', () => {
    equal(accepts('tryVerify', { command: '' }), false);
    equal(accepts('tryVerify', { command: 'x'.repeat(20_001) }), false);
    equal(accepts('chooseAgent', { name: 'x'.repeat(201) }), false);
    equal(accepts('addTask', { title: 'Fix', goal: 7 }), false);
    equal(accepts('openConfig', { line: 0 }), false);
    equal(accepts('init', {}), false);
  });

  it('are told from anything else by either side', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        equal(validateSetUpRequest(value).ok, false);
        equal(isSetUpMessage(value), false);
        equal(isSetUpSnapshot(value), false);
      }),
    );
  });
});
