import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_LINE_LENGTH } from '../../../../src/rules/attempts/plainLine';
import { MAX_STATEMENTS, parseStatements } from '../../../../src/rules/attempts/parseStatements';
import { anyCodePoint } from '../../../support/anyCodePoint';

const blockedIn = (reply: string): readonly string[] => parseStatements(reply).blocked;
const doneIn = (reply: string): readonly string[] => parseStatements(reply).done;

/** Lines that state a blocker, as agents write them, and what is kept of them. */
const STATED: readonly (readonly [line: string, said: string])[] = [
  ['BLOCKED: critic:design_system unavailable', 'critic:design_system unavailable'],
  ['**BLOCKED:** pdflatex is not installed', 'pdflatex is not installed'],
  ['**BLOCKED**: pdflatex is not installed', 'pdflatex is not installed'],
  ['**BLOCKED: pdflatex is not installed**', 'pdflatex is not installed'],
  ['`BLOCKED: the schema is missing`', 'the schema is missing'],
  ['`BLOCKED:` the schema is missing', 'the schema is missing'],
  ['- BLOCKED: no test data', 'no test data'],
  ['* BLOCKED: no test data', 'no test data'],
  ['3. BLOCKED: no test data', 'no test data'],
  ['• **BLOCKED:** no test data', 'no test data'],
  ['> BLOCKED: task T2 has not delivered the parser', 'task T2 has not delivered the parser'],
  ['## BLOCKED: the mock server does not start', 'the mock server does not start'],
  ['  BLOCKED:\tjq is missing', 'jq is missing'],
  ['BLOCKED:jq is missing', 'jq is missing'],
  ['_BLOCKED: jq is missing_', 'jq is missing'],
  ['BLOCKED: **jq** is missing', '**jq** is missing'],
  ['BLOCKED: cannot find `foo`', 'cannot find `foo`'],
  ['BLOCKED: "npm test" hangs', '"npm test" hangs'],
  ['BLOCKED: [critic:leakage unavailable]', '[critic:leakage unavailable]'],
  ['BLOCKED: no network access', 'no network access'],
  ['BLOCKED: nothing compiles since tsc is missing', 'nothing compiles since tsc is missing'],
  ['BLOCKED: none of the fixtures load', 'none of the fixtures load'],
  ['BLOCKED: not installed: ffmpeg', 'not installed: ffmpeg'],
  ['BLOCKED: none, but the API key is missing', 'none, but the API key is missing'],
  ['BLOCKED: no, except for the missing schema', 'no, except for the missing schema'],
  ['BLOCKED: <Foo /> has no export', '<Foo /> has no export'],
  ['BLOCKED: zero of 12 tests start', 'zero of 12 tests start'],
  ['BLOCKED: no issues endpoint in the API', 'no issues endpoint in the API'],
  ['BLOCKED: no blockers list in the API answer', 'no blockers list in the API answer'],
  ['BLOCKED: empty fixture', 'empty fixture'],
  ['BLOCKED: 0 tests found by the runner', '0 tests found by the runner'],
  ['BLOCKED: null pointer in the driver', 'null pointer in the driver'],
  ['BLOCKED: false positives of the linter', 'false positives of the linter'],
  ['BLOCKED: n/a is what the service answers', 'n/a is what the service answers'],
  ['BLOCKED: 仕様書がない', '仕様書がない'],
  ['BLOCKED: die Spezifikation fehlt', 'die Spezifikation fehlt'],
  ['BLOCKED: the user cancelled', 'the user cancelled'],
  ['BLOCKED: nothing tells which currency to use', 'nothing tells which currency to use'],
  ['BLOCKED: now the build needs Node 22', 'now the build needs Node 22'],
  ['BLOCKED: I am not able to start Chromium', 'I am not able to start Chromium'],
  ['BLOCKED: "none" is rejected by the parser', '"none" is rejected by the parser'],
  ['BLOCKED: if the schema is missing, nothing starts', 'if the schema is missing, nothing starts'],
];

