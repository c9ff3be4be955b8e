import assert from 'node:assert/strict';
import type { FileEdit } from '../../../../../src/rules/steps/effects/fileEdit';
import { readStepEffect } from '../../../../../src/rules/steps/effects/readStepEffect';

function effectOf(tool: string, args: unknown): ReturnType<typeof readStepEffect> {
  return readStepEffect({ tool, args: typeof args === 'string' ? args : JSON.stringify(args) });
}

function editsOf(tool: string, args: unknown): readonly FileEdit[] {
  const effect = effectOf(tool, args);
  return effect.kind === 'edits' ? effect.edits : assert.fail(effect.kind);
}

const lines = (first: number, last: number): Partial<FileEdit> => ({
  target: 'lines',
  lines: { first, last },
  before: '',
});

const X_TO_Y: Partial<FileEdit> = { target: 'text', before: 'x', after: 'y' };
const BLOCK = '<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE';

describe('the edits of an editor', () => {
  const calls: readonly (readonly [string, unknown, Partial<FileEdit>])[] = [
    [
      'Edit',
      { file_path: 'a.ts', old_string: 'x', new_string: 'y' },
      { target: 'text', before: 'x', after: 'y' },
    ],
    ['Write', { file_path: 'a.ts', content: 'x' }, { target: 'file', before: '', after: 'x' }],
    [
      'replace_lines',
      { path: 'a.ts', start_line: 12, end_line: 14, new_content: 'x' },
      { ...lines(12, 14), after: 'x' },
    ],
    [
      'edit_file',
      { path: 'a.ts', range: [12, 14], content: 'x' },
      { ...lines(12, 14), after: 'x' },
    ],
    ['edit_file', { path: 'a.ts', lines: '12-14', content: 'x' }, { ...lines(12, 14), after: 'x' }],
    ['set_line_update', { path: 'a.ts', line: 12, text: 'x' }, { ...lines(12, 12), after: 'x' }],
    ['insert_line', { path: 'a.ts', line: 3, text: 'x' }, { ...lines(4, 3), after: 'x' }],
    [
      'str_replace_editor',
      { command: 'insert', path: 'a.ts', insert_line: 3, new_str: 'x' },
      { ...lines(4, 3), after: 'x' },
    ],
    [
      'insert_after',
      { path: 'a.ts', after: 'start {', text: 'x' },
      { target: 'text', before: 'start {', after: 'start {\nx' },
    ],
    ['append_to_file', { path: 'a.ts', content: 'x' }, { target: 'end', before: '', after: 'x' }],
    [
      'insert',
      '<insert path="a.ts" after="start {">x</insert>',
      { target: 'text', before: 'start {', after: 'start {\nx' },
    ],
    [
      'write_to_file',
      '<write_to_file><path>a.ts</path><content>\nx\n</content></write_to_file>',
      { target: 'file', before: '', after: 'x' },
    ],
    ['edit', '12:14\nx\nend_of_edit', { ...lines(12, 14), after: 'x', path: '' }],
    ['edit_text', { path: 'a.ts', from: 'x', to: 'y' }, X_TO_Y],
    ['edit_text', { path: 'a.ts', edits: [{ from: 'x', to: 'y' }] }, X_TO_Y],
    ['replace_in_file', `<replace_in_file path="a.ts">\n${BLOCK}\n</replace_in_file>`, X_TO_Y],
    ['replace_in_file', `<path>a.ts</path><diff>${BLOCK}</diff>`, X_TO_Y],
    [
      'apply_diff',
      `<args><file><path>a.ts</path><diff><content>\n${BLOCK}\n</content></diff></file></args>`,
      X_TO_Y,
    ],
    [
      'apply_diff',
      `<path>a.ts</path><diff>\n${BLOCK.replace('\n', '\n:start_line:3\n-------\n')}\n</diff>`,
      X_TO_Y,
    ],
    ['edit_blocks', `a.ts\n\`\`\`ts\n${BLOCK}\n\`\`\``, X_TO_Y],
  ];
  for (const [tool, args, expected] of calls)
    it(`are read from ${tool} with ${JSON.stringify(args)}`, () => {
      const [edit, ...more] = editsOf(tool, args);
      assert.deepEqual(more, []);
      assert.deepEqual(edit, { path: 'a.ts', ...expected });
    });

  it('are at different places in other cells and on other machines', () => {
    const write = (place: object): unknown =>
      editsOf('write_cell', { file: 'a.ods', value: 3, ...place })[0]?.path;
    assert.equal(write({ cell: 'B2' }), write({ cell: 'B2' }));
    assert.notEqual(write({ cell: 'B2' }), write({ cell: 'B3' }));
    const append = (host: string): unknown =>
      editsOf('ssh_exec', { host, cmd: 'echo x >> a.conf' })[0]?.path;
    assert.notEqual(append('one.test'), append('two.test'));
  });

  it('are as many as a call states', () => {
    const edits = editsOf('MultiEdit', {
      file_path: 'a.ts',
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: 'c', new_string: 'd' },
      ],
    });
    assert.deepEqual(
      edits.map(({ path, before, after }) => [path, before, after]),
      [
        ['a.ts', 'a', 'b'],
        ['a.ts', 'c', 'd'],
      ],
    );
  });
});

