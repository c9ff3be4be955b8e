import assert from 'node:assert/strict';
import fc from 'fast-check';
import { completeConfig, type Completion } from '../../../../src/app/language/completeConfig';
import { findDefinition } from '../../../../src/app/language/findDefinition';
import { hoverConfig } from '../../../../src/app/language/hoverConfig';
import type { Schema } from '../../../../src/app/language/schemaAt';
import { createJsonSchema } from '../../../../src/platform/config/jsonSchema';

const SCHEMA = createJsonSchema() as Schema;

const FILE = `version: 1
agents:
  claude:
    type: command
    command: [claude, -p]
  codex:
    type: command
    command: [codex, exec]
    about: good at tests
agent: claude
tasks:
  - id: add-users
    title: Add users
    goal: Users can sign up.
  - id: add-login
    goal: Users can log in.
`;

/** Completions where "|" stands in what is added to the end of the file, or in `text` itself. */
function complete(text: string): readonly Completion[] {
  const offset = text.indexOf('|');
  return completeConfig(text.replace('|', ''), offset, SCHEMA);
}

const labels = (text: string): readonly string[] => complete(text).map(({ label }) => label);

describe('completion in devs.yaml', () => {
  it('proposes the keys that a task does not have yet', () => {
    const keys = labels(`${FILE}    |`);
    assert.ok(keys.includes('dependsOn'));
    assert.ok(keys.includes('verify'));
    assert.ok(!keys.includes('goal'));
    assert.ok(!keys.includes('limits'));
  });

  it('marks what a new task needs', () => {
    const keys = complete(`${FILE}  - |`);
    assert.deepEqual(
      keys.filter(({ required }) => required).map(({ label }) => label),
      ['id', 'goal'],
    );
    assert.equal(keys.find(({ label }) => label === 'id')?.insert, 'id: ');
  });

  it('proposes the keys of the file', () => {
    const keys = labels(`${FILE}|`);
    assert.ok(keys.includes('limits'));
    assert.ok(!keys.includes('version'));
    assert.equal(complete(`${FILE}lim|`)[0]?.from, FILE.length);
  });

  it('keeps a colon that is there', () => {
    const text = FILE.replace('title: Add', 'tit|: Add');
    assert.equal(complete(text).find(({ label }) => label === 'title')?.insert, 'title');
  });

  it('proposes limits in braces and in lines', () => {
    assert.ok(labels(`${FILE}limits: { loopThreshold: 3, | }`).includes('maxPivots'));
    assert.ok(labels(`${FILE}limits:\n  loopThreshold: 3\n  max|`).includes('maxPivots'));
    assert.ok(!labels(`${FILE}limits: { loopThreshold: 3, | }`).includes('loopThreshold'));
  });

  it('proposes the values of a choice, the default marked', () => {
    const values = complete(`${FILE}onPivot: |`);
    assert.deepEqual(values.map(({ label }) => label).sort(), ['best', 'keep', 'start']);
    assert.equal(values.find(({ label }) => label === 'best')?.detail, 'default');
    assert.deepEqual(new Set(labels(`${FILE}baseline: |`)), new Set(['false', 'true']));
  });

  it('proposes the agents of the file wherever an agent is named', () => {
    assert.deepEqual(labels(FILE.replace('agent: claude', 'agent: |')), ['claude', 'codex']);
    assert.deepEqual(labels(`${FILE}    agent: co|`), ['claude', 'codex']);
    assert.equal(complete(`${FILE}    agent: |`)[1]?.detail, 'good at tests');
  });

  it('proposes the other tasks as dependencies, each once', () => {
    assert.deepEqual(labels(`${FILE}    dependsOn: [|]`), ['add-users']);
    assert.deepEqual(labels(`${FILE}    dependsOn:\n      - |`), ['add-users']);
    assert.deepEqual(labels(`${FILE}    dependsOn: [add-users, |]`), []);
    assert.equal(complete(`${FILE}    parent: |`)[0]?.detail, 'Add users');
  });

  it('proposes the keys of the kind of judge that is written', () => {
    const editor = labels(`${FILE}judge:\n  type: vscode\n  |`);
    assert.ok(editor.includes('vendor'));
    assert.ok(!editor.includes('url'));
    assert.ok(labels(`${FILE}judge:\n  type: endpoint\n  |`).includes('url'));
  });

  it('proposes nothing in comments, in texts, and in words of a command', () => {
    assert.deepEqual(labels(`${FILE}# tas|`), []);
    assert.deepEqual(labels(`${FILE}    verify: npm test -- |`), []);
    assert.deepEqual(
      labels(`version: 1\ntasks:\n  - id: a\n    goal: |\n`.replace('|', '>\n      Write |')),
      [],
    );
  });

  it('is linear in the length of a line, and reads no file that is too long', () => {
    assert.deepEqual(labels(`${'a'.repeat(900_000)}! |`), []);
    assert.deepEqual(labels(`${FILE}${'# x\n'.repeat(300_000)}|`), []);
  });

  it('survives what cannot be read', () => {
    for (const text of ['|', '['.repeat(500) + '|', 'a: *b\n|', '\t|', '? |', '{|', '--- |\n---\n'])
      assert.ok(Array.isArray(complete(text)), text);
  });
});

describe('completion, hovers and definitions in any text', () => {
  it('never throw, and replace only what is there', () => {
    const part = fc.constantFrom(
      ...[
        'tasks:\n',
        '  - ',
        'id: a\n',
        '    ',
        '{',
        '}',
        '[',
        ']',
        ': ',
        '"',
        "'",
        '|\n',
        '&a ',
        '*a',
        '#',
        '\t',
        '? ',
        '- - ',
        '---\n',
        '\r\n',
        '!x ',
        'agents:\n',
        '  b:\n',
      ],
      FILE,
    );
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.nat(), (written, place) => {
        const offset = place % (written.length + 1);
        for (const { from, to } of completeConfig(written, offset, SCHEMA))
          assert.ok(from <= offset && offset <= to && to <= written.length);
        hoverConfig(written, offset, SCHEMA);
        findDefinition(written, offset);
      }),
      { numRuns: 300 },
    );
  });
});
