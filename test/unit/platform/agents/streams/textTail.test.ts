import { equal } from 'node:assert/strict';
import { TextTail } from '../../../../../src/platform/agents/streams/textTail';

describe('the end of a text that grows', () => {
  it('is the whole text as long as that is short, with separators between its pieces', () => {
    const tail = new TextTail(10);
    for (const piece of ['one', 'two']) tail.add(piece, '-');

    equal(tail.text, 'one-two');
  });

  it('is its last characters afterwards, none of them cut in half', () => {
    const tail = new TextTail(3);
    for (let i = 0; i < 100; i++) tail.add('😀');

    equal(tail.text, '😀');
  });

  it('is blank until something but white space was added, and again when it was cleared', () => {
    const tail = new TextTail(10);
    tail.add(' \n');
    equal(tail.isBlank, true);
    tail.add('a');
    equal(tail.isBlank, false);
    tail.clear();
    equal(tail.isBlank, true);
    equal(tail.text, '');
  });
});