describe('the edits of a patch', () => {
  const patch = (body: string): readonly FileEdit[] =>
    editsOf('apply_patch', { input: `*** Begin Patch\n${body}\n*** End Patch` });

  it('are what each hunk takes out and puts in', () => {
    const edits = patch(
      '*** Update File: a.ts\n@@\n-let a;\n+let b;\n@@\n-let c;\n+let d;\n*** Update File: b.ts\n@@\n-x\n+y',
    );
    assert.deepEqual(
      edits.map(({ path, before, after }) => [path, before, after]),
      [
        ['a.ts', 'let a;', 'let b;'],
        ['a.ts', 'let c;', 'let d;'],
        ['b.ts', 'x', 'y'],
      ],
    );
  });

  it('that only adds are insertions after the line before it', () => {
    const [edit] = patch('*** Update File: a.ts\n@@ class A\n start {\n+x\n end');
    assert.deepEqual([edit?.before, edit?.after], ['start {', 'start {\nx']);
  });

  it('that adds a file write all of it, also where it is there already', () => {
    const edits = patch('*** Add File: a.ts\n+let a;\n+let b;\n*** Update File: b.ts\n@@\n-x\n+y');
    assert.deepEqual(
      edits.map(({ path, target, after }) => [path, target, after]),
      [
        ['a.ts', 'file', 'let a;\nlet b;'],
        ['b.ts', 'text', 'y'],
      ],
    );
  });

  it('of blocks to search and replace are all whole ones', () => {
    const diff =
      '<<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nthree\n=======\n>>>>>>> REPLACE\n<<<<<<< SEARCH\ncut off';
    assert.deepEqual(
      editsOf('apply_diff', { path: 'a.ts', diff }).map(({ before, after }) => [before, after]),
      [
        ['one', 'two'],
        ['three', ''],
      ],
    );
  });
});

describe('the edits of a command line', () => {
  const commands: readonly (readonly [string, readonly Partial<FileEdit>[], string])[] = [
    ["sed -i '12s/a/b/' f.ts", [{ lines: { first: 12, last: 12 }, before: 'a', after: 'b' }], ''],
    ["sed -i 's|a|b|g' f.ts", [{ target: 'text', before: 'a', after: 'b' }], ''],
    ["sed -i '/key/s/a/b/' f.ts", [{ before: 'key a', after: 'key b' }], ''],
    ["sed -i '12i x' f.ts", [{ ...lines(12, 11), after: 'x' }], ''],
    ["sed -i '12a\\  x\\ny' f.ts", [{ ...lines(13, 12), after: '  x\ny' }], ''],
    ["sed -i '12,14c x' f.ts", [{ ...lines(12, 14), after: 'x' }], ''],
    ["sed -i '12,14d' f.ts", [{ ...lines(12, 14), after: '' }], ''],
    ["sed -i '$a x' f.ts", [{ target: 'end', after: 'x' }], ''],
    ["sed -i '/key/a x' f.ts", [{ before: '/key/', after: '/key/\nx' }], ''],
    ["echo 'a > b' >> f.ts", [{ target: 'end', after: 'a > b' }], ''],
    ["printf 'a\\n' > f.ts", [{ target: 'file', after: 'a\n' }], ''],
    ['echo x | sudo tee -a f.ts', [{ target: 'end', after: 'x' }], 'sudo tee -a f.ts'],
    ["cat > f.ts <<'E'\na && b\nE\nnpm test", [{ target: 'file', after: 'a && b' }], 'npm test'],
    ["cat <<'E' >> f.ts && tail -3 f.ts\nx\nE", [{ target: 'end', after: 'x' }], 'tail -3 f.ts'],
    [
      "sed -i 's/a/b/' f.ts && npm test 2>&1 | tail -3",
      [{ before: 'a', after: 'b' }],
      'npm test 2>&1 | tail -3',
    ],
    [
      "echo a > f.ts; echo b > g.ts  # it's done",
      [{ after: 'a' }, { path: 'g.ts', after: 'b' }],
      '',
    ],
  ];
  for (const [command, expected, rest] of commands)
    it(`are read from ${JSON.stringify(command)}`, () => {
      const effect = effectOf('bash', { command });
      assert.ok(effect.kind === 'edits', effect.kind);
      assert.equal(effect.rest, rest);
      assert.equal(effect.edits.length, expected.length);
      effect.edits.forEach((edit, at) => {
        assert.deepEqual({ ...edit, ...expected[at] }, edit);
        if (expected[at]?.path === undefined) assert.equal(edit.path, 'f.ts');
      });
    });

  it('name the file from the folder that the line enters', () => {
    const path = (command: string): unknown => editsOf('bash', { command })[0]?.path;
    assert.equal(path('cd /app/src && echo x >> a.ts'), '/app/src/a.ts');
    assert.equal(path('cd src && cd lib && echo x >> a.ts'), 'src/lib/a.ts');
    assert.equal(path('cd src && echo x >> /app/a.ts'), '/app/a.ts');
  });
});
