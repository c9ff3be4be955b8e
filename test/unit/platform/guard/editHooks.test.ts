import assert from 'node:assert/strict';
import {
  addHooks,
  findCreated,
  removeHooks,
} from '../../../../src/platform/guard/settings/editHooks';
import type { JsonTextError } from '../../../../src/platform/guard/settings/jsonText';

const HOOK = '/home/u/.local/state/devs/guard/bin/hook.js';

function entryOf(event: string, hook = HOOK): object {
  return { hooks: [{ type: 'command', command: 'node', args: [hook, 'claude', event] }] };
}

function wanted(events: readonly string[] = ['Stop'], allowsComments = true) {
  return { allowsComments, entries: new Map(events.map((event) => [event, entryOf(event)])) };
}

const one = (event: string): string => JSON.stringify(entryOf(event));

describe('hooks in a settings file', () => {
  it('stand last in the list of their event, after foreign ones, in the layout of the file', () => {
    const text =
      '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{ "mine": 1 } // keep\n\t\t]\n\t},\n\t"z": 1\n}\n';
    const next = addHooks(text, wanted());
    assert.deepEqual(JSON.parse(next.replace(' // keep', '')), {
      hooks: { Stop: [{ mine: 1 }, entryOf('Stop')] },
      z: 1,
    });
    assert.ok(
      next.startsWith(
        '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{ "mine": 1 }, // keep\n\t\t\t{\n\t\t\t\t"hooks"',
      ),
    );
  });

  it('stay on the line of a file that has one only', () => {
    assert.equal(addHooks('{"a":1}', wanted()), `{"a":1,"hooks":{"Stop":[${one('Stop')}]}}`);
  });

  it('are those of a file that is empty, or begins with a byte order mark', () => {
    assert.deepEqual(JSON.parse(addHooks(' \n', wanted())), { hooks: { Stop: [entryOf('Stop')] } });
    assert.ok(addHooks('\uFEFF{}', wanted()).startsWith('\uFEFF{\n  "hooks"'));
  });

  it('take the place of earlier ones, wherever the guard was then, and of doubled ones', () => {
    const old = JSON.stringify(entryOf('Stop', 'C:\\Users\\u\\Devs\\guard\\bin\\hook.js'));
    const text = `{"hooks":{"Stop":[${old},{"mine":1},${old}],"Gone":[${old}]}}`;
    assert.equal(
      addHooks(text, wanted()),
      `{"hooks":{"Stop":[${one('Stop')},{"mine":1}],"Gone":[]}}`,
    );
  });

  it('leave a group that someone added a hook to, without the guard', () => {
    const mine = { type: 'command', command: 'mine' };
    const [own] = (entryOf('Stop') as { hooks: object[] }).hooks;
    const text = JSON.stringify({ hooks: { Stop: [{ hooks: [own, mine] }] } });
    const next = addHooks(text, wanted());
    assert.deepEqual(JSON.parse(next), { hooks: { Stop: [{ hooks: [mine] }, entryOf('Stop')] } });
    assert.equal(addHooks(next, wanted()), next);
    assert.deepEqual(JSON.parse(removeHooks(next, [])), { hooks: { Stop: [{ hooks: [mine] }] } });
  });

  it('are taken out without what was written since, and without what they had been added to', () => {
    const text = '{\n  "a": 1 // note\n}\n';
    const next = addHooks(text, wanted(['Stop', 'Start']));
    const edited = next.replace('"a": 1', '"a": 2');
    assert.equal(removeHooks(edited, findCreated(text, next)), '{\n  "a": 2 // note\n}\n');
    // A hook that someone added keeps its list.
    const more = next.replace('"Stop": [', '"Stop": [\n      { "mine": 1 },');
    assert.deepEqual(
      JSON.parse(removeHooks(more, findCreated(text, next)).replace('// note', '')),
      {
        a: 1,
        hooks: { Stop: [{ mine: 1 }] },
      },
    );
  });

  it('keep empty lists that were there before', () => {
    const text = '{"hooks": {"Stop": []}}';
    const next = addHooks(text, wanted());
    assert.equal(removeHooks(next, findCreated(text, next)), text);
  });

  it('bring the members that the file needs, which stay while others need them', () => {
    const next = addHooks('', { ...wanted(), fixed: { version: 1 } });
    assert.deepEqual(Object.keys(JSON.parse(next) as object), ['version', 'hooks']);
    const created = findCreated('', next);
    assert.equal(removeHooks(next, created).trim(), '{}');
    const shared = next.replace('"Stop": [', '"Stop": [ { "mine": 1 },');
    assert.deepEqual(JSON.parse(removeHooks(shared, created)), {
      version: 1,
      hooks: { Stop: [{ mine: 1 }] },
    });
  });

  const REFUSED: readonly (readonly [string, string, number | undefined, RegExp])[] = [
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 3, /comma is missing/],
    ['a comma too many', '{\n  "a": 1,\n}', 3, /remove a comma/],
    ['text that is no JSON', 'hello', 1, /not JSON|value should/],
    ['half a file', '{\n  "a": {', 2, /brace is missing/],
    ['a list', '[]', undefined, /must hold a JSON object/],
    ['hooks that are no object', '{\n\n"hooks": 1}', 3, /"hooks" must be an object/],
    [
      'an event that is no list',
      '{"hooks": {\n"Stop": {}}}',
      2,
      /"Stop" in "hooks" must be a list/,
    ],
    ['a file that is nested too deeply', '['.repeat(200_000), undefined, /too deeply/],
  ];
  for (const [what, text, line, message] of REFUSED) {
    it(`are refused in ${what}, with the line`, () => {
      assert.throws(
        () => addHooks(text, wanted()),
        (error: JsonTextError) => message.test(error.message) && error.line === line,
      );
    });
  }

  it('are refused beside comments where the agent ignores such a file', () => {
    const text = '{\n  // note\n  "a": 1\n}';
    assert.throws(() => addHooks(text, wanted(['Stop'], false)), /comments are not allowed/);
    assert.equal(removeHooks(text, []), text);
  });
});
