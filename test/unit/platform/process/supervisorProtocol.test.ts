import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  createMessageReader,
  encodeMessage,
  type Report,
} from '../../../../src/platform/process/supervisorProtocol';
import { anyCodePoint } from '../../../support/anyCodePoint';

describe('messages between runner and supervisor', () => {
  it('arrive whole and in order, however the channel cuts them', () => {
    const report = fc
      .tuple(fc.string(), fc.string({ unit: anyCodePoint }))
      .map(([code, message]) => ({ type: 'couldNotStart', code, message }) as const);
    fc.assert(
      fc.property(fc.array(report), fc.integer({ min: 1, max: 20 }), (reports, size) => {
        const text = reports.map(encodeMessage).join('');
        const received: Report[] = [];
        const read = createMessageReader((message) => received.push(message as Report));
        for (let index = 0; index < text.length; index += size)
          read(text.slice(index, index + size));
        assert.deepEqual(received, reports);
      }),
    );
  });

  it('do not count while their end is missing', () => {
    const read = createMessageReader(() => assert.fail('half a message was taken for a whole one'));
    read('{"type":"end"}');
  });
});
