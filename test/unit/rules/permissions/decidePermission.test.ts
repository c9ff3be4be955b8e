import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PermissionRequest } from '../../../../src/model/permissions/permission';
import { parsePermissionRule } from '../../../../src/model/permissions/parsePermissionRule';
import type { PermissionRule } from '../../../../src/model/permissions/permissionPolicy';
import { decidePermission } from '../../../../src/rules/permissions/decidePermission';
import { escapePattern, matchesPattern } from '../../../../src/rules/permissions/matchesPattern';
import { toGrantedRule } from '../../../../src/rules/permissions/toGrantedRule';
import { anyCodePoint } from '../../../support/anyCodePoint';

function rules(...texts: readonly string[]): readonly PermissionRule[] {
  return texts.map((text) => {
    const rule = parsePermissionRule(text);
    assert.ok(rule, text);
    return rule;
  });
}

function run(command: string): PermissionRequest {
  const args = JSON.stringify({ command });
  return { kind: 'execute', tool: 'Bash', title: command, command, paths: [], changes: [], args };
}

function edit(...paths: readonly string[]): PermissionRequest {
  return { kind: 'edit', tool: 'Edit', title: 'Edit', paths, changes: [], args: '' };
}

interface Written {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly granted?: readonly string[];
}

function decide(
  { allow = [], ask = [], deny = [], granted = [] }: Written,
  request: PermissionRequest,
): string {
  const policy = { allow: rules(...allow), ask: rules(...ask), deny: rules(...deny), timeoutMs: 1 };
  const { decision, by } = decidePermission(policy, rules(...granted), request);
  return by === undefined ? decision : `${decision} by ${by.text}`;
}

