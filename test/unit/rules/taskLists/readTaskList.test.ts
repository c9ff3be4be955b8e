import assert from 'node:assert/strict';
import type { ListedTask } from '../../../../src/rules/taskLists/listedTask';
import { readTaskList } from '../../../../src/rules/taskLists/readTaskList';

const titles = (text: string, file?: string): readonly string[] =>
  readTaskList(text, file).open.map(({ title }) => title);

/** The only task of a text, without what belongs to a kind of list. */
const only = (text: string, file?: string): ListedTask => {
  const { open } = readTaskList(text, file);
  const [first] = open;
  assert.ok(first !== undefined && open.length === 1);
  const { title, text: own, details, line, under } = first;
  return { title, text: own, details, line, under };
};

describe('a checklist', () => {
  it('has a task for each empty box, whatever the marker; ticked items are left out', () => {
    const text = '- [ ] one\n* [x] two\n+ [X] three\n\n1. [ ] four\n2) [ ] five\n- six\n';
    assert.deepEqual(titles(text, 'plan.md'), ['one', 'four', 'five']);
    assert.equal(readTaskList(text, 'plan.md').done, 2);
  });

  it('gives a task all that stands below its item: paragraphs, lists, code', () => {
    const task = only(
      [
        '# Shop',
        '## Cart',
        '',
        '- [ ] Round **half** up',
        '  in `total()`',
        '',
        '  The law says so.',
        '',
        '  - [ ] in the cart',
        '  - [x] in the invoice',
        '    ```',
        '    - [ ] no item',
        '    ```',
        '',
      ].join('\n'),
      'plan.md',
    );
    assert.deepEqual(task, {
      title: 'Round half up in total()',
      text: 'Round **half** up\nin `total()`',
      details: [
        'The law says so.',
        '',
        '- [ ] in the cart',
        '- [x] in the invoice',
        '  ```',
        '  - [ ] no item',
        '  ```',
      ].join('\n'),
      line: 4,
      under: ['Shop', 'Cart'],
    });
  });

  it('takes a short first line for the title where a new sentence follows, and joins lines that were wrapped', () => {
    const long = 'Make the totals of carts with more than a thousand lines exact';
    const lines = [
      '- [ ] Add login',
      '  Users can log in.',
      `- [ ] ${long}`,
      '  In every currency.',
    ];
    assert.deepEqual(titles(lines.join('\n'), 'plan.md'), [
      'Add login',
      `${long} In every currency.`,
    ]);
    assert.equal(
      only('- [ ] Add login\n  Users can log in.', 'plan.md').text,
      'Add login\nUsers can log in.',
    );
  });

  it('has a task for what is open below an item that is ticked or has no box', () => {
    const text = '- [x] old\n  - [ ] left over\n- Group\n  - [ ] nested\n';
    const { open } = readTaskList(text, 'plan.md');
    assert.deepEqual(
      open.map(({ title, line, under }) => ({ title, line, under })),
      [
        { title: 'left over', line: 2, under: ['old'] },
        { title: 'nested', line: 4, under: ['Group'] },
      ],
    );
  });

  it('leaves out boxes in code and comments, empty items and links that look like boxes', () => {
    const text =
      '```\n- [ ] code\n```\n\n<!--\n- [ ] hidden\n-->\n\n- [ ]\n- [ ](x) link\n- [ ]no blank\n- [ ] real\n';
    assert.deepEqual(titles(text, 'plan.md'), ['real']);
  });

  it('is read in CRLF and after a byte order mark', () => {
    const { open } = readTaskList('\uFEFF- [ ] one\r\n  more\r\n- [ ] two\r\n', 'TODO.md');
    assert.deepEqual(
      open.map(({ title, line }) => [title, line]),
      [
        ['one more', 1],
        ['two', 3],
      ],
    );
  });
});

describe('a list without boxes', () => {
  it('of a Markdown file has a task for each outermost item', () => {
    const text = '# Plan\n\nWords.\n\n- one\n  - part of one\n- two\n';
    assert.deepEqual(titles(text, 'docs/plan.md'), ['one', 'two']);
    assert.equal(readTaskList(text, 'docs/plan.md').open[0]?.details, '- part of one');
  });

  it('of lines has a task for each line, with the indented lines below it', () => {
    const text =
      'TODO\n====\n\n# Shop\nFix rounding\n  half up\n\n  by law\n- Add users\n2. Export\n';
    assert.deepEqual(titles(text, 'TODO'), ['Fix rounding', 'Add users', 'Export']);
    const [first] = readTaskList(text, 'TODO').open;
    assert.deepEqual(first, {
      ...{ title: 'Fix rounding', text: 'Fix rounding', details: 'half up\n\nby law' },
      ...{ line: 5, under: ['Shop'] },
    });
    assert.deepEqual(titles('Fix rounding\nAdd users'), ['Fix rounding', 'Add users']);
    assert.deepEqual(titles('   first\nsecond'), ['first', 'second']);
  });

  it('has a task for each TODO: where there is one, in any file of text', () => {
    const code = 'let a = 1; // TODO: round half up\n/* FIXME(ann): no users */\nconst TODO = 1;\n';
    assert.deepEqual(titles(code, 'src/cart.ts'), ['round half up', 'no users']);
    assert.deepEqual(titles('Notes\nTODO: one\n- TODO: two\n', 'TODO'), ['one', 'two']);
    assert.deepEqual(titles('const a = 1;\n', 'src/cart.ts'), []);
  });

  it('in the format of todo.txt has priorities, and lines that are done', () => {
    const text =
      'x 2026-01-02 2026-01-01 old\n(A) 2026-01-03 call Ann +Shop @phone\n(Z) last\nplain\nxylophone\n';
    const { open, done } = readTaskList(text, 'todo.txt');
    assert.deepEqual(
      open.map(({ title, priority, line }) => [title, priority, line]),
      [
        ['call Ann +Shop @phone', 26, 2],
        ['last', 1, 3],
        ['plain', undefined, 4],
        ['xylophone', undefined, 5],
      ],
    );
    assert.equal(done, 1);
    assert.deepEqual(titles('(A) one\nx two'), ['one']);
  });

  it('may have hundreds of thousands of lines', () => {
    const lines = 'line\n'.repeat(150_000);
    assert.equal(readTaskList(lines, 'list.txt').open.length, 150_000);
    const [first] = readTaskList(`- [ ] one\n\n  ${'- two\n\n  '.repeat(150_000)}`, 'a.md').open;
    assert.ok(first?.details.startsWith('- two\n\n- two\n'));
  });

  it('is empty for an empty text', () => {
    for (const text of ['', '\n\n', '  \n'])
      for (const file of [undefined, 'a.md', 'TODO', 'todo.txt'])
        assert.deepEqual(readTaskList(text, file), { open: [], done: 0 });
  });
});
