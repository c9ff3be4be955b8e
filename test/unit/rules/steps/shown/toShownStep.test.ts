import assert from 'node:assert/strict';
import fc from 'fast-check';
import { quoteLastSentence } from '../../../../../src/rules/steps/shown/quoteLastSentence';
import { toShownStep } from '../../../../../src/rules/steps/shown/toShownStep';

const ended = (tool: string, args: unknown, result = ''): string => {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  const step = toShownStep({ number: 1, tool, args: text, result, thought: '' });
  return `${step.tool} ${step.call}${step.failed === true ? ' ✗' : ''}`.trim();
};

describe('a call that has ended, as a person reads it', () => {
  it('is the tool with what it is about, and a mark where it failed', () => {
    assert.equal(ended('Read', { file_path: 'src/cart.js' }), 'Read src/cart.js');
    const failing = { command: 'npm test', description: 'Runs the tests', timeout: 9 };
    assert.equal(ended('Bash', failing, '1 failing\n\n(exit code 1)'), 'Bash npm test ✗');
    assert.equal(ended('shell', { command: ['bash', '-lc', 'cd /x && make'] }), 'shell make');
    assert.equal(ended('Grep', { pattern: 'total', path: 'src' }), 'Grep src pattern=total');
    assert.equal(ended('Compact', '{}'), 'Compact');
  });

  it('counts the lines that an edit adds and removes, where its arguments say so', () => {
    const edit = { file_path: 'cart.js', old_string: 'a\nb\nc', new_string: 'a\nB\nB2\nc' };
    assert.equal(ended('Edit', edit), 'Edit cart.js +2 −1');
    assert.equal(ended('Write', { file_path: 'new.js', content: 'a\nb\n' }), 'Write new.js +2');
    const patch = '*** Begin Patch\n*** Update File: src/a.js\n@@\n-a\n+b\n*** End Patch';
    assert.equal(ended('apply_patch', patch), 'apply_patch src/a.js +1 −1');
    const lines = { path: 'a.js', start_line: 3, end_line: 9, content: 'x' };
    assert.equal(ended('edit_lines', lines), 'edit_lines a.js lines 3–9');
    assert.equal(ended('Edit', { ...edit, new_string: 'x\n'.repeat(4_000) }), 'Edit cart.js');
  });

  it('is never JSON and one short line, whatever the agent wrote', () => {
    const json = fc.jsonValue().filter((value) => typeof value === 'object' && value !== null);
    fc.assert(
      fc.property(json, fc.nat(400), (value, cut) => {
        const args = JSON.stringify(value).slice(0, cut + 2);
        const { call } = toShownStep({ number: 1, tool: 'Do', args, result: '', thought: '' });
        return call.length <= 140 && !call.includes('\n') && !/^[{[]"/.test(call);
      }),
    );
  });
});

describe('the last sentence of an agent', () => {
  it('is quoted without marks of lists, data and secrets', () => {
    assert.equal(quoteLastSentence('I look. Now I run `npm test`.'), 'Now I run `npm test`.');
    assert.equal(quoteLastSentence('Steps:\n1. first\n2. second one'), 'second one');
    assert.equal(quoteLastSentence('I corrected it:\n{"ok": true}\n'), 'I corrected it:');
    assert.equal(quoteLastSentence('{"a":[1,2]}'), '');
    assert.match(quoteLastSentence(`Use ghp_0123456789abcdefghij`), /^Use ghp_\*\*\*$/);
  });

  it('takes no longer for a long text, and is short', () => {
    assert.ok(quoteLastSentence('word '.repeat(400_000)).length <= 162);
    assert.ok(quoteLastSentence('x'.repeat(2_000_000)).length <= 162);
  });
});
