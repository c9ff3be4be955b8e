import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { applyInstall, refreshGuardPrograms } from '../../../src/app/guard/applyGuard';
import { planInstall } from '../../../src/app/guard/planGuard';
import { describeOnSmallDisk, SmallDisk } from '../../support/smallDisk';
import { GuardHome } from './guardHome';

describe('the guard in real settings files', () => {
  let home: GuardHome;
  beforeEach(() => (home = new GuardHome()));
  afterEach(() => home.dispose());

  const SETTINGS: readonly (readonly [string, string])[] = [
    ['plain', '{\n  "model": "opus"\n}\n'],
    ['with Windows line ends and tabs', '{\r\n\t"model": "opus",\r\n\t"hooks": {}\r\n}\r\n'],
    ['with a byte order mark', '\uFEFF{ "model": "opus" }'],
    ['on one line', '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"}]}]}}'],
    ['empty', ''],
    ['white space alone', '\n\n'],
  ];
  for (const [what, text] of SETTINGS) {
    it(`returns the bytes of settings that were ${what}`, () => {
      home.write('claude/settings.json', text);
      assert.deepEqual(home.install().problems, []);
      assert.match(home.read('claude/settings.json'), /guard\/bin\/hook\.js/);
      assert.deepEqual(home.uninstall().problems, []);
      assert.equal(home.read('claude/settings.json'), text);
    });
  }

  it('creates what is missing, and removes all of it again', () => {
    home.install();
    assert.equal(statSync(path.join(home.claude, 'settings.json')).mode & 0o777, 0o600);
    home.uninstall();
    assert.ok(!existsSync(home.claude));
    assert.ok(!existsSync(path.join(home.guard, 'bin')));
    assert.ok(!existsSync(path.join(home.guard, 'installed.json')));
  });

  it('leaves a folder that it created once something else is in it', () => {
    home.install();
    home.write('claude/other.json', '1');
    home.uninstall();
    assert.deepEqual(readdirSync(home.claude), ['other.json']);
  });

  it('changes nothing the second time, and says so', () => {
    home.write('claude/settings.json', '{\n  "model": "opus"\n}\n');
    home.install();
    const before = [
      home.read('claude/settings.json'),
      home.read('state/devs/guard/installed.json'),
    ];
    const { done, plan } = home.install();
    assert.deepEqual([done, plan.unchanged], [[], ['claude']]);
    assert.deepEqual(
      [home.read('claude/settings.json'), home.read('state/devs/guard/installed.json')],
      before,
    );
  });

  it('keeps what was edited since, and takes out the guard alone', () => {
    home.write('claude/settings.json', '{\n  "model": "opus"\n}\n');
    home.install();
    const edited = home.read('claude/settings.json').replace('opus', 'sonnet');
    home.write('claude/settings.json', edited);
    home.uninstall();
    assert.equal(home.read('claude/settings.json'), '{\n  "model": "sonnet"\n}\n');
  });

  it('keeps a file that it created once someone has added to it', () => {
    home.install();
    const edited = home.read('claude/settings.json').replace('{', '{\n  "model": "opus",');
    home.write('claude/settings.json', edited);
    home.uninstall();
    assert.deepEqual(JSON.parse(home.read('claude/settings.json')), { model: 'opus' });
  });

  it('repairs the path of a program that has moved, in its place', () => {
    mkdirSync(home.codex);
    home.write('codex/hooks.json', '{"hooks":{"Stop":[{"mine":1}]}}');
    home.install(['codex']);
    // Someone else's hook stands behind the guard's since then.
    const { hooks } = JSON.parse(home.read('codex/hooks.json')) as { hooks: { Stop: object[] } };
    assert.equal(hooks.Stop.push({ later: 1 }), 3);
    const text = JSON.stringify({ hooks });
    home.write('codex/hooks.json', text.replaceAll(path.join(home.bin, 'node'), '/gone/node'));
    assert.equal(home.install(['codex']).done.length, 1);
    assert.equal(home.read('codex/hooks.json'), text);
  });

  it('changes nothing for another Node on PATH, as long as the one from before is there', () => {
    home.install();
    const text = home.read('claude/settings.json');
    const other = home.write('other/node', '#!/bin/sh\n');
    chmodSync(other, 0o755);
    const { environment } = home.place;
    const folders = `${path.dirname(other)}${path.delimiter}${environment['PATH'] ?? ''}`;
    Object.assign(environment, { PATH: folders });
    assert.deepEqual(home.install().plan.unchanged, ['claude']);
    assert.equal(home.read('claude/settings.json'), text);
    rmSync(path.join(home.bin, 'node'));
    assert.equal(home.install().done.length, 1);
    assert.ok(home.read('claude/settings.json').includes(other));
  });

  it('edits what a link leads to, and the link stays', () => {
    const file = home.write('dotfiles/claude.json', '{}\n');
    mkdirSync(home.claude);
    const link = path.join(home.claude, 'settings.json');
    symlinkSync(file, link);
    home.install();
    assert.ok(lstatSync(link).isSymbolicLink());
    assert.match(home.read('dotfiles/claude.json'), /guard\/bin/);
    home.uninstall();
    assert.ok(lstatSync(link).isSymbolicLink());
    assert.equal(home.read('dotfiles/claude.json'), '{}\n');
  });

  it('keeps permissions and owner', () => {
    const file = home.write('claude/settings.json', '{}\n');
    chmodSync(file, 0o640);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(file, 65_534, 65_534);
    home.install();
    const { mode, uid } = statSync(file);
    assert.equal(mode & 0o777, 0o640);
    if (isRoot) assert.equal(uid, 65_534);
  });

  const REFUSED: readonly (readonly [string, () => void, RegExp])[] = [
    [
      'are broken',
      () => home.write('claude/settings.json', '{\n  "a": 1\n  "b": 2\n}\n'),
      /settings\.json:3: a comma is missing before this place\. Correct it/,
    ],
    [
      'have a comment, for which Claude Code ignores them',
      () => home.write('claude/settings.json', '{\n  // mine\n}\n'),
      /settings\.json:2: comments are not allowed/,
    ],
    [
      'are read-only',
      () => chmodSync(home.write('claude/settings.json', '{}\n'), 0o444),
      /settings\.json is read-only; make it writable/,
    ],
    [
      'are a folder',
      () => mkdirSync(path.join(home.claude, 'settings.json'), { recursive: true }),
      /settings\.json is no file/,
    ],
    [
      'are a link that leads nowhere',
      () => {
        mkdirSync(home.claude);
        symlinkSync('/nowhere', path.join(home.claude, 'settings.json'));
      },
      /is a link to a file that does not exist/,
    ],
    [
      'are not UTF-8',
      () => home.write('claude/settings.json', Buffer.from([0x7b, 0xff, 0x7d])),
      /is not UTF-8/,
    ],
    [
      'cannot be where they should, as a file is in the way',
      () => home.write('claude', 'text'),
      /a file is in the way of a folder/,
    ],
  ];
  for (const [what, prepare, message] of REFUSED) {
    it(`says what to do where the settings ${what}, and installs the others`, () => {
      prepare();
      mkdirSync(home.codex);
      const { plan, problems, done } = home.install(['claude', 'codex']);
      const said = [...plan.problems, ...problems];
      assert.equal(said.length, 1);
      assert.match(said[0]?.message ?? '', message);
      assert.deepEqual(
        done.map(({ agent }) => agent),
        ['codex'],
      );
      assert.deepEqual(
        readdirSync(home.root, { recursive: true, encoding: 'utf8' }).filter((name) =>
          name.endsWith('.tmp'),
        ),
        [],
      );
    });
  }

  it('leaves the settings of agents that are not on this machine', () => {
    const { plan, done } = home.install(['claude', 'codex']);
    assert.deepEqual(plan.missing, ['codex']);
    assert.deepEqual(
      done.map(({ agent }) => agent),
      ['claude'],
    );
    assert.ok(!existsSync(home.codex));
  });

  it('writes nothing over what was changed between the plan and its execution', () => {
    const file = home.write('claude/settings.json', '{}\n');
    const plan = planInstall({ agents: ['claude'], scope: 'user' }, home.place);
    home.write('claude/settings.json', '{"new":1}\n');
    const { problems } = applyInstall(plan, home.place);
    assert.match(problems[0]?.message ?? '', /was changed meanwhile/);
    assert.equal(home.read('claude/settings.json'), '{"new":1}\n');
    assert.ok(existsSync(file));
  });

  it('is in the settings of a project, and leaves all that it was in at once', () => {
    home.install(['claude'], 'project');
    home.install(['claude'], 'user');
    assert.match(home.read('project/.claude/settings.local.json'), /guard\/bin/);
    home.uninstall(['claude'], 'user');
    assert.ok(existsSync(path.join(home.guard, 'bin', 'hook.js')));
    // From another folder.
    const elsewhere = { ...home.place, folder: home.root };
    Object.assign(home, { place: elsewhere });
    home.uninstall();
    assert.ok(!existsSync(path.join(home.project, '.claude')));
    assert.ok(!existsSync(path.join(home.guard, 'bin')));
  });

  const LEADING_OUT: readonly (readonly [string, (home: GuardHome) => void])[] = [
    ['file', link('project/.claude/settings.local.json', 'elsewhere/settings.local.json')],
    ['folder', link('project/.claude', 'elsewhere')],
    ['file that links to nothing', link('project/.claude/settings.local.json', 'elsewhere/new')],
  ];
  for (const [what, prepare] of LEADING_OUT) {
    it(`leaves what a ${what} of a project leads to outside of it`, () => {
      home.write('elsewhere/settings.local.json', '{}\n');
      prepare(home);
      const { plan, done } = home.install(['claude'], 'project');
      assert.match(plan.problems[0]?.message ?? '', /leads out of the project through a link/);
      assert.deepEqual(done, []);
      assert.equal(home.read('elsewhere/settings.local.json'), '{}\n');
      assert.deepEqual(readdirSync(path.join(home.root, 'elsewhere')), ['settings.local.json']);
      assert.deepEqual(home.uninstall().plan.problems, []);
    });
  }

  it('takes nothing out of what a project leads to since the installation', () => {
    home.install(['claude'], 'user');
    const text = home.read('claude/settings.json');
    home.install(['claude'], 'project');
    rmSync(path.join(home.project, '.claude'), { recursive: true });
    link('project/.claude/settings.local.json', 'claude/settings.json')(home);
    const { plan } = home.uninstall(['claude'], 'project');
    assert.match(plan.problems[0]?.message ?? '', /leads out of the project through a link/);
    assert.equal(home.read('claude/settings.json'), text);
  });

  it('follows links within a project', () => {
    home.write('project/shared/claude.json', '{}\n');
    link('project/.claude/settings.local.json', 'project/shared/claude.json')(home);
    assert.deepEqual(home.install(['claude'], 'project').plan.problems, []);
    assert.match(home.read('project/shared/claude.json'), /guard\/bin/);
  });

  it('removes what killed processes have left beside settings, and nothing else', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    mkdirSync(home.claude);
    link('claude/settings.json', 'dotfiles/claude.json')(home);
    home.write('dotfiles/claude.json', '{}\n');
    const kept = [
      `claude.json.${process.ppid}-1.tmp`,
      `other.json.${pid}-1.tmp`,
      'claude.json.tmp',
    ];
    for (const name of kept) home.write(`dotfiles/${name}`, '');
    const left = [
      `dotfiles/claude.json.${pid}-12.tmp`,
      `state/devs/guard/installed.json.${pid}-1.tmp`,
    ];
    for (const act of [() => home.install(), () => home.uninstall()]) {
      for (const name of left) home.write(name, '');
      act();
      for (const name of left) assert.ok(!existsSync(path.join(home.root, name)));
    }
    assert.deepEqual(
      new Set(readdirSync(path.join(home.root, 'dotfiles'))),
      new Set(['claude.json', ...kept]),
    );
  });

  it('is brought back, or removed, after its folder was deleted', () => {
    for (const act of [() => home.install(), () => home.uninstall()]) {
      home.write('claude/settings.json', '{}\n');
      home.install();
      rmSync(home.guard, { recursive: true });
      assert.deepEqual(act().problems, []);
      const isBack = existsSync(path.join(home.guard, 'bin', 'hook.js'));
      assert.equal(home.read('claude/settings.json').includes('guard/bin/hook.js'), isBack);
    }
    assert.deepEqual(JSON.parse(home.read('claude/settings.json')), {});
  });

  it('replaces older programs, and never newer ones', () => {
    home.install();
    const manifest = 'state/devs/guard/bin/package.json';
    home.write('state/devs/guard/bin/hook.js', '// older');
    home.write(manifest, '{"type":"commonjs","version":"0.0.1"}');
    refreshGuardPrograms(home.place);
    assert.equal(home.read('state/devs/guard/bin/hook.js'), '// hook.js');
    home.write('state/devs/guard/bin/hook.js', '// newer');
    home.write(manifest, '{"type":"commonjs","version":"99.0.0"}');
    refreshGuardPrograms(home.place);
    assert.equal(home.read('state/devs/guard/bin/hook.js'), '// newer');
  });

  it('brings no programs to where none are installed', () => {
    refreshGuardPrograms(home.place);
    assert.ok(!existsSync(home.guard));
  });

  it('gives the settings back although the list of what was installed is damaged', () => {
    const text = '{\n  "model": "opus"\n}\n';
    home.write('claude/settings.json', text);
    home.install();
    home.write('state/devs/guard/installed.json', '{"files":[{"agent":');
    home.uninstall();
    assert.equal(home.read('claude/settings.json'), text);
  });
});

/** Makes a link, with its folder. */
function link(from: string, to: string): (home: GuardHome) => void {
  return ({ root }) => {
    mkdirSync(path.dirname(path.join(root, from)), { recursive: true });
    symlinkSync(path.join(root, to), path.join(root, from));
  };
}

describeOnSmallDisk('the guard on a full disk', () => {
  it('leaves the settings as they were, and says why', () => {
    const home = new GuardHome();
    const disk = new SmallDisk(home.claude);
    try {
      home.write('claude/settings.json', '{}\n');
      disk.fill();
      const { problems } = home.install();
      assert.match(problems[0]?.message ?? '', /no space left/);
      assert.equal(home.read('claude/settings.json'), '{}\n');
      assert.ok(!existsSync(path.join(home.guard, 'installed.json')));
    } finally {
      disk.unmount();
      home.dispose();
    }
  });
});
