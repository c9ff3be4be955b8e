import assert from 'node:assert/strict';
import { parseArgs } from '../../../../../src/rules/steps/text/parseArgs';
import { parseTags } from '../../../../../src/rules/steps/text/parseTags';

describe('arguments in tags', () => {
  it('are read with or without a tag for the tool', () => {
    const read = { fields: { command: 'ls -l', wait: 'false' }, isComplete: true };
    const inner = '<command>ls -l</command>\n<wait>false</wait>';
    assert.deepEqual(parseTags(inner), read);
    assert.deepEqual(parseTags(`<execute>\n${inner}\n</execute>`), read);
    assert.deepEqual(
      parseTags(
        '<function=run><parameter=command>\nls -l\n</parameter><parameter=wait>false</parameter></function>',
      ),
      read,
    );
    assert.deepEqual(parseTags('<command>ls</command>')?.fields, { command: 'ls' });
  });

  it('are the same call as the same fields in JSON', () => {
    assert.equal(
      parseArgs('<run><path>a</path><command>ls</command></run>').canonical,
      parseArgs('{"command": "ls", "path": "a"}').canonical,
    );
  });

  it('are read from attributes and from what is between tags, which is not all of the text', () => {
    assert.deepEqual(parseTags('<write path="a.txt" mode=\'new\'>\n<b\n</write>'), {
      fields: { path: 'a.txt', mode: 'new', content: '\n<b\n' },
      isComplete: false,
    });
    assert.deepEqual(parseTags('<open path="a"/>')?.fields, { path: 'a' });
    assert.deepEqual(
      parseTags('<edit id="1">Now: <path>a</path> and <args>{"b": 1}</args></edit>'),
      {
        fields: { id: '1', path: 'a', args: { b: 1 } },
        isComplete: false,
      },
    );
    const [a, b] = ['<ul>x<li>a</li></ul>', '<ul>y<li>a</li></ul>'].map((text) => parseArgs(text));
    assert.notEqual(a?.canonical, b?.canonical);
  });

  it('are no other text', () => {
    for (const text of [
      'ls',
      '<li>a</li><li>b</li>',
      '<ul><li>a</li><li>b</li></ul> and more',
      '<open path="a"/>x',
      '<file path="a">x</file><file path="b">y</file>',
      '<command>ls',
      '</a>',
      '',
    ])
      assert.equal(parseTags(text), undefined, text);
  });

  it('are read in time linear in their length', () => {
    const length = 60_000;
    for (const part of ['<a>', '<a b="', '<a></b>', '<a>x</a >', '<a b=""'])
      assert.equal(
        parseTags(`${part.repeat(length / part.length)}>`)?.isComplete ?? false,
        false,
        part,
      );
  });
});
