import assert from 'node:assert/strict';
import { replayed, traces } from './traceFile';

describe('the edge guard on recorded hops', () => {
  for (const { name, about, text } of traces()) {
    it(`${name}: ${about}`, () => assert.equal(replayed(text), text));
  }
});
