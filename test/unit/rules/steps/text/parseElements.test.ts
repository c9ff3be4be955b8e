import assert from 'node:assert/strict';
import { parseArgs } from '../../../../../src/rules/steps/text/parseArgs';
import { parseElements } from '../../../../../src/rules/steps/text/parseElements';

describe('arguments written as elements', () => {
  it('are read with or without an element for the tool', () => {
    const fields = { command: 'ls -l', wait: 'false' };
    const inner = '<command>ls -l</command>\n<wait>false</wait>';
    assert.deepEqual(parseElements(inner), fields);
    assert.deepEqual(parseElements(`<execute>\n${inner}\n</execute>`), fields);
    assert.deepEqual(
      parseElements(
        '<function=run><parameter=command>\nls -l\n</parameter><parameter=wait>false</parameter></function>',
      ),
      fields,
    );
    assert.deepEqual(parseElements('<command>ls</command>'), { command: 'ls' });
  });

  it('are the same call as the same fields in JSON', () => {
    assert.equal(
      parseArgs('<run><path>a</path><command>ls</command></run>').canonical,
      parseArgs('{"command": "ls", "path": "a"}').canonical,
    );
  });

  it('are no page, no repeated elements and no other text', () => {
    for (const text of [
      'ls',
      '<p class="a">x</p>',
      '<ul><li>a</li><li>b</li></ul> and more',
      '<li>a</li><li>b</li>',
      '<command>ls',
      '',
    ])
      assert.equal(parseElements(text), undefined, text);
  });

  it('are read in time linear in their length', () => {
    assert.equal(parseElements(`${'<a>'.repeat(300_000)}>`), undefined);
  });
});
