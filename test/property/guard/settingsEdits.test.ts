import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HookStart } from '../../../src/platform/guard/settings/hookStart';
import type { InstalledFile } from '../../../src/platform/guard/settings/installedFiles';
import {
  installInto,
  uninstallFrom,
  type SettingsFile,
} from '../../../src/platform/guard/settings/guardSettings';

function startAt(folder: string): HookStart {
  const file = `${folder}/devs/guard/bin/hook.js`;
  return { file, words: ['/usr/bin/node', file] };
}
const START = startAt('/home/u/.local/state');

function settingsOf(text: string, installed?: InstalledFile): SettingsFile {
  return { agent: 'claude', scope: 'user', file: '/s.json', text, installed };
}

const value = fc.jsonValue({ maxDepth: 2 });
const foreign = fc.oneof(
  fc.record({ hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.string() })) }),
  fc.record({ matcher: fc.string(), command: fc.string() }),
);
const hooks = fc.dictionary(
  fc.constantFrom('Stop', 'PreToolUse', 'Other', '__proto__'),
  fc.array(foreign, { maxLength: 3 }),
);
/** Settings in any layout that agents accept. */
const settings = fc
  .record({
    before: fc.dictionary(fc.string(), value, { maxKeys: 3 }),
    hooks: fc.option(hooks, { nil: undefined }),
    after: fc.dictionary(fc.string({ minLength: 1 }), value, { maxKeys: 3 }),
    indent: fc.constantFrom('', '  ', '    ', '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    bom: fc.constantFrom('', '\uFEFF'),
    end: fc.constantFrom('', '\n', '\n\n'),
  })
  .filter(({ before, after }) => !('hooks' in before) && !('hooks' in after))
  .map(({ before, hooks: own, after, indent, eol, bom, end }) => {
    const members = { ...before, ...(own === undefined ? {} : { hooks: own }), ...after };
    const text = JSON.stringify(members, null, indent) + end;
    return bom + text.replaceAll('\n', eol);
  });

describe('the guard in any settings', () => {
  it('is gone without a trace when it is taken out, and changes nothing when it is put in again', () => {
    fc.assert(
      fc.property(settings, (text) => {
        const { text: next, installed } = installInto(settingsOf(text), START);
        assert.equal(installInto(settingsOf(next ?? '', installed), START).text, next);
        assert.equal(uninstallFrom(settingsOf(next ?? '', installed)).text, text);
        // As in a file that someone has edited since.
        assert.equal(uninstallFrom(settingsOf(`${next} `, installed)).text, `${text} `);
      }),
    );
  });

  it('leaves every other hook and member as it is', () => {
    fc.assert(
      fc.property(settings, (text) => {
        const { text: next = '' } = installInto(settingsOf(text), START);
        assert.deepEqual(withoutGuard(next), withoutGuard(text));
      }),
    );
  });

  it('is taken out of settings that were edited since, where what it was installed into is not known', () => {
    fc.assert(
      fc.property(settings, (text) => {
        const { text: next = '' } = installInto(settingsOf(text), START);
        const { text: rest = '' } = uninstallFrom(settingsOf(`${next} `));
        assert.deepEqual(withoutGuard(rest), withoutGuard(text));
        assert.doesNotMatch(rest, /guard\/bin/);
      }),
    );
  });

  it('is moved without a trace', () => {
    fc.assert(
      fc.property(settings, (text) => {
        const first = installInto(settingsOf(text), startAt('/old'));
        const moved = installInto(settingsOf(first.text ?? '', first.installed), START);
        assert.equal(moved.text, installInto(settingsOf(text), START).text);
        assert.equal(uninstallFrom(settingsOf(moved.text ?? '', moved.installed)).text, text);
      }),
    );
  });
});

/** Settings as values, without the guard's entries and without empty lists and objects on the way to them. */
function withoutGuard(text: string): unknown {
  const { hooks: all, ...rest } = JSON.parse(text.replace('\uFEFF', '')) as {
    readonly hooks?: Readonly<Record<string, readonly object[]>>;
  };
  const kept = Object.entries(all ?? {}).map(
    ([event, list]) =>
      [event, list.filter((entry) => !JSON.stringify(entry).includes('/guard/bin/'))] as const,
  );
  return { ...rest, hooks: kept.filter(([, list]) => list.length > 0) };
}
