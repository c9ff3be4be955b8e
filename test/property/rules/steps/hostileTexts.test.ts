import assert from 'node:assert/strict';
import { createStepWatch } from '../../../../src/rules/steps/watch/stepWatch';
import type { Step } from '../../../../src/model/steps/step';
import { BUILT_IN_LIMITS } from '../../../../src/model/config/limits';
import { COUNTS } from '../../../support/scale';

const LENGTH = COUNTS.stepText;
const filled = (piece: string, length = LENGTH): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Texts that make patterns backtrack, parsers recurse or lists grow. */
const HOSTILE: Readonly<Record<string, string>> = {
  'one long word': filled('x'),
  digits: filled('9'),
  'digits and dots': filled('1.'),
  'hexadecimal digits': filled('deadbeef0'),
  blanks: filled(' '),
  'blanks before a letter': `${filled(' ')}x`,
  tabs: filled('\t \n'),
  dots: filled('.'),
  slashes: filled('/'),
  'paths without an end': filled('/tmp/a'),
  backslashes: filled('\\'),
  quotes: filled('"'),
  'escaped quotes': filled('\\"'),
  apostrophes: filled("'a"),
  colons: filled('a:1:'),
  'times without an end': filled('12:34:'),
  dates: filled('2026-01-01T'),
  dashes: filled('--- '),
  'NUL and lone surrogates': filled('\0\ud800'),
  'escape sequences': filled('\u001b[0;'),
  'empty lines': filled('\n'),
  'short lines': filled('a\n'),
  'lines that end twice': filled('\r\n\r'),
  'errors in one line': filled('Error: x '),
  'errors in many lines': filled('Error: lost at 0x7fffabcd1234 in 0.12s\n'),
  'one sentence again and again': filled('I will look at it again. '),
  'opening brackets': filled('['),
  'opening braces': filled('{"a":'),
  'nested JSON': `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
  'JSON that is deep, and short': `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  'objects that are deep, and short': `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  'a patch of blanks': `*** Begin Patch\n+++${filled(' ')}${filled('x', 1_000)}`,
  'passing tests without an end': filled('✔ was not found\n'),
  'a shell in a shell': filled("bash -c '"),
  'a huge JSON text': JSON.stringify({ command: filled('x y ') }),
  'many JSON keys': `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`,
  'a huge edit': JSON.stringify({
    file_path: '/a.ts',
    old_string: filled('old '),
    new_string: filled('new '),
  }),
  'a patch without an end': `*** Begin Patch\n*** Update File: a\n${filled('-a\n+b\n')}`,
  'here-documents': filled("cat <<'EOF' > a.py\n"),
  'replacements of sed': filled("sed -i 's/a/b/;"),
  'letters with many accents': filled('e\u0301\u0302\u0303'),
};

/** The same step again and again, one of its texts hostile. */
function run(tool: string, texts: Partial<Step>): readonly Step[] {
  return [1, 2, 3].map((number) => ({
    number,
    tool,
    args: '{"command":"make"}',
    result: 'Error: no rule',
    thought: '',
    ...texts,
  }));
}

describe('the detectors of steps, on hostile text', () => {
  for (const [kind, text] of Object.entries(HOSTILE))
    it(`get through ${kind} in every field`, () => {
      for (const steps of [
        run('Bash', { args: text }),
        run('Edit', { args: text }),
        run('apply_patch', { args: text, result: text }),
        run('Bash', { result: text, error: true }),
        run('', { args: '', result: '', thought: text }),
        run('Bash', { tool: text, thread: text }),
      ]) {
        const watch = createStepWatch(BUILT_IN_LIMITS);
        for (const step of steps)
          for (const { message, evidence } of watch.observe(step)) {
            assert.ok(message.length <= 400);
            assert.ok(evidence.every((number) => number >= 1 && number <= step.number));
          }
      }
    });

  for (const [kind, text] of Object.entries(HOSTILE))
    it(`get through ${10 * LENGTH} characters: ${kind}`, () => {
      const long = filled(text, 10 * LENGTH);
      const watch = createStepWatch(BUILT_IN_LIMITS);
      for (const step of run('Bash', { args: long, result: long }).slice(0, 2)) watch.observe(step);
    });

  for (const [kind, text] of Object.entries(HOSTILE))
    it(`get through looks that differ and show the same: ${kind}`, () => {
      const watch = createStepWatch(BUILT_IN_LIMITS);
      const rows = Array.from({ length: 40 }, (_, at) => `row ${at} ${text.slice(0, 900)}`);
      for (let number = 1; number <= 24; number += 1)
        watch.observe({
          ...{ number, tool: 'look', thought: '', args: `${text.slice(0, 8_000)} ${number}` },
          result: [...rows.slice(number), ...rows.slice(0, number)].join('\n'),
        });
    });

  it('find the loop of a call whose result is that long', () => {
    const result = `${filled('compiling\n', 10 * LENGTH)}Error: no rule to make target 'all'`;
    const watch = createStepWatch(BUILT_IN_LIMITS);
    const verdicts = run('Bash', { result, error: true }).flatMap((step) => watch.observe(step));
    assert.ok(verdicts.some(({ level }) => level === 'stuck'));
  });

  it('see that such calls differ at their end', () => {
    const parts = Array.from({ length: LENGTH / 2 }, (_, at) => `compiling part ${at}`);
    const long = parts.join('\n');
    const watch = createStepWatch(BUILT_IN_LIMITS);
    const ends = ['apples', 'pears', 'plums', 'cherries', 'quinces', 'grapes'];
    const verdicts = ends.flatMap((end, at) =>
      watch.observe({
        number: at + 1,
        tool: 'Bash',
        args: JSON.stringify({ command: `${long} ${end}` }),
        result: `${long} ${end}`,
        thought: '',
      }),
    );
    assert.deepEqual(
      verdicts.filter(({ level }) => level === 'stuck'),
      [],
    );
  });
});
