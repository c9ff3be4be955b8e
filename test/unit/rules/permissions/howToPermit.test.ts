import assert from 'node:assert/strict';
import { parsePermissionRule } from '../../../../src/model/permissions/parsePermissionRule';
import type { PermissionRequest } from '../../../../src/model/permissions/permission';
import { howToPermit } from '../../../../src/rules/permissions/howToPermit';

function run(command: string): PermissionRequest {
  return {
    kind: 'execute',
    tool: 'execute',
    title: command,
    command,
    paths: [],
    changes: [],
    args: '',
  };
}

function rule(text: string) {
  const by = parsePermissionRule(text);
  assert.ok(by);
  return by;
}

describe('how a refused request can be permitted', () => {
  it('is the rule that would allow it', () => {
    assert.equal(
      howToPermit({ decision: 'ask' }, run('npm install *')),
      'Add `execute(npm install \\*)` under `allow` of `permissions` in devs.yaml',
    );
  });

  it('is the rule that refuses it, or that a human has to answer first: allow comes after both', () => {
    assert.equal(
      howToPermit({ decision: 'deny', by: rule('execute(rm *)') }, run('rm -rf x')),
      'Change the rule `execute(rm *)` under `deny` of `permissions` in devs.yaml',
    );
    assert.match(
      howToPermit({ decision: 'ask', by: rule('execute') }, run('rm -rf x')),
      /^Permit it when the agent asks again, or move the rule `execute` from `ask` to `allow`/,
    );
  });

  it('is no rule that cannot be read: with a secret, invisible characters, too long, or that ends the quote', () => {
    const secret = `curl -H 'Authorization: Bearer sk-ant-${'0a1b2c3d'.repeat(8)}' example.org`;
    for (const command of [secret, 'rm a\u202e', 'x'.repeat(1_000), 'echo `date`'])
      assert.equal(
        howToPermit({ decision: 'ask' }, run(command)),
        'Permit it when the agent asks again, in a terminal or a window',
      );
  });
});
