import assert from 'node:assert/strict';
import { listItems, nameOtherItems } from '../../../../../src/rules/steps/text/numberedItems';

const nameOthers = (a: string, b: string): boolean => nameOtherItems(listItems(a), listItems(b));

describe('two calls', () => {
  it('name another item each if a numbered name differs', () => {
    assert.ok(nameOthers('{"host":"k-01"}', '{"host":"k-02"}'));
    assert.ok(nameOthers('check inbox/b-001.xml', 'check inbox/b-002.xml'));
  });

  it('name the same item if only a plain number or a script differs', () => {
    assert.ok(!nameOthers('{"page":1,"host":"k-01"}', '{"page":2,"host":"k-01"}'));
    assert.ok(!nameOthers('python try_1.py', 'python try_2.py'));
    assert.ok(!nameOthers('scrape --page 1', 'scrape --page 2'));
  });
});
