import assert from 'node:assert/strict';
import { classifyRejection } from '../../../../../src/rules/steps/refusals/classifyRejection';

const shell = (...said: string[]): string =>
  said.map((each, at) => `/bin/bash: line ${at + 1}: ${each}`).join('\n');
const bash = (args: string) => ({ tool: 'bash', args });
const SENTENCE = bash("NOTE\nIt seems that the total isn't rounded, so let me look.");

describe('a call that was refused, whatever it was about', () => {
  for (const text of [
    'MCP error -32602: Invalid arguments for tool x',
    "error: unknown option '--fast'",
    "Error: Cannot execute 'repair': unknown command.",
    'Error: No such tool available: repair',
  ])
    it(`is ${JSON.stringify(text)}`, () => {
      assert.equal(
        classifyRejection({ text, kind: 'failure' }, { tool: 'repair', args: '{}' }),
        'misused',
      );
    });

  for (const text of [
    '<tool_use_error>InputValidationError: Read failed due to the following issue:',
    'failed to parse function arguments: missing field `cmd` at line 1 column 9',
    "Error: params must have required property 'command'",
    'params/timeout must be number',
  ])
    it(`is what the agent says, whichever tool it is: ${text}`, () => {
      for (const tool of ['Bash', 'exec_command', 'Read'])
        assert.equal(classifyRejection({ text, kind: 'failure' }, { tool, args: '{}' }), 'misused');
    });

  it('is none that a program says of what it got', () => {
    const text = 'FAIL api.test.js\nexpected: params must be numbers';
    assert.equal(classifyRejection({ text, kind: 'failure' }, bash('npm test')), '');
  });

  it('is one of a program only where that has failed', () => {
    assert.equal(
      classifyRejection(
        { text: '{"error":"Invalid input"}', kind: 'failure' },
        bash('curl -s shop'),
      ),
      '',
    );
    assert.equal(
      classifyRejection({ text: 'Exit code 2\nunknown option', kind: 'failure' }, bash('grep -Z')),
      'misused',
    );
  });

  for (const text of [
    'AssertionError: 1 == 2',
    'Parse error near line 1: no such function: median',
    shell('javac: command not found'),
    shell('Rscript: command not found'),
    shell('mvn: command not found', 'gradle: command not found'),
    shell("unexpected EOF while looking for matching `''"),
    '',
  ])
    it(`is not ${JSON.stringify(text)}`, () => {
      assert.equal(classifyRejection({ text, kind: 'failure' }, bash('x a.ts')), '');
    });
});

describe('a call that is answered by how it is to be made', () => {
  const usage = 'Usage: edit <first>:<last>';

  for (const args of ['edit a.ts 3', 'cd src && edit 3', '{"command":"edit a.ts\\nx = 1"}'])
    it(`was refused: ${args}`, () => {
      assert.equal(classifyRejection({ text: usage, kind: 'answer' }, bash(args)), 'misused');
      assert.equal(
        classifyRejection(
          { text: `<returncode>2</returncode>\n${usage}`, kind: 'failure' },
          bash(args),
        ),
        'misused',
      );
    });

  for (const args of ['edit --help', 'edit -h', 'edit /?', '{"command":"edit help a.ts"}'])
    it(`asked for that: ${args}`, () => {
      assert.equal(classifyRejection({ text: usage, kind: 'answer' }, bash(args)), '');
    });

  for (const args of ['node edit', './edit', 'python edit.py', "cat <<'E' > edit\nx\nE\nsh edit"])
    it(`may be of a program that is worked on: ${args}`, () => {
      assert.equal(classifyRejection({ text: usage, kind: 'answer' }, bash(args)), '');
    });

  it('is answered by nothing else', () => {
    assert.equal(
      classifyRejection(
        { text: `${usage}\n${'command\n'.repeat(100)}`, kind: 'answer' },
        bash('edit'),
      ),
      '',
    );
  });
});

describe('words that are no command', () => {
  for (const text of [
    shell("unexpected EOF while looking for matching `''", 'syntax error: unexpected end of file'),
    shell("syntax error near unexpected token `('", '`It seems (again) that it is not rounded.'),
    shell('NOTE: command not found', 'and: command not found'),
    'sh: 1: NOTE: not found\nsh: 2: It: not found',
    '(eval):1: command not found: NOTE',
    "zsh:2: unmatched '",
    'Output:\n/bin/bash: line 1: NOTE: command not found\n[The command completed with exit code 127.]',
    shell(...Array.from({ length: 300 }, () => 'It: command not found')),
  ])
    it(`are told as such: ${JSON.stringify(text.slice(0, 80))}`, () => {
      assert.equal(classifyRejection({ text, kind: 'failure' }, SENTENCE), 'no command');
    });

  it('are not those of a command, whatever a shell says of them', () => {
    const text = shell("unexpected EOF while looking for matching `''");
    for (const args of [
      "grep -n 'it isn't' a.ts",
      "# Print each line that is wrong\nawk '{print $1",
      'Rscript fit.R --seed 3 --fast --log out.txt',
      'Xvfb :99 -screen 0 1024x768x24 &',
    ])
      assert.equal(classifyRejection({ text, kind: 'failure' }, bash(args)), '', args);
  });

  it('are not those of which a part was done', () => {
    const text = `${shell('NOTE: command not found')}\nREADME.md\nsrc`;
    assert.equal(classifyRejection({ text, kind: 'failure' }, SENTENCE), '');
    const script = 'scripts/push: line 3: syntax error near unexpected token `)`';
    assert.equal(classifyRejection({ text: script, kind: 'failure' }, SENTENCE), '');
  });

  it('are told at once, however long and odd they are', () => {
    for (const text of ['sh: ', 'bash: line ', `sh: ${'x: '.repeat(1e5)}`, 'sh: \n'.repeat(1e5)])
      assert.equal(classifyRejection({ text, kind: 'failure' }, SENTENCE), '');
  });
});
