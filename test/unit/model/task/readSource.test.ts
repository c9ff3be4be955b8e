import { deepEqual, equal, match } from 'node:assert/strict';
import { readSource, splitEntered } from '../../../../src/model/task/readSource';

const issue = (number: string, repository?: string) => ({
  kind: 'github',
  query: { kind: 'issue', issue: number, ...(repository !== undefined && { repository }) },
});

describe('the name of a source', () => {
  it('is a GitHub issue, by number, repository or address', () => {
    deepEqual(readSource('github:#12'), issue('12'));
    deepEqual(readSource(' GitHub:12 '), issue('12'));
    deepEqual(readSource('github:acme/shop.js#12'), issue('12', 'acme/shop.js'));
    const address = 'https://github.example.com/acme/shop/issues/12';
    deepEqual(readSource(`${address}?a=b#issuecomment-1`), issue(address));
    deepEqual(readSource('https://github.com/a/b/pull/3'), issue('https://github.com/a/b/pull/3'));
  });

  it('is a label', () => {
    deepEqual(readSource('github:label:good first issue'), {
      ...{ kind: 'github', query: { kind: 'label', label: 'good first issue' } },
    });
  });

  it('is a file otherwise', () => {
    for (const path of ['TODO.md', '../docs/plan.md', '/tmp/todo.txt', 'C:\\a.md', 'my list'])
      deepEqual(readSource(path), { kind: 'file', path });
  });

  it('is refused where it is neither, with the forms that would be right', () => {
    for (const wrong of [
      ...['', 'github:', 'github:#', 'github:#0', 'github:#-1', 'github:acme/shop12'],
      ...['github:--web#1', 'github:a/b/c#1', 'github:label:', 'https://github.com/acme/shop'],
      ...['https://user:x@github.com/a/b/issues/1', 'file:///etc/passwd'],
    ]) {
      const read = readSource(wrong);
      equal(read.kind, 'wrong', wrong);
      match('message' in read ? read.message : '', /github:owner\/repository#12/);
    }
  });
});

describe('what was entered', () => {
  it('is sources where lines name them, and a list in the other lines', () => {
    deepEqual(splitEntered('github:#1\r\nFix it\n  - now\ngithub:#1\nTODO.md \n'), [
      issue('1'),
      { kind: 'file', path: 'TODO.md' },
      { kind: 'text', text: '\nFix it\n  - now\n\n\n' },
    ]);
    deepEqual(splitEntered('  github:#2 '), [issue('2')]);
    deepEqual(splitEntered('docs/plan.md'), [{ kind: 'file', path: 'docs/plan.md' }]);
  });

  it('is a list under the word TODO, and the file of that name where nothing else is entered', () => {
    const text = 'TODO\n- one\n- two';
    deepEqual(splitEntered(text), [{ kind: 'text', text }]);
    deepEqual(splitEntered('TODO\n'), [{ kind: 'file', path: 'TODO' }]);
    deepEqual(splitEntered('TODO\ngithub:#1\n'), [{ kind: 'file', path: 'TODO' }, issue('1')]);
  });

  it('is a list where a line only mentions a file or an issue', () => {
    for (const text of ['Read TODO.md', '- [ ] github:#1', 'Fix #12', 'see: https://a.example'])
      deepEqual(splitEntered(text), [{ kind: 'text', text }]);
    deepEqual(splitEntered(' \n'), []);
  });
});
