import assert from 'node:assert/strict';
import { nameCall } from '../../../../../src/rules/steps/shown/nameCall';
import { nameFile } from '../../../../../src/rules/steps/shown/nameFile';

const cases: readonly (readonly [tool: string, args: string | object, name: string])[] = [
  ['bash', 'npm test -- rounding', 'npm test -- rounding'],
  ['Bash', { command: 'cd /shop && npm test', description: 'Runs the tests' }, 'npm test'],
  ['shell', { command: ['bash', '-lc', 'ls -l src'] }, 'ls -l src'],
  ['bash', "python3 - <<'END'\nprint(1)\nEND", "python3 - <<'END' …"],
  [
    'bash',
    `sed -i 's/${'a'.repeat(90)}/b/' src/cart.ts`,
    `sed -i 's/${'a'.repeat(67)} … src/cart.ts`,
  ],
  ['bash', '<run><command>npm ci</command></run>', 'npm ci'],
  ['Read', { file_path: 'src/cart.ts', offset: 10, limit: 5 }, 'Read src/cart.ts lines 10–14'],
  [
    'str_replace_editor',
    { command: 'view', path: 'src/a.py', view_range: [1, 9] },
    'str_replace_editor view src/a.py lines 1–9',
  ],
  [
    'write_lines',
    { changes: [{ file_name: 'src/a.py', lines: [{ line_number: 7, text: 'a\nb' }] }] },
    'write_lines src/a.py line 7',
  ],
  [
    'write_lines',
    {
      changes: [
        { file_name: 'src/a.py', lines: [{ line_number: 7, text: 'a' }] },
        { file_name: 'src/b.py', lines: [{ line_number: 90, text: 'b' }] },
      ],
    },
    'write_lines src/a.py and 1 other file',
  ],
  [
    'read',
    { path: `${'folder/'.repeat(12)}of/sums/cart.ts` },
    'read …/folder/folder/folder/folder/of/sums/cart.ts',
  ],
  [
    'update_row',
    { table: 'deals', set: { stage: 'won' }, id: 7 },
    'update_row id=7 table=deals stage=won',
  ],
  ['note', { text: 'first line\nsecond "line"' }, 'note first line second "line"'],
  ['act', 'Localize', 'act Localize'],
  ['search', 'search "total" src', 'search "total" src'],
  ['apply_patch', '*** Begin Patch\n*** Update File: src/a.py\n@@\n-a\n+b', 'apply_patch src/a.py'],
  ['think', {}, 'think'],
];

describe('the name of a call', () => {
  for (const [tool, args, name] of cases)
    it(`is ${name.slice(0, 60)}`, () => {
      const text = typeof args === 'string' ? args : JSON.stringify(args);
      assert.equal(nameCall({ tool, args: text }), `\`${name}\``);
    });

  it('is the same for arguments that are cut off or in another order', () => {
    const args = JSON.stringify({ path: 'src/a.py', first_line: 3, last_line: 5, text: 'a\nb' });
    assert.equal(
      nameCall({ tool: 'write', args: args.slice(0, -3) }),
      nameCall({ tool: 'write', args }),
    );
    assert.equal(
      nameCall({ tool: 'mail', args: '{"to": "ann", "text": "hi"}' }),
      nameCall({ tool: 'mail', args: '{"text": "hi", "to": "ann"}' }),
    );
  });

  it('shows no secrets and takes constant time for any length', () => {
    const hostile = `{"password": "hunter22", ${'"a": "\\\\'.repeat(200_000)}`;
    assert.doesNotMatch(nameCall({ tool: 'open', args: hostile }), /hunter22/);
    assert.ok(nameCall({ tool: 'open', args: '{"a":'.repeat(200_000) }).length < 200);
  });
});

describe('the name of an edited file', () => {
  it('is its path, else the arguments that name the place', () => {
    assert.equal(nameFile('src/a.py [["id",7]]'), '`src/a.py`');
    assert.equal(nameFile(' [["sheet","Plan"],["cell","C4"]]'), '`sheet=Plan cell=C4`');
    assert.equal(nameFile('app/[[...slug]]/page.tsx'), '`app/[[...slug]]/page.tsx`');
    assert.equal(nameFile('app/[[...slug]] [["cell","A1"]]'), '`app/[[...slug]]`');
    assert.equal(nameFile(''), '');
  });
});