describe('the decision about a permission', () => {
  for (const [written, request, decision] of [
    [{}, run('npm test'), 'ask'],
    [{ allow: ['execute(npm test *)'] }, run('npm test'), 'allow by execute(npm test *)'],
    [{ allow: ['execute(npm test *)'] }, run('npm test -- cart'), 'allow by execute(npm test *)'],
    [{ allow: ['execute(npm test *)'] }, run('npm testify'), 'ask'],
    [{ allow: ['execute(npm test)'] }, run('npm test -- cart'), 'ask'],
    // Every command of the line has to be allowed.
    [{ allow: ['execute(npm *)'] }, run('npm test && npm run lint'), 'allow by execute(npm *)'],
    [{ allow: ['execute(npm *)'] }, run('npm test; rm -rf ~'), 'ask'],
    [{ allow: ['execute(npm *)'] }, run('npm test | sh'), 'ask'],
    [{ allow: ['execute(npm *)'] }, run('npm test\nrm -rf ~'), 'ask'],
    [{ allow: ['execute(npm *)'] }, run('npm test & rm x'), 'ask'],
    // A shell does more than such a line says.
    [{ allow: ['execute(npm *)'] }, run('npm test $(rm -rf ~)'), 'ask'],
    [{ allow: ['execute(npm *)'] }, run('npm test `rm x`'), 'ask'],
    [{ allow: ['execute(npm *)'] }, run('npm test > ~/.bashrc'), 'ask'],
    [{ allow: ['execute(npm *)'] }, run('npm test <(rm x)'), 'ask'],
    [
      { allow: ['execute(npm test > log.txt)'] },
      run('npm test > log.txt'),
      'allow by execute(npm test > log.txt)',
    ],
    // Refusing needs one part only.
    [{ deny: ['execute(rm *)'] }, run('npm test && rm -rf ~'), 'deny by execute(rm *)'],
    [{ deny: ['execute(rm *)'] }, run('echo $(rm -rf ~)'), 'deny by execute(rm *)'],
    [{ deny: ['execute(rm *)'], allow: ['*'] }, run('rm x'), 'deny by execute(rm *)'],
    [{ deny: ['execute(rm *)'], granted: ['execute(rm x)'] }, run('rm x'), 'deny by execute(rm *)'],
    [{ ask: ['execute'], allow: ['*'] }, run('ls'), 'ask by execute'],
    [{ ask: ['execute'], granted: ['execute(ls)'] }, run('ls'), 'allow by execute(ls)'],
    // Files: a kind alone is about those of the workspace.
    [{ allow: ['edit'] }, edit('src/cart.js'), 'allow by edit'],
    [{ allow: ['edit'] }, edit('src/cart.js', '/etc/passwd'), 'ask'],
    [{ allow: ['edit'] }, edit('../other/x'), 'ask'],
    [{ allow: ['edit'] }, edit('C:\\Windows\\x'), 'ask'],
    [{ allow: ['edit'] }, edit(), 'ask'],
    [{ allow: ['edit'] }, edit('devs.yaml'), 'ask'],
    [{ allow: ['edit'] }, edit('.git/hooks/pre-commit'), 'ask'],
    [{ allow: ['*'] }, edit('/etc/passwd'), 'allow by *'],
    [{ allow: ['edit(src/*)'] }, edit('src/a/b.js'), 'allow by edit(src/*)'],
    [{ allow: ['edit(src/*)'] }, edit('src/a.js', 'test/a.js'), 'ask'],
    [
      { allow: ['edit(src/*)', 'edit(test/*)'] },
      edit('src/a.js', 'test/a.js'),
      'allow by edit(src/*)',
    ],
    [{ deny: ['edit(secrets/*)'] }, edit('src/a.js', 'secrets/key'), 'deny by edit(secrets/*)'],
  ] as const)
    it(`of ${JSON.stringify(written)} about ${request.command ?? request.paths.join(', ')}: ${decision}`, () => {
      assert.equal(decide(written, request), decision);
    });

  it('is never loosened by more rules that refuse or ask', () => {
    const written = fc.constantFrom('execute', 'execute(npm *)', 'edit', 'edit(src/*)', '*');
    const request = fc.constantFrom(run('npm test'), run('npm i; rm x'), edit('src/a'), edit('/x'));
    fc.assert(
      fc.property(
        fc.array(written),
        fc.array(written),
        fc.array(written),
        request,
        (allow, ask, more, about) => {
          const before = decide({ allow, ask }, about);
          for (const now of [
            decide({ allow, ask, deny: more }, about),
            decide({ allow, ask: [...ask, ...more] }, about),
          ])
            assert.ok(
              !now.startsWith('allow') || before.startsWith('allow'),
              `${before}, then ${now}`,
            );
        },
      ),
    );
  });
});

describe('a permission for good', () => {
  it('permits what was asked, and no other command', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCodePoint, minLength: 1 }),
        fc.string(),
        (command, other) => {
          const rule = toGrantedRule(run(command));
          if (rule === undefined) return;
          assert.equal(decide({ granted: [rule] }, run(command)), `allow by ${rule}`);
          if (other !== command) assert.equal(decide({ granted: [rule] }, run(other)), 'ask');
        },
      ),
    );
  });

  it('is for all files of the workspace, or one outside', () => {
    assert.equal(toGrantedRule(edit('src/a.js')), 'edit');
    assert.equal(toGrantedRule(edit('/etc/hosts')), 'edit(/etc/hosts)');
    assert.equal(toGrantedRule(edit('/etc/hosts', '/etc/passwd')), undefined);
    assert.equal(toGrantedRule(edit('devs.yaml')), 'edit(devs.yaml)');
    const fetch = { ...edit(), kind: 'fetch', title: 'https://a.example/*' } as const;
    assert.equal(toGrantedRule(fetch), 'fetch(https://a.example/\\*)');
  });
});

describe('a pattern', () => {
  it('matches the text that it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint }), (text) => {
        assert.ok(matchesPattern(escapePattern(text), text));
      }),
    );
  });

  it('matches any text in place of each star', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.string(), (parts, filling) => {
        const pattern = parts.map(escapePattern).join('*');
        assert.ok(matchesPattern(pattern, parts.join(filling)));
      }),
    );
  });

  it('takes no time with many stars', () => {
    assert.equal(matchesPattern('*a'.repeat(5_000), `${'a'.repeat(100_000)}b`), false);
  });
});
