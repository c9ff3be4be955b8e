import { deepEqual } from 'node:assert/strict';
import { toPermissionRequest } from '../../../../../src/platform/agents/acp/permissionMessages';
import { AcpCall } from '../../../../../src/platform/agents/streams/acpCall';

function asked(members: object): readonly unknown[] {
  const call = new AcpCall();
  call.update({ sessionUpdate: 'tool_call', ...members });
  const { kind, command, paths } = toPermissionRequest(call);
  return [kind, command, paths];
}

describe('a permission request over the Agent Client Protocol', () => {
  const patch = [
    '*** Begin Patch',
    '*** Update File: /w/a.ts',
    '*** Move to: /w/b.ts',
    '@@',
    '-x',
    '+*** Add File: no',
    '  *** Add File: c d.ts ',
    '*** Delete File: /outside\r',
    '*** End Patch',
  ].join('\n');

  it('of Cline for a patch is about every file that it names, and an edit unless it removes or moves one', () => {
    deepEqual(asked({ kind: 'other', title: 'apply_patch: {', rawInput: { input: patch } }), [
      ...['other', undefined],
      ['/w/a.ts', '/w/b.ts', 'c d.ts', '/outside'],
    ]);
    const edit = patch.replace(/\n\*\*\* (?:Move|Delete).*/g, '');
    deepEqual(asked({ kind: 'other', rawInput: { input: edit } }), [
      ...['edit', undefined],
      ['/w/a.ts', 'c d.ts'],
    ]);
  });

  it('of Cline for files and commands names all of them', () => {
    deepEqual(asked({ kind: 'read', rawInput: { files: [{ path: 'a' }, { path: '../b' }] } }), [
      ...['read', undefined],
      ['a', '../b'],
    ]);
    deepEqual(asked({ kind: 'execute', rawInput: { commands: ['npm test', 'rm -r x'] } }), [
      ...['execute', 'npm test\nrm -r x'],
      [],
    ]);
  });

  it('without a command in its input is about its title', () => {
    deepEqual(asked({ kind: 'execute', title: 'touch a', rawInput: {} }), [
      ...['execute', 'touch a'],
      [],
    ]);
    deepEqual(asked({ kind: 'other', title: 'x', rawInput: { input: 'no patch' } }), [
      ...['other', undefined],
      [],
    ]);
  });
});
