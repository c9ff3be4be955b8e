import assert from 'node:assert/strict';
import { namesOtherItem } from '../../../../../src/rules/steps/text/namesOtherItem';

describe('two calls', () => {
  it('name another item each if a numbered name differs', () => {
    assert.ok(namesOtherItem('{"host":"k-01"}', '{"host":"k-02"}'));
    assert.ok(namesOtherItem('check inbox/b-001.xml', 'check inbox/b-002.xml'));
  });

  it('name the same item if only a plain number or a script differs', () => {
    assert.ok(!namesOtherItem('{"page":1,"host":"k-01"}', '{"page":2,"host":"k-01"}'));
    assert.ok(!namesOtherItem('python try_1.py', 'python try_2.py'));
    assert.ok(!namesOtherItem('scrape --page 1', 'scrape --page 2'));
  });
});
