import assert from 'node:assert/strict';
import fc from 'fast-check';
import { validateConfig } from '../../../../src/platform/config/validateConfig';
import { HEAD, problemsOf } from './problemsOf';
import { anyCodePoint } from '../../../support/anyCodePoint';

describe('YAML that cannot be read', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['nothing', '', /^devs\.yaml:1: The file must be a mapping that begins with "version: 1"\.$/],
    ['only a comment', '# hi\n', /^devs\.yaml:1: The file must be a mapping/],
    ['a list', '- version', /^devs\.yaml:1: The file must be a mapping/],
    ['a text', 'hello', /^devs\.yaml:1: The file must be a mapping/],
    [
      'an open bracket',
      `${HEAD}reports: [a\n`,
      /^devs\.yaml:\d: This is not valid YAML: .*bracket/,
    ],
    ['an open quote', `${HEAD}verify: "a\n`, /^devs\.yaml:\d: This is not valid YAML: .*quote/],
    [
      'a tab',
      `${HEAD}limits:\n\tmaxTurns: 1\n`,
      /^devs\.yaml:4: .*Indent with spaces, not with tabs\.$/,
    ],
    [
      'a colon in text',
      `${HEAD}tasks:\n- id: a\n  goal: do: this\n`,
      /^devs\.yaml:5: .*in quotes\.$/,
    ],
    [
      'a tag',
      `${HEAD}verify: !run x`,
      /^devs\.yaml:3: .*Put text that begins with "!" in quotes\.$/,
    ],
    [
      'an alias of nothing',
      `${HEAD}verify: *x`,
      /^devs\.yaml:3: There is no anchor "&x" for "\*x"/,
    ],
    [
      'a second document',
      `${HEAD}---\na: 1\n`,
      /^devs\.yaml:3: The file holds several documents; keep one/,
    ],
    ['a list as key', '? [a]\n: b\n', /^devs\.yaml:1: A key must be a plain word/],
    [
      'a key that is no key',
      '__proto__: { a: 1 }',
      /^devs\.yaml:1: The key "__proto__" is not allowed; remove it\.$/,
    ],
  ];
  for (const [name, text, expected] of cases)
    it(`is told with line and remedy: ${name}`, () => {
      assert.match(problemsOf(text)[0] ?? '', expected);
    });

  it('has each key once in a mapping, at any depth', () => {
    assert.deepEqual(
      problemsOf(`${HEAD}verify: a\nlimits: { maxTurns: 1, "maxTurns": 2 }\nverify: b\n`),
      [
        'devs.yaml:4: The key "maxTurns" occurs twice in the same mapping; keep one of them.',
        'devs.yaml:5: The key "verify" occurs twice in the same mapping; keep one of them.',
      ],
    );
  });

  it('is refused when its aliases multiply without end', () => {
    const bomb = Array.from(
      { length: 30 },
      (_, n) => `a${n}: &a${n} [${`*a${n - 1}, `.repeat(9)}x]`,
    );
    const text = ['a: &a-1 [x]', ...bomb].join('\n').replaceAll('a-1', 'aa');
    assert.match(problemsOf(text).join(), /aliases cannot be resolved: Excessive alias count/);
  });

  it('is refused when an alias holds itself', () => {
    for (const text of ['verify: &a [*a]', 'limits: &a { maxTurns: *a }', 'agents: &a { x: *a }'])
      assert.notEqual(problemsOf(`version: 1\n${text}\n`).length, 0, text);
  });

  it('is refused when it is nested beyond reason, before that can do harm', () => {
    for (const part of ['[', '{a: ', '- ', '? '])
      for (const times of [60, 1000, 200_000])
        assert.deepEqual(
          problemsOf(
            `${HEAD}\nx: ${part === '- ' || part === '? ' ? '\n' : ''}${part.repeat(times)}`,
          ).map((problem) => problem.replace(/:\d:/, ':N:')),
          ['devs.yaml:N: The file is nested more than 50 levels deep; reduce the nesting.'],
          `${times} times ${part}`,
        );
    assert.doesNotMatch(
      problemsOf(`${HEAD}x: ${'['.repeat(48)}1${']'.repeat(48)}`).join(),
      /nested/,
    );
  });

  it('is refused over 1 MB, in bytes', () => {
    const tooLong = 'devs.yaml: The file is too long; it must be at most 1 MB.';
    const fill = (bytes: number) => `${HEAD}#${'ä'.repeat((bytes - HEAD.length - 1) / 2)}`;
    assert.deepEqual(problemsOf(fill(1024 * 1024 + 2)), [tooLong]);
    assert.deepEqual(problemsOf(fill(1024 * 1024)), []);
  });

  it('is told in a hundred problems at most', () => {
    const text = Array.from({ length: 3000 }, (_, index) => `k${index}: 1`).join('\n');
    const problems = problemsOf(text);
    assert.equal(problems.length, 101);
    assert.equal(problems.at(-1), 'devs.yaml: There are more problems; correct these first.');
  });

  it('never makes the reader throw, whatever the text', () => {
    const words = [
      'version: 1',
      'agents:',
      'tasks:',
      '- ',
      '  ',
      '\n',
      ': ',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '|',
      '>',
      '&a ',
      '*a',
      '? ',
      '!!x',
      '#',
      '---',
      '\t',
      '\uFEFF',
      '\0',
      '\r\n',
      '%',
      '<<: ',
      'null',
      '1',
      '\ud800',
    ];
    const text = fc.oneof(
      fc.string({ unit: anyCodePoint }),
      fc.array(fc.constantFrom(...words)).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (content) => {
        const result = validateConfig(content, { environment: {}, settings: {} });
        assert.ok(result.kind === 'ok' || result.problems.length > 0);
        if (result.kind === 'invalid')
          for (const { line, column } of result.problems)
            assert.ok((line ?? 1) >= 1 && (column ?? 1) >= 1);
      }),
      { numRuns: 1000 },
    );
  });
});