/** Lines that state none. */
const UNSTATED: readonly string[] = [
  'BLOCKED: none',
  'BLOCKED: None.',
  'BLOCKED: nothing',
  'BLOCKED: no',
  'BLOCKED: No.',
  'BLOCKED: n/a',
  'BLOCKED: N/A',
  'BLOCKED: (none)',
  'BLOCKED: *none*',
  '**BLOCKED:** none',
  'BLOCKED: -',
  'BLOCKED: —',
  'BLOCKED: none — all tests pass',
  'BLOCKED: None, ready for review',
  'BLOCKED: No. The work is complete.',
  'BLOCKED: nothing at the moment',
  'BLOCKED: no blockers',
  'BLOCKED: No current blockers.',
  'BLOCKED: there are no blockers left',
  'BLOCKED: no blocking issues so far',
  'BLOCKED: nothing is blocking me',
  'BLOCKED: I am not blocked',
  'BLOCKED: not blocked',
  'BLOCKED: not applicable',
  'BLOCKED: false',
  'BLOCKED: no known blockers at this time.',
  'BLOCKED: none (the mock was enough)',
  'BLOCKED: "none"',
  'BLOCKED: no longer blocked',
  'BLOCKED: I was not blocked',
  'BLOCKED: all clear',
  'BLOCKED: resolved',
  'BLOCKED: No issues',
  'BLOCKED: nothing is missing',
  'BLOCKED: none needed.',
  'BLOCKED: <what>',
  'BLOCKED: <what keeps you from going on>',
  '`BLOCKED: <what>`',
  '- `BLOCKED: <what>` for each thing that keeps me',
  'BLOCKED: {{reason}}',
  'BLOCKED: [what]',
  'BLOCKED: …',
  'BLOCKED: ...',
  'BLOCKED:',
  '**BLOCKED:**',
  'add a line `BLOCKED: <what>`',
  'The instructions say to add a line "BLOCKED: what" when I cannot go on.',
  'I was BLOCKED: really',
  'Blocked: by the parser, says the changelog',
  'blocked: lower case',
  'NOT BLOCKED: everything is there',
  'UNBLOCKED: the schema is there now',
  'BLOCKED by the missing schema',
  '`BLOCKED:` lines would stand here if there were any',
  '`BLOCKED:` is not needed',
  'echo "BLOCKED: test"',
  '| BLOCKED: | none |',
  "const BLOCKED: string = 'x'",
];

describe('statementsOf', () => {
  for (const [line, said] of STATED) {
    it(`takes ${JSON.stringify(line)}`, () => {
      assert.deepEqual(blockedIn(`STRATEGY: x\n\nI tried.\n${line}\nBye.`), [said]);
      assert.deepEqual(doneIn(line.replace('BLOCKED', 'DONE')), [said]);
    });
  }

  for (const line of UNSTATED) {
    it(`passes over ${JSON.stringify(line)}`, () => {
      assert.deepEqual(parseStatements(`STRATEGY: x\n${line}\nBye.`), { done: [], blocked: [] });
    });
  }

  it('keeps both kinds in their order, each once', () => {
    const reply = 'DONE: b\nBLOCKED: x\nDONE: a\r\nDONE: b\nBLOCKED: y\nBLOCKED: x';
    assert.deepEqual(parseStatements(reply), { done: ['b', 'a'], blocked: ['x', 'y'] });
  });

  it('leaves code blocks aside, nested and quoted ones too', () => {
    assert.deepEqual(blockedIn('```\nBLOCKED: a\n```\nBLOCKED: b'), ['b']);
    assert.deepEqual(blockedIn('````md\n```\nBLOCKED: a\n```\n````\nBLOCKED: b'), ['b']);
    assert.deepEqual(blockedIn('~~~\n```\nBLOCKED: a\n~~~\nBLOCKED: b'), ['b']);
    assert.deepEqual(blockedIn('  ```sh\nBLOCKED: a\n  ```\nBLOCKED: b'), ['b']);
    assert.deepEqual(blockedIn('```ran it``` twice\nBLOCKED: b'), ['b']);
    assert.deepEqual(blockedIn('BLOCKED: b\n```\nBLOCKED: never closed'), ['b']);
  });

  it('masks secrets, also where they are cut', () => {
    const secret = `sk-${'a1B2'.repeat(12)}`;
    for (const before of ['', 'x'.repeat(MAX_LINE_LENGTH - 10)]) {
      const [said = ''] = blockedIn(`BLOCKED: ${before} key ${secret} is refused`);
      assert.doesNotMatch(said, /a1B2/);
    }
  });

  it('makes plain lines of them: no control, direction or colour', () => {
    assert.deepEqual(blockedIn('BLOCKED: \u001b[31mred\u001b[0m \u202egnp\u0000.exe'), [
      'red gnp.exe',
    ]);
  });

  it(`keeps ${MAX_STATEMENTS} of either kind and ${MAX_LINE_LENGTH} characters of each`, () => {
    const many = Array.from({ length: 50 }, (_, index) => `BLOCKED: thing ${index}`).join('\n');
    assert.equal(blockedIn(many).length, MAX_STATEMENTS);
    const [long = ''] = blockedIn(`BLOCKED: x${'😀'.repeat(500)}`);
    assert.ok(long.length <= MAX_LINE_LENGTH && long.endsWith('…') && !/\p{Cs}/u.test(long));
  });

  it('is total: whatever the reply, plain lines come out', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'BLOCKED:',
        'DONE:',
        '`',
        '**',
        '\n',
        '```',
        ' ',
        '<',
        'none',
        '\r',
        '\u2028',
      ),
      fc.string({ unit: anyCodePoint, maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { done, blocked } = parseStatements(pieces.join(''));
        for (const said of [...done, ...blocked]) {
          assert.ok(said !== '' && said.length <= MAX_LINE_LENGTH);
          assert.doesNotMatch(said, /[\p{Cc}\p{Cs}]/u);
          assert.equal(said, said.trim());
        }
        assert.equal(new Set(blocked).size, blocked.length);
      }),
    );
  });

  it('a hostile reply of megabytes does not hold it up', () => {
    for (const piece of ['BLOCKED:', '*_`> ', '`', '<', 'BLOCKED: x\n', '- ', 'BLOCKED: no '])
      parseStatements(piece.repeat(300_000));
  });
});
